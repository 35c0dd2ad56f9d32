package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/each"
	"waybill/internal/orders"
	"waybill/internal/request"
	"waybill/internal/store"
)

// operatorEntry is a submission or a cancellation of any account.
type operatorEntry struct {
	orders.Entry
	trackingNo, hawbNo string
	history            []store.Attempt // only of one that is viewed
}

func submissionEntry(s store.Submission) operatorEntry {
	entry := orders.Entry{Kind: "submission", State: string(s.State), LedgerEntry: s.LedgerEntry}
	return operatorEntry{entry, s.Order.TrackingNo, s.HAWBNo, nil}
}

func cancellationEntry(c store.Cancellation) operatorEntry {
	if c.State != store.CancellationPending {
		c.DueOn = time.Time{}
	}
	return operatorEntry{orders.Entry{Kind: "cancellation", State: string(c.State), LedgerEntry: c.LedgerEntry}, c.Order.TrackingNo, "", nil}
}

// operatorLedger has an operator's operations on submissions and cancellations.
type operatorLedger struct {
	*store.Ledger
	orders *orders.Service
}

// listEntries makes the operation that lists the entries of all accounts that a filter selects, the oldest first.
func listEntries[T any](
	find func(context.Context, store.LedgerFilter) ([]T, error), entryOf func(T) operatorEntry,
) shell.On[request.LedgerFilter] {
	return func(ctx context.Context, c shell.Call, f request.LedgerFilter) (shell.Response, error) {
		after, err := store.ParseLedgerKey(request.LastValue(c.Query(), "cursor"))
		if err != nil {
			return shell.Response{}, shell.ErrInvalidCursor
		}
		selected := store.LedgerFilter{
			State: f.State, Partner: f.Partner, AccountID: f.AccountID, LabelMissing: f.LabelMissing, After: after, Limit: c.Limit() + 1,
		}
		if !f.CreatedTo.IsZero() {
			selected.CreatedBefore = f.CreatedTo.Add(time.Microsecond)
		}
		found, err := find(ctx, selected)
		page, next := answer.Cut(each.Of(found, entryOf), c.Limit(), func(e *operatorEntry) string { return e.Key().String() })
		return answer.Page(next, page, writeOperatorEntry), err
	}
}

// submission finds a submission with its attempts.
func (a *operatorLedger) submission(ctx context.Context, c shell.Call) (operatorEntry, error) {
	s, err := a.SubmissionByTrackingNo(ctx, c.TrackingNo())
	return a.withHistory(ctx, submissionEntry(s), err)
}

// cancellation finds a cancellation with the attempts at it and at its submission.
func (a *operatorLedger) cancellation(ctx context.Context, c shell.Call) (operatorEntry, error) {
	found, err := a.CancellationByTrackingNo(ctx, c.TrackingNo())
	return a.withHistory(ctx, cancellationEntry(found), err)
}

// withHistory is an entry that was found, with its attempts; or err.
func (a *operatorLedger) withHistory(ctx context.Context, e operatorEntry, err error) (operatorEntry, error) {
	if err == nil {
		e.history, err = a.SubmissionHistory(ctx, e.AccountID, e.OrderID)
	}
	return e, err
}

// retrySubmission makes a failed or waiting submission due now.
func (a *operatorLedger) retrySubmission(ctx context.Context, c shell.Call, d request.Decision) error {
	return decisionProblem(a.orders.RetrySubmission(ctx, c.TrackingNo(), d.Note))
}

// retryCancellation makes a cancellation due now, also one that the partner refused.
func (a *operatorLedger) retryCancellation(ctx context.Context, c shell.Call, d request.Decision) error {
	return decisionProblem(a.orders.RetryCancellation(ctx, c.TrackingNo(), d.Note))
}

// resolveSubmission ends a submission by hand.
func (a *operatorLedger) resolveSubmission(ctx context.Context, c shell.Call, d request.Decision) error {
	_, err := a.ResolveSubmission(ctx, c.TrackingNo(), store.Resolution{
		Confirmed: d.State == string(store.SubmissionConfirmed), HAWBNo: d.HAWBNo, PartnerLabel: d.PartnerLabel, Message: d.Message, Note: d.Note,
	})
	return decisionProblem(err)
}

// decisionProblem is what the operator reads of an error of a decision.
func decisionProblem(err error) error {
	why := store.WhyUndecided(err)
	switch {
	case why.IsZero():
		return settingProblem(err)
	case errors.Is(err, store.ErrUnderWay):
		return shell.Later(http.StatusConflict, why, time.Minute)
	}
	return &shell.Problem{Status: http.StatusConflict, Detail: why}
}

func writeOperatorEntry(o *openapi.Object, e *operatorEntry) {
	openapi.Extend(o, "LedgerEntry", &e.Entry, writeLedgerEntry)
	o.Text("tracking_no", e.trackingNo).MinLength(1)
	o.Int64("order_id", e.OrderID)
	o.Int64("account_id", e.AccountID)
	o.Text("idempotency_key", e.IdempotencyKey).About("The partner gets it with each attempt.")
	o.TimeOrNull("due_on", e.DueOn).About("When it is tried again. While it is tried, when that attempt ends at the latest.")
	o.TextOrNull("hawb_no", e.hawbNo).About("Number of the partner.")
}

func writeViewedEntry(o *openapi.Object, e *operatorEntry) {
	openapi.Extend(o, "OperatorEntry", e, writeOperatorEntry)
	openapi.List(o, "history", e.history, writeAttempt).Of("Attempt")
}

func writeAttempt(o *openapi.Object, a *store.Attempt) {
	o.Int("attempt", int64(a.Number)).Minimum(0).About("0 is a decision, or a report of the partner.")
	o.Text("kind", string(a.Kind)).Enum("submit", "find", "cancel", "label", "retry", "resolve", "report")
	o.Time("started_on", a.StartedOn)
	o.TimeOrNull("ended_on", a.EndedOn).About("Null if the call has not ended, or its process died.")
	o.Text("outcome", a.Outcome).About("What the response meant, in one word.")
	o.Text("message", a.Message).About("Of the partner or the operator.")
	o.Text("request", a.Request).About("What was sent, without secrets and personal data, cut to a few KiB.")
	o.Text("response", a.Response).About("What came back, likewise.")
}
