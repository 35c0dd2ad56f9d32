package console

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

// entryView is a submission or a cancellation in a list.
type entryView struct {
	store.LedgerEntry
	TrackingNo string
	Account    string
	State      statusView
}

// ledgerStates are the states of submissions and cancellations as badges show them.
var ledgerStates = map[string]statusView{
	string(store.SubmissionPending):   {"", key("Waiting")},
	string(store.SubmissionSubmitted): {"active", key("Being sent")},
	string(store.SubmissionUnknown):   {"warn", key("Outcome unknown")},
	string(store.SubmissionConfirmed): {"good", key("Confirmed")},
	string(store.SubmissionFailed):    {"bad", key("Failed")},
	string(store.SubmissionCancelled): {"off", key("Cancelled")},
	string(store.CancellationWaiting): {"", key("Waits for the submission")},
	string(store.CancellationRefused): {"bad", key("Refused")},
}

func ledgerState(state string) statusView {
	if known, ok := ledgerStates[state]; ok {
		return known
	}
	return statusView{Text: state}
}

const (
	listCancellations = "cancellations" // value of list; "" are submissions
	labelMissing      = "label-missing" // value of state: confirmed without the partner's label
)

// submissionStates and cancellationStates are those that one can filter by.
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
	cancellations  bool
	state, partner string
	accountID      int64
	before         time.Time
	after          store.LedgerKey
}

// readLedgerQuery reads the filter of a query. Returns a notice for one that the page does not make.
func (v *visit) readLedgerQuery() (q ledgerQuery, err error) {
	query := v.r.URL.Query()
	q.cancellations = query.Get("list") == listCancellations
	q.state, q.partner = query.Get("state"), query.Get("partner")
	states := submissionStates
	if q.cancellations {
		states = cancellationStates
	}
	if q.state != "" && !slices.Contains(states, q.state) {
		return q, v.badQuery()
	}
	if text := query.Get("account"); text != "" {
		if q.accountID, err = strconv.ParseInt(text, 10, 64); err != nil || q.accountID < 1 {
			return q, v.badQuery()
		}
	}
	if text := query.Get("age"); text != "" {
		hours, err := strconv.Atoi(text)
		if err != nil || hours < 1 || hours > 24*365 {
			return q, v.badQuery()
		}
		q.before = v.console.Now().Add(-time.Duration(hours) * time.Hour)
	}
	if text := query.Get("after"); text != "" {
		moment, id, _ := strings.Cut(text, "-")
		on, onErr := strconv.ParseInt(moment, 10, 64)
		orderID, idErr := strconv.ParseInt(id, 10, 64)
		if onErr != nil || idErr != nil {
			return q, v.badQuery()
		}
		q.after = store.LedgerKey{CreatedOn: time.UnixMicro(on).UTC(), OrderID: orderID}
	}
	return q, nil
}

// entries are those of the list, one more than a page has.
func (v *visit) entries(q ledgerQuery) (found []entryView, err error) {
	s := v.console.Store
	if q.cancellations {
		all, err := s.Cancellations(v.ctx(), store.CancellationFilter{
			State: store.CancellationState(q.state), Partner: q.partner, AccountID: q.accountID, CreatedBefore: q.before, After: q.after,
			Limit: pageRows + 1,
		})
		for i := range all {
			found = append(found, entryView{all[i].LedgerEntry, all[i].Order.TrackingNo, "", ledgerState(string(all[i].State))})
		}
		return found, err
	}
	filter := store.SubmissionFilter{
		State: store.SubmissionState(q.state), Partner: q.partner, AccountID: q.accountID, CreatedBefore: q.before, After: q.after,
		Limit: pageRows + 1,
	}
	if q.state == labelMissing {
		filter.State, filter.LabelMissing = "", true
	}
	all, err := s.Submissions(v.ctx(), filter)
	for i := range all {
		found = append(found, entryView{all[i].LedgerEntry, all[i].Order.TrackingNo, "", ledgerState(string(all[i].State))})
	}
	return found, err
}

// submissions lists what is not confirmed at partners.
func (v *visit) submissions() error { return v.listSubmissions(http.StatusOK, newForm(nil)) }

