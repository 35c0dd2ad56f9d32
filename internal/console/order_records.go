package console

import (
	"slices"
	"time"

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
	"submission": key("Submission of the order"), "cancellation": key("Cancellation at the partner"), "label": key("Label of the partner"),
}

// stateViews are the states of entries, deliveries and attempts as badges.
var stateViews = map[string]statusView{
	"pending": {"", key("Waiting")}, "waiting": {"", key("Waiting")}, "due": {"", key("Waiting")},
	"submitted": {"active", key("Under way")}, "unknown": {"warn", key("Not known")}, "confirmed": {"good", key("Accepted")},
	"stored": {"good", key("Stored")}, "delivered": {"good", key("Delivered")}, "failed": {"bad", key("Failed")},
	"refused": {"bad", key("Refused")}, "given up": {"bad", key("Given up")}, "cancelled": {"off", key("Cancelled")},
}

// attemptNames are the kinds of attempts, in words.
var attemptNames = map[store.AttemptKind]string{
	store.AttemptSubmit: key("Order sent to the partner"), store.AttemptFind: key("Asked whether the partner has the order"),
	store.AttemptCancel: key("Asked to cancel"), store.AttemptLabel: key("Asked for the label"),
	store.AttemptRetry: key("The operator wants another attempt"), store.AttemptResolve: key("The operator decided"),
	store.AttemptReport: key("The partner reported"),
}

// stateOf is the badge of a state; an unknown one is shown as it is.
func (v *visit) stateOf(state string) statusView {
	if known, ok := stateViews[state]; ok {
		return statusView{known.Tone, v.t(known.Text)}
	}
	return statusView{Text: state}
}

// addRecords adds what was sent to the partner and to endpoints, whether the label was printed, and what people changed.
func (v *visit) addRecords(p *orderPage) error {
	for _, e := range p.orderDetail.Submissions {
		state := v.stateOf(e.State)
		p.Submissions = append(p.Submissions, submissionView{
			Name: v.t(entryNames[e.Kind]), Partner: e.Partner, State: state.Text, Tone: state.Tone, Message: e.Message,
			Attempts: e.Attempts, On: e.UpdatedOn,
		})
	}
	deliveries, err := v.console.Store.OrderDeliveries(v.ctx(), v.account.AccountID, p.OrderID, shownDeliveries)
	if err != nil {
		return err
	}
	for _, d := range deliveries {
		state := v.stateOf(string(d.State))
		p.Deliveries = append(p.Deliveries, deliveryView{
			Event: string(d.Event.Type), URL: d.URL, State: state.Text, Tone: state.Tone, Error: d.LastError,
			Attempts: d.Attempts, Status: d.LastStatus, On: d.Event.CreatedOn, DueOn: d.DueOn,
		})
	}
	prints, err := v.console.Store.LabelPrints(v.ctx(), v.account.AccountID, []int64{p.OrderID})
	if err != nil {
		return err
	}
	p.Printed = prints[p.OrderID]
	p.Audit, err = v.auditOf(p.TrackingNo)
	return err
}

// attemptsOf returns the attempts at the partner, the newest first.
func (v *visit) attemptsOf(d *orderDetail) ([]attemptView, error) {
	history, err := v.console.Store.SubmissionHistory(v.ctx(), v.account.AccountID, d.OrderID)
	views := make([]attemptView, 0, len(history))
	for _, a := range slices.Backward(history) {
		view := attemptView{
			Number: a.Number, Name: string(a.Kind), Outcome: a.Outcome, Message: a.Message, Sent: a.Request, Answered: a.Response, On: a.StartedOn,
		}
		if text, known := attemptNames[a.Kind]; known {
			view.Name = v.t(text)
		}
		if !a.EndedOn.IsZero() {
			view.Took = a.EndedOn.Sub(a.StartedOn).Round(time.Millisecond)
		}
		views = append(views, view)
	}
	return views, err
}
