package operator

import (
	"cmp"
	"errors"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/store"
)

// entryView is a submission or a cancellation in a list.
type entryView struct {
	store.LedgerEntry
	TrackingNo string
	Account    string
	State      web.StatusView
}

// ledgerStates are the states of submissions and cancellations as badges show them.
var ledgerStates = web.Badges[string]("submission state")

func ledgerState(state string) web.StatusView {
	return web.Badge(ledgerStates, state)
}

const (
	listCancellations = "cancellations" // value of list; "" are submissions
	labelMissing      = "label-missing" // value of state: confirmed without the partner's label
)

// submissionStates and cancellationStates are the states that a filter can name.
var (
	submissionStates = []string{
		string(store.SubmissionFailed), string(store.SubmissionUnknown), string(store.SubmissionPending), labelMissing,
		string(store.SubmissionConfirmed),
	}
	cancellationStates = []string{
		string(store.CancellationRefused), string(store.CancellationFailed), string(store.CancellationWaiting),
		string(store.CancellationPending), string(store.CancellationConfirmed),
	}
)

// ages are the ages that one can filter by, in hours.
var ages = []string{"1", "24", "168"}

// ledgerQuery is the filter of the list.
type ledgerQuery struct {
	store.LedgerFilter
	cancellations bool
}

// readLedgerQuery reads the filter of a query. Returns a notice for one that the page does not make.
func readLedgerQuery(v *web.Visit) (q ledgerQuery, err error) {
	query := v.Request.URL.Query()
	q.cancellations, q.Limit = query.Get("list") == listCancellations, pageRows+1
	q.State, q.Partner = query.Get("state"), query.Get("partner")
	states := submissionStates
	if q.cancellations {
		states = cancellationStates
	}
	if q.State != "" && !slices.Contains(states, q.State) {
		return q, badQuery(v)
	}
	if text := query.Get("account"); text != "" {
		if q.AccountID, err = strconv.ParseInt(text, 10, 64); err != nil || q.AccountID < 1 {
			return q, badQuery(v)
		}
	}
	if text := query.Get("age"); text != "" {
		hours, err := strconv.Atoi(text)
		if err != nil || hours < 1 || hours > 24*365 {
			return q, badQuery(v)
		}
		q.CreatedBefore = v.Console.Now().Add(-time.Duration(hours) * time.Hour)
	}
	if q.After, err = store.ParseLedgerKey(query.Get("after")); err != nil {
		return q, badQuery(v)
	}
	return q, nil
}

// entries are the entries of the list, one more than a page has.
func entries(v *web.Visit, q ledgerQuery) ([]entryView, error) {
	s := v.Console.Store
	if q.cancellations {
		all, err := s.Ledger.Cancellations(v.Context(), q.LedgerFilter)
		return each.Of(all, func(c store.Cancellation) entryView {
			return entryView{c.LedgerEntry, c.Order.TrackingNo, "", ledgerState(string(c.State))}
		}), err
	}
	if q.State == labelMissing {
		q.State, q.LabelMissing = "", true
	}
	all, err := s.Ledger.Submissions(v.Context(), q.LedgerFilter)
	return each.Of(all, func(sub store.Submission) entryView {
		return entryView{sub.LedgerEntry, sub.Order.TrackingNo, "", ledgerState(string(sub.State))}
	}), err
}

// listSubmissions lists what is not confirmed at partners.
func listSubmissions(v *web.Visit, status int, f *web.Form) error {
	var r web.Reading
	q := web.Read1(&r, readLedgerQuery, v)
	found := web.Read2(&r, entries, v, q)
	names := web.Read1(&r, (*web.Visit).AccountNames, v)
	partners := web.Read1(&r, partnerOptions, v)
	rows, next := web.Page(found, pageRows, func(last entryView) string {
		return v.Link("after", last.Key().String())
	})
	for i := range rows {
		rows[i].Account = cmp.Or(names[rows[i].AccountID], strconv.FormatInt(rows[i].AccountID, 10))
	}
	filters := web.NewForm(v.Request.URL.Query())
	query := template.URL(v.Request.URL.RawQuery) //nolint:gosec // it is a query, and the template quotes it
	return v.Show(r.Err, status, "operator_submissions.html", map[string]any{
		"Rows": rows, "Next": next, "Cancellations": q.cancellations, "Form": f, "Filters": filters, "States": stateOptions(v, q),
		"Partners": partners, "Ages": ageOptions(v), "Chips": ledgerChips(v, q, names), "Query": query,
	})
}

