package settings

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/store/requestlog"
)

// requestsOnPage is how many requests a page shows.
const requestsOnPage = 50

// viewRequests shows the requests that programs of the account made.
func viewRequests(v *web.Visit) error {
	return showRequests(v, requestlog.Filter{AccountID: v.Account.AccountID}, map[string]any{"Tabs": v.SettingsTabs()})
}

// viewAllRequests shows those of all accounts to the operator.
func viewAllRequests(v *web.Visit) error {
	names, err := v.AccountNames()
	if err != nil {
		return err
	}
	account, _ := strconv.ParseInt(v.FormValue("account"), 10, 64) // 0: of all
	return showRequests(v, requestlog.Filter{AccountID: account}, map[string]any{"Names": names})
}

// messageOf is the message of a note. Notes of earlier releases have the code without its arguments: it is used if it has none.
func messageOf(n requestlog.Note) problem.Message {
	if m := problem.OfCode(n.Code); m.String() == n.Message {
		return m
	}
	return problem.Decode(n.Codes, n.Message)
}

// requestRow is a request as a sentence.
type requestRow struct {
	requestlog.Entry
	Text string
}

// requestTexts say what a key did by the method, and in failed what it could not do.
var (
	requestTexts = map[string]string{
		http.MethodGet: web.Key("%[1]s read: %[2]s"), http.MethodDelete: web.Key("%[1]s deleted: %[2]s"),
	}
	failedTexts = map[string]string{
		http.MethodGet: web.Key("%[1]s could not read: %[2]s"), http.MethodDelete: web.Key("%[1]s could not delete: %[2]s"),
	}
	// resourceTexts are the parts of the API by the beginnings of their paths behind /api/, the longest first.
	resourceTexts = web.Choices("part of the API")
)

// requestText says in a sentence what a key did with a request.
func requestText(v *web.Visit, e *requestlog.Entry, keys map[int64]string) string {
	text, resource := requestTexts[e.Method], ""
	if e.Status >= http.StatusBadRequest {
		text = cmp.Or(failedTexts[e.Method], web.Key("%[1]s could not write: %[2]s"))
	}
	for _, r := range slices.Backward(resourceTexts) {
		if strings.HasPrefix(e.Route, "/api/"+r[0]) {
			resource = v.T(r[1])
		}
	}
	key := v.T("A program without a key")
	if e.KeyID != 0 {
		key = v.T("Key %s", cmp.Or(keys[e.KeyID], strconv.FormatInt(e.KeyID, 10)))
	}
	return v.T(cmp.Or(text, web.Key("%[1]s wrote: %[2]s")), key, cmp.Or(resource, e.Route))
}

func showRequests(v *web.Visit, filter requestlog.Filter, page map[string]any) error {
	filter.RequestID, filter.Failed = v.FormValue("request_id"), v.FormValue("failed") != ""
	if v.FormValue("polls") == "" && filter.RequestID == "" {
		filter.Without = v.Console.Polls
	}
	before, _ := strconv.ParseInt(v.FormValue("before"), 10, 64) // 0: the newest ones
	entries, more, err := v.Console.Store.Requests.List(v.Context(), filter, before, requestsOnPage)
	r := web.Reading{Err: err}
	keys := web.Read1(&r, (*web.Visit).KeyNames, v)
	for i := range entries {
		for _, notes := range [][]requestlog.Note{entries[i].Errors, entries[i].Warnings} {
			for j := range notes {
				notes[j].Message = v.Words().Say("", messageOf(notes[j]))
			}
		}
	}
	page["Next"] = web.Next(entries, more, func(last requestlog.Entry) string { return v.Link("before", strconv.FormatInt(last.No, 10)) })
	page["Requests"] = each.Of(entries, func(e requestlog.Entry) requestRow { return requestRow{e, requestText(v, &e, keys)} })
	page["Filters"] = web.NewForm(v.Request.URL.Query())
	return v.Show(r.Err, http.StatusOK, "requests.html", page)
}
