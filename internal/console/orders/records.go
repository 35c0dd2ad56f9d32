package orders

import (
	"slices"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/store"
)

// submissionView is what was sent to the partner of an order, for operators with all attempts.
type submissionView struct {
	Name, Partner, State, Tone, Message string
	Attempts                            int
	On                                  time.Time
}

// attemptView is a call to the partner, or a decision.
type attemptView struct {
	Number                                       int
	Name, Outcome, Message, Tone, Sent, Answered string
	On                                           time.Time
	Took                                         time.Duration
}

// deliveryView is a webhook about the order.
type deliveryView struct {
	Event, URL, State, Tone, Error string
	Attempts, Status               int
	On, DueOn                      time.Time
}

// entryNames are the kinds of entries of the ledger, in words.
var entryNames = map[string]string{
	"submission": web.Key("Submission of the order"), "cancellation": web.Key("Cancellation at the partner"),
	"label": web.Key("Label of the partner"),
}

// stateViews are the states of entries, deliveries and attempts as badges.
var stateViews = map[string]web.StatusView{
	"pending": {Tone: "", Text: web.Key("Waiting")}, "waiting": {Tone: "", Text: web.Key("Waiting")},
	"due":       {Tone: "", Text: web.Key("Waiting")},
	"held":      {Tone: "warn", Text: web.Key("Held")},
	"submitted": {Tone: "active", Text: web.Key("Under way")}, "unknown": {Tone: "warn", Text: web.Key("Not known")},
	"confirmed": {Tone: "good", Text: web.Key("Accepted")},
	"stored":    {Tone: "good", Text: web.Key("Stored")}, "delivered": {Tone: "good", Text: web.Key("Delivered")},
	"failed":  {Tone: "bad", Text: web.Key("Failed")},
	"refused": {Tone: "bad", Text: web.Key("Refused")}, "given up": {Tone: "bad", Text: web.Key("Given up")},
	"cancelled": {Tone: "off", Text: web.Key("Cancelled")},
}

// attemptNames are the kinds of attempts, in words.
var attemptNames = map[store.AttemptKind]string{
	store.AttemptSubmit: web.Key("Order sent to the partner"), store.AttemptFind: web.Key("Asked whether the partner has the order"),
	store.AttemptCancel: web.Key("Asked to cancel"), store.AttemptLabel: web.Key("Asked for the label"),
	store.AttemptRetry: web.Key("The operator wants another attempt"), store.AttemptResolve: web.Key("The operator decided"),
	store.AttemptReport: web.Key("The partner reported"),
}

// stateOf is the badge of a state; an unknown one is shown as it is.
func stateOf(v *web.Visit, state string) web.StatusView {
	if known, ok := stateViews[state]; ok {
		return web.StatusView{Tone: known.Tone, Text: v.T(known.Text)}
	}
	return web.StatusView{Text: state}
}

// addRecords adds what was sent to the partner and to endpoints, whether the label was printed, and what people changed.
func addRecords(v *web.Visit, p *orderPage) error {
	for _, e := range p.orderDetail.Submissions {
		state := stateOf(v, e.State)
		p.Submissions = append(p.Submissions, submissionView{
			Name: v.T(entryNames[e.Kind]), Partner: e.Partner, State: state.Text, Tone: state.Tone, Message: e.Message,
			Attempts: e.Attempts, On: e.UpdatedOn,
		})
	}
	deliveries, err := v.Console.Store.Webhooks.OrderDeliveries(v.Context(), v.Account.AccountID, p.OrderID, shownDeliveries)
	if err != nil {
		return err
	}
	for _, d := range deliveries {
		state := stateOf(v, string(d.State))
		p.Deliveries = append(p.Deliveries, deliveryView{
			Event: string(d.Event.Type), URL: d.URL, State: state.Text, Tone: state.Tone, Error: d.LastError,
			Attempts: d.Attempts, Status: d.LastStatus, On: d.Event.CreatedOn, DueOn: d.DueOn,
		})
	}
	prints, err := v.Console.Store.LabelPrints(v.Context(), v.Account.AccountID, []int64{p.OrderID})
	if err != nil {
		return err
	}
	p.Printed = prints[p.OrderID]
	p.Audit, err = auditOf(v, p.TrackingNo)
	return err
}

// attemptsOf returns the attempts at the partner, the newest first.
func attemptsOf(v *web.Visit, d *orderDetail) ([]attemptView, error) {
	history, err := v.Console.Store.Ledger.SubmissionHistory(v.Context(), v.Account.AccountID, d.OrderID)
	views := make([]attemptView, 0, len(history))
	for _, a := range slices.Backward(history) {
		view := attemptView{
			Number: a.Number, Name: web.Word(v, attemptNames, a.Kind), Outcome: a.Outcome, Message: a.Message,
			Sent: a.Request, Answered: a.Response, On: a.StartedOn,
		}
		if !a.EndedOn.IsZero() {
			view.Took = a.EndedOn.Sub(a.StartedOn).Round(time.Millisecond)
		}
		views = append(views, view)
	}
	return views, err
}
