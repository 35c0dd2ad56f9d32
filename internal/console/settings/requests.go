package settings

import (
	"net/http"
	"net/url"
	"strconv"

	"waybill/internal/console/web"
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

func showRequests(v *web.Visit, filter requestlog.Filter, page map[string]any) error {
	filter.RequestID, filter.Failed = v.FormValue("request_id"), v.FormValue("failed") != ""
	before, _ := strconv.ParseInt(v.FormValue("before"), 10, 64) // 0: the newest ones
	entries, more, err := v.Console.Store.Requests.List(v.Context(), filter, before, requestsOnPage)
	if err != nil {
		return err
	}
	for i := range entries {
		for _, notes := range [][]requestlog.Note{entries[i].Errors, entries[i].Warnings} {
			for j := range notes {
				notes[j].Message = v.Words().Say("", messageOf(notes[j]))
			}
		}
	}
	page["Requests"], page["Next"] = entries, ""
	if more {
		query := url.Values{"before": {strconv.FormatInt(entries[len(entries)-1].No, 10)}}
		for _, name := range []string{"request_id", "failed", "account"} {
			if value := v.FormValue(name); value != "" {
				query.Set(name, value)
			}
		}
		page["Next"] = v.Request.URL.Path + "?" + query.Encode()
	}
	page["Filters"] = web.NewForm(v.Request.URL.Query())
	return v.Render(http.StatusOK, "requests.html", page)
}