func (v *visit) listSubmissions(status int, f *form) error {
	q, err := v.readLedgerQuery()
	if err != nil {
		return err
	}
	found, err := v.entries(q)
	if err != nil {
		return err
	}
	names, err := v.accountNames()
	if err != nil {
		return err
	}
	page := operatorPage[entryView]{Rows: found[:min(len(found), pageRows)]}
	if len(found) > pageRows {
		last := found[pageRows-1].Key()
		page.Next = v.link("after", strconv.FormatInt(last.CreatedOn.UnixMicro(), 10)+"-"+strconv.FormatInt(last.OrderID, 10))
	}
	for i := range page.Rows {
		page.Rows[i].Account = cmp.Or(names[page.Rows[i].AccountID], strconv.FormatInt(page.Rows[i].AccountID, 10))
	}
	partners, err := v.partnerOptions()
	if err != nil {
		return err
	}
	filters := newForm(v.r.URL.Query())
	return v.render(status, "operator_submissions.html", map[string]any{
		"Page": page, "Cancellations": q.cancellations, "Form": f, "Filters": filters, "States": v.stateOptions(q),
		"Partners": partners, "Ages": v.ageOptions(), "Chips": v.ledgerChips(q, names), "Query": v.r.URL.RawQuery,
	})
}

func (v *visit) stateOptions(q ledgerQuery) []option {
	states, all := submissionStates, v.t("Not confirmed")
	if q.cancellations {
		states = cancellationStates
	}
	options := []option{{"", all}}
	for _, s := range states {
		options = append(options, option{s, v.stateText(s)})
	}
	return options
}

func (v *visit) stateText(state string) string {
	if state == labelMissing {
		return v.t("Label missing")
	}
	return v.t(ledgerState(state).Text)
}

func (v *visit) ageOptions() []option {
	options := []option{{"", v.t("Any age")}}
	for _, hours := range ages {
		n, _ := strconv.Atoi(hours) // they are numbers
		options = append(options, option{hours, v.t("Older than %d hours", n)})
	}
	return options
}

// partnerOptions are the partners that one can filter by.
func (v *visit) partnerOptions() ([]option, error) {
	names, err := v.partnerNames()
	options := []option{{"", v.t("All partners")}}
	for _, name := range names {
		options = append(options, option{name, name})
	}
	return options, err
}

// ledgerChips are the filters in use.
func (v *visit) ledgerChips(q ledgerQuery, names map[int64]string) []chip {
	var chips []chip
	if q.state != "" {
		chips = append(chips, chip{v.link("state", ""), v.stateText(q.state)})
	}
	if q.partner != "" {
		chips = append(chips, chip{v.link("partner", ""), q.partner})
	}
	if q.accountID != 0 {
		chips = append(chips, chip{v.link("account", ""), cmp.Or(names[q.accountID], strconv.FormatInt(q.accountID, 10))})
	}
	if !q.before.IsZero() {
		hours, _ := strconv.Atoi(v.r.URL.Query().Get("age")) // it was read
		chips = append(chips, chip{v.link("age", ""), v.t("Older than %d hours", hours)})
	}
	return chips
}

// decision is what the operator decided about submissions or cancellations.
type decision struct {
	action, note, message, hawbNo string
	partnerLabel                  bool
}

// readDecision reads the form of a decision, and puts what is wrong with it in f.
func (v *visit) readDecision(f *form) decision {
	d := decision{
		action: v.form("action"), note: strings.TrimSpace(v.form("note")), message: strings.TrimSpace(v.form("message")),
		hawbNo: strings.TrimSpace(v.form("hawb_no")), partnerLabel: v.form("partner_label") != "",
	}
	f.label("note", v.t("Note")).label("message", v.t("Message for the shipper")).label("hawb_no", v.t("Number of the partner"))
	v.checkNote(f, "note", d.note)
	switch d.action {
	case "retry", "confirm":
	case "fail":
		v.checkMessage(f, d.message)
	default:
		f.fail("", v.t("Choose what to do."))
	}
	if !shipment.IsHAWBNo(d.hawbNo) {
		f.fail("hawb_no", v.t("Enter at most %d letters, digits and signs of ASCII.", shipment.MaxHAWBNo))
	}
	return d
}

// carryOut carries out a decision about an order. It returns why it cannot, in the user's language.
func (v *visit) carryOut(d decision, cancellation bool, trackingNo string) (why string, err error) {
	s := v.console.Store
	switch {
	case cancellation:
		_, err = s.RetryCancellation(v.ctx(), trackingNo, d.note)
	case d.action == "retry":
		_, err = s.RetrySubmission(v.ctx(), trackingNo, d.note)
	case d.action == "confirm":
		_, err = s.ResolveSubmission(v.ctx(), trackingNo, d.note, store.Outcome{
			State: store.SubmissionConfirmed, HAWBNo: d.hawbNo, Label: store.LabelPromise{ByPartner: d.partnerLabel, DueOn: v.console.Now()},
		})
	default:
		_, err = s.ResolveSubmission(v.ctx(), trackingNo, d.note, store.Outcome{
			State: store.SubmissionFailed, ErrorClass: classOperator, Message: d.message,
		})
	}
	switch {
	case errors.Is(err, store.ErrUnderWay):
		return v.t("It is being tried now. Wait for the outcome."), nil
	case errors.Is(err, store.ErrCancelled):
		return v.t("The order is cancelled, so nothing needs a decision."), nil
	case errors.Is(err, store.ErrConfirmed):
		return v.t("The partner has the order and no label is missing, so nothing needs a decision."), nil
	case errors.Is(err, store.ErrTooLate):
		return v.t("The parcel was picked up, so the order cannot be cancelled any more."), nil
	}
	return "", err
}