func stateOptions(v *web.Visit, q ledgerQuery) []web.Option {
	states, all := submissionStates, v.T("Not confirmed")
	if q.cancellations {
		states = cancellationStates
	}
	return web.Options(all, states, func(s string) web.Option { return web.Option{Value: s, Text: stateText(v, s)} })
}

func stateText(v *web.Visit, state string) string {
	if state == labelMissing {
		return v.T("Label missing")
	}
	return v.T(ledgerState(state).Text)
}

func ageOptions(v *web.Visit) []web.Option {
	return web.Options(v.T("Any age"), ages, func(hours string) web.Option {
		n, _ := strconv.Atoi(hours) // they are numbers
		return web.Option{Value: hours, Text: v.T("Older than %d hours", n)}
	})
}

// partnerOptions are the partners that one can filter by.
func partnerOptions(v *web.Visit) ([]web.Option, error) {
	all, err := allPartners(v)
	return web.Options(v.T("All partners"), all, partnerOption), err
}

// ledgerChips are the filters in use.
func ledgerChips(v *web.Visit, q ledgerQuery, names map[int64]string) []chip {
	age := ""
	if !q.CreatedBefore.IsZero() {
		hours, _ := strconv.Atoi(v.Request.URL.Query().Get("age")) // it was read
		age = v.T("Older than %d hours", hours)
	}
	state, account := "", ""
	if q.State != "" {
		state = stateText(v, q.State)
	}
	if q.AccountID != 0 {
		account = cmp.Or(names[q.AccountID], strconv.FormatInt(q.AccountID, 10))
	}
	return chipsOf(v, "state", state, "partner", q.Partner, "account", account, "age", age)
}

// decision is the operator's decision about submissions or cancellations.
type decision struct {
	action     string
	resolution store.Resolution // also has the note of a retry
}

// readDecision reads the form of a decision, and puts what is wrong with it in f.
func readDecision(v *web.Visit, f *web.Form) (decision, error) {
	text := func(name string) string { return strings.TrimSpace(v.FormValue(name)) }
	d := decision{v.FormValue("action"), store.Resolution{Note: text("note")}}
	f.Label("note", v.T("Note")).Label("message", v.T("Message for the shipper")).Label("hawb_no", v.T("Number of the partner"))
	switch r := &d.resolution; d.action {
	case "retry":
		r.Confirmed = true
	case "confirm":
		r.Confirmed, r.HAWBNo, r.PartnerLabel = true, text("hawb_no"), v.FormValue("partner_label") != ""
	case "fail":
		r.Message = text("message")
	default:
		f.Fail("", v.T("Choose what to do."))
		return d, nil
	}
	return d, v.FailWith(f, d.resolution.Check())
}

// applyDecision applies a decision about an order. It returns why it cannot, in the user's language.
func applyDecision(v *web.Visit, d decision, cancellation bool, trackingNo string) (why string, err error) {
	switch operations := v.Console.Orders; {
	case cancellation:
		err = operations.RetryCancellation(v.Context(), trackingNo, d.resolution.Note)
	case d.action == "retry":
		err = operations.RetrySubmission(v.Context(), trackingNo, d.resolution.Note)
	default:
		_, err = v.Console.Store.Ledger.ResolveSubmission(v.Context(), trackingNo, d.resolution)
	}
	if why := store.WhyUndecided(err); !why.IsZero() {
		return v.Words().Say("", why), nil
	}
	return "", err
}

