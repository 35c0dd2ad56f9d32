package store

import (
	"context"
	"maps"
	"slices"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// orderChange is a change of an order that a person makes.
type orderChange struct {
	accountID  int64
	trackingNo string
	action     string
	old, new   any
}

// auditOrder records changes of orders in the transaction that makes them, as its last statements, when a user of the
// console or a command makes them. What keys and partners do is in the history of the order.
func (s *Store) auditOrder(ctx context.Context, q engine.Querier, changes ...orderChange) (err error) {
	for i := 0; i < len(changes) && err == nil && audit.ActorOf(ctx).IsPerson(); i++ {
		err = s.auditDecision(ctx, q, changes[i])
	}
	return err
}

// auditDecision records what an operator decided about an order at its partner, also by a key.
func (s *Store) auditDecision(ctx context.Context, q engine.Querier, c orderChange) error {
	if audit.ActorOf(ctx).Kind == audit.ActorServer {
		return nil
	}
	return s.Audit.Record(ctx, q, audit.Change{
		AccountID: c.accountID, Action: c.action, SubjectKind: audit.SubjectOrder, Subject: c.trackingNo, Old: c.old, New: c.new,
	})
}

// maxAuditedNumbers is how many tracking numbers the audit log has of a request that creates orders.
const maxAuditedNumbers = 20

// auditedCreate is a request that created orders in the audit log.
type auditedCreate struct {
	UploadBatchNo string   `json:"upload_batch_no"`
	Orders        int      `json:"orders"`
	TrackingNos   []string `json:"tracking_nos"`       // the first ones
	Replaces      string   `json:"replaces,omitempty"` // the number of the order in whose place one is created
}

// auditCreates records which users of the console and commands created batches: one entry each, by the tracking number of
// the first order. Orders that keys create have their key, and those of an import its number.
func auditCreates(in *engine.Inserting, batches []engine.Batch) {
	byAccount := make(map[int64][]*creation)
	for _, b := range batches {
		if c := b.(*creation); c.actor.IsPerson() {
			byAccount[c.AccountID] = append(byAccount[c.AccountID], c)
		}
	}
	for _, accountID := range slices.Sorted(maps.Keys(byAccount)) { // so that two groups cannot deadlock
		audited := byAccount[accountID]
		in.Insert(&auditSequencesTable, []any{accountID, int64(len(audited))})
		for i, c := range audited {
			created := auditedCreate{UploadBatchNo: c.uploadBatchNo, Orders: len(c.Orders), Replaces: c.ReplacesNo}
			for i := range c.Orders[:min(len(c.Orders), maxAuditedNumbers)] {
				created.TrackingNos = append(created.TrackingNos, c.Orders[i].TrackingNo)
			}
			value, _ := audit.Value(created) // it has texts and numbers alone
			in.Insert(&auditLogTable, []any{
				accountID, int64(len(audited) - 1 - i), engine.Micros(c.createdOn), string(c.actor.Kind), c.actor.Name, "create",
				audit.SubjectOrder, created.TrackingNos[0], "", value,
			})
		}
	}
}

// auditedCancel is an order in the audit log when it is cancelled.
type auditedCancel struct {
	Status       shipment.TrackerStatus `json:"tracker_status_code"`
	Cancellation CancellationState      `json:"cancellation,omitempty"`
}

// auditedEdit is an order in the audit log when it is changed. The values are in its history.
type auditedEdit struct {
	Version int64  `json:"version"`
	Fields  string `json:"changed_fields"`
}

// auditedRetry is a cancellation in the audit log when it becomes due again.
type auditedRetry struct {
	Cancellation CancellationState `json:"cancellation"`
	DueOn        time.Time         `json:"due_on,omitzero"`
	Note         string            `json:"note,omitempty"` // of the operator
}

// auditedSubmission is a submission in the audit log.
type auditedSubmission struct {
	State   SubmissionState `json:"state"`
	HAWBNo  string          `json:"hawb_no,omitempty"`
	Message string          `json:"message,omitempty"`
	DueOn   time.Time       `json:"due_on,omitzero"` // of a retry: it, or its label, is due again
	Note    string          `json:"note,omitempty"`  // of the operator
}

// decided is an operator's change of a submission.
func decided(trackingNo string, kind AttemptKind, before, after Submission, now time.Time, note string) orderChange {
	was := auditedSubmission{State: before.State, HAWBNo: before.HAWBNo, Message: before.Message}
	is := auditedSubmission{State: after.State, HAWBNo: after.HAWBNo, Message: after.Message, Note: note}
	if kind == AttemptRetry {
		is.DueOn = now
	}
	return orderChange{before.AccountID, trackingNo, string(kind), was, is}
}

// auditedPrint is when a label was printed, and by whom, in the audit log when that is taken back.
type auditedPrint struct {
	On time.Time `json:"printed_on"`
	By string    `json:"printed_by"`
}

// auditedProof is a proof of delivery in the audit log, which has neither the picture nor the name of the person.
type auditedProof struct {
	MediaType string    `json:"media_type"`
	Bytes     int       `json:"bytes"`
	SignedOn  time.Time `json:"signed_on"`
}