// decideSelected carries out a decision about the selected orders. What cannot be done is listed, the rest is done.
func (v *visit) decideSelected() error {
	if err := v.parse(); err != nil {
		return err
	}
	f := newForm(v.r.PostForm)
	d := v.readDecision(f)
	selected := v.r.PostForm["selected"]
	if len(selected) == 0 || len(selected) > pageRows {
		f.fail("", v.t("Select at least one order."))
	}
	cancellations := v.r.URL.Query().Get("list") == listCancellations
	if cancellations && d.action != "retry" {
		f.fail("", v.t("Choose what to do."))
	}
	if f.failed() {
		return v.listSubmissions(http.StatusUnprocessableEntity, f)
	}
	done := 0
	for _, trackingNo := range selected {
		why, err := v.carryOut(d, cancellations, strings.ToUpper(trackingNo))
		switch {
		case errors.Is(err, store.ErrNotFound):
			f.fail("", trackingNo+": "+v.t("There is no such submission."))
		case err != nil:
			return err
		case why != "":
			f.fail("", trackingNo+": "+why)
		default:
			done++
		}
	}
	if f.failed() {
		return v.listSubmissions(http.StatusUnprocessableEntity, f)
	}
	v.toast(v.decided(d, done))
	return v.redirect(v.r.URL.RequestURI())
}

// decided says what was done.
func (v *visit) decided(d decision, orders int) string {
	switch d.action {
	case "confirm":
		return v.t("%d orders are confirmed.", orders)
	case "fail":
		return v.t("%d orders have failed. Their shippers see the message.", orders)
	}
	return v.t("The partner is asked again about %d orders.", orders)
}

// submission shows the submission of an order, its cancellation, and all attempts.
func (v *visit) submission() error { return v.showSubmission(http.StatusOK, newForm(nil)) }

func (v *visit) showSubmission(status int, f *form) error {
	s, trackingNo := v.console.Store, v.r.PathValue("tracking_no")
	sub, err := s.SubmissionByTrackingNo(v.ctx(), trackingNo)
	if err != nil {
		return err
	}
	history, err := s.SubmissionHistory(v.ctx(), sub.AccountID, sub.OrderID)
	if err != nil {
		return err
	}
	account, err := s.Account(v.ctx(), sub.AccountID)
	if err != nil {
		return err
	}
	data := map[string]any{
		"Submission": sub, "State": ledgerState(string(sub.State)), "Account": account, "Form": f,
		"Attempts": attemptRows(history), "Label": nil, "Cancellation": nil,
		"Open": sub.State != store.SubmissionConfirmed && sub.State != store.SubmissionCancelled,
	}
	label, err := s.PartnerLabel(v.ctx(), sub.AccountID, sub.OrderID)
	if err == nil {
		data["Label"] = label
	} else if !errors.Is(err, store.ErrNotFound) {
		return err
	}
	cancellation, err := s.CancellationByTrackingNo(v.ctx(), trackingNo)
	if err == nil {
		data["Cancellation"], data["CancellationState"] = cancellation, ledgerState(string(cancellation.State))
	} else if !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return v.render(status, "operator_submission.html", data)
}

// decideSubmission carries out a decision about one order.
func (v *visit) decideSubmission() error {
	if err := v.parse(); err != nil {
		return err
	}
	f := newForm(v.r.PostForm)
	cancellation := v.form("action") == "retry-cancellation"
	if cancellation {
		v.r.Form.Set("action", "retry")
	}
	d := v.readDecision(f)
	if f.failed() {
		return v.showSubmission(http.StatusUnprocessableEntity, f)
	}
	why, err := v.carryOut(d, cancellation, strings.ToUpper(v.r.PathValue("tracking_no")))
	if err != nil {
		return err
	}
	if why != "" {
		f.fail("", why)
		return v.showSubmission(http.StatusConflict, f)
	}
	v.toast(v.decided(d, 1))
	return v.redirect(v.r.URL.Path)
}