// decideSelected carries out a decision about the selected orders. What cannot be done is listed, the rest is done.
func decideSelected(v *web.Visit) error {
	f := web.NewForm(v.Request.PostForm)
	d, err := readDecision(v, f)
	if err != nil {
		return err
	}
	selected := v.Request.PostForm["selected"]
	if len(selected) == 0 || len(selected) > pageRows {
		f.Fail("", v.T("Select at least one order."))
	}
	cancellations := v.Request.URL.Query().Get("list") == listCancellations
	if cancellations && d.action != "retry" {
		f.Fail("", v.T("Choose what to do."))
	}
	if f.Failed() {
		return listSubmissions(v, http.StatusUnprocessableEntity, f)
	}
	done := 0
	for _, trackingNo := range selected {
		why, err := applyDecision(v, d, cancellations, strings.ToUpper(trackingNo))
		switch {
		case errors.Is(err, store.ErrNotFound):
			f.Fail("", trackingNo+": "+v.T("There is no such submission."))
		case err != nil:
			return err
		case why != "":
			f.Fail("", trackingNo+": "+why)
		default:
			done++
		}
	}
	return v.Finish(nil, f, listSubmissions, decided(v, d, done), v.Request.URL.RequestURI())
}

// decided says what was done.
func decided(v *web.Visit, d decision, count int) string {
	switch d.action {
	case "confirm":
		return v.T("%d orders are confirmed.", count)
	case "fail":
		return v.T("%d orders have failed. Their shippers see the message.", count)
	}
	return v.T("%d orders are retried.", count)
}

// showSubmission shows the submission of an order, its cancellation, and all attempts.
func showSubmission(v *web.Visit, status int, f *web.Form) error {
	s, trackingNo := v.Console.Store, v.Request.PathValue("tracking_no")
	var r web.Reading
	sub := web.Read2(&r, s.Ledger.SubmissionByTrackingNo, v.Context(), trackingNo)
	history := web.Read3(&r, s.Ledger.SubmissionHistory, v.Context(), sub.AccountID, sub.OrderID)
	account := web.Read2(&r, s.MasterData.Account, v.Context(), sub.AccountID)
	if r.Err != nil {
		return r.Err
	}
	data := map[string]any{
		"Submission": sub, "State": ledgerState(string(sub.State)), "Account": account, "Form": f,
		"Attempts": attemptRows(history), "Label": nil, "Cancellation": nil,
		"Open": sub.State != store.SubmissionConfirmed && sub.State != store.SubmissionCancelled,
	}
	label, err := s.Ledger.PartnerLabel(v.Context(), sub.AccountID, sub.OrderID)
	if err == nil {
		data["Label"] = label
	} else if !errors.Is(err, store.ErrNotFound) {
		return err
	}
	cancellation, err := s.Ledger.CancellationByTrackingNo(v.Context(), trackingNo)
	if err == nil {
		data["Cancellation"], data["CancellationState"] = cancellation, ledgerState(string(cancellation.State))
	} else if !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return v.Render(status, "operator_submission.html", data)
}

// decideSubmission carries out a decision about one order.
func decideSubmission(v *web.Visit) error {
	f := web.NewForm(v.Request.PostForm)
	cancellation := v.FormValue("action") == "retry-cancellation"
	if cancellation {
		v.Request.Form.Set("action", "retry")
	}
	d, err := readDecision(v, f)
	if err != nil || f.Failed() {
		return v.Again(f, err, showSubmission)
	}
	why, err := applyDecision(v, d, cancellation, strings.ToUpper(v.Request.PathValue("tracking_no")))
	if err != nil {
		return err
	}
	if why != "" {
		f.Fail("", why)
		return showSubmission(v, http.StatusConflict, f)
	}
	return v.Done(nil, decided(v, d, 1), v.Request.URL.Path)
}
