package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/document"
	"waybill/internal/store/engine"
)

const (
	// maxChanges is how often an order can be changed: each change is kept with it.
	maxChanges = 500
	// maxKeptValue is how many bytes the old and the new value of a field have together that a change keeps. Of 200 items with
	// all their texts it keeps only that they were changed.
	maxKeptValue = 64 << 10
)

// Edit is a change of an order.
type Edit struct {
	Before, After *shipment.Order // with items; Before as OrderForEdit returned it
	Changes       []shipment.FieldChange
	Partner       string // of the service; "": in house
	DryRun        bool   // nothing is changed
}

// errDryRun undoes the transaction of a dry run.
var errDryRun = errors.New("dry run")

// tryChange is change for a change that a dry run undoes, and that may find all as it should become.
func (s *Store) tryChange(ctx context.Context, doing string, dryRun bool, fn func(context.Context, engine.Querier) error) error {
	err := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		err := fn(ctx, q)
		switch {
		case err != nil:
			return err
		case dryRun:
			return errDryRun
		}
		return s.DB.Mark(ctx, q)
	})
	if errors.Is(err, errDryRun) {
		return nil
	}
	return s.DB.Explain(doing, err)
}

// OrderForEdit returns an order of an account with items, as it is now. Returns ErrNotFound, also for an order of another
// account.
func (s *Store) OrderForEdit(ctx context.Context, accountID int64, trackingNo string) (shipment.Order, error) {
	o, err := s.orderByTrackingNo(ctx, trackingNo)
	if err == nil && o.AccountID != accountID {
		o, err = shipment.Order{}, engine.ErrNotFound
	}
	s.DB.NoteTold(accountID)
	return o, s.DB.Explain("read an order to change", err)
}

// EditOrder changes an order that was not handed over and that its partner does not have: its documents, the search index,
// the counts, and what is submitted. The history keeps the change, which is an event. If the partner refused the order, it
// is submitted again. An order that is submitted again has all its attempts. Returns the partner that has work now, "" for none.
//
// Returns an error, and changes nothing, if that cannot be done: ErrChanged if the order is not as in Before any more,
// ErrErased, ErrCancelled, ErrTooLate if the parcel was picked up, ErrConfirmed if the partner has the order, ErrUnderWay
// while it is submitted, ErrOutcomeUnknown, ErrOtherFulfilment, ErrNotRefused, and ErrTooMany after 500 changes.
func (s *Store) EditOrder(ctx context.Context, e Edit) (partner string, err error) {
	err = s.tryChange(ctx, "change an order", e.DryRun, func(ctx context.Context, q engine.Querier) error {
		partner, err = s.editOrder(ctx, q, e)
		return err
	})
	if e.DryRun {
		partner = ""
	}
	return partner, err
}

func (s *Store) editOrder(ctx context.Context, q engine.Querier, e Edit) (partner string, err error) {
	accountID, orderID, now := e.Before.AccountID, e.Before.OrderID, s.DB.Now()
	// Submissions are locked first, as in RecordOutcome, so that the two cannot deadlock.
	submissions, err := s.lockSubmissions(ctx, q, accountID, []int64{orderID})
	if err != nil {
		return "", err
	}
	orders, err := s.lockOrders(ctx, q, accountID, []int64{orderID})
	if err != nil || len(orders) == 0 {
		return "", cmp.Or(err, engine.ErrNotFound)
	}
	holds, err := s.holds(ctx, q, accountID, []int64{orderID})
	if err != nil {
		return "", err
	}
	sub, submitted := submissions[orderID]
	if err := mayEdit(&orders[0], sub.State, e); err != nil {
		return "", err
	}
	otherService := e.Before.ServiceID != e.After.ServiceID
	if otherService && submitted != (e.Partner != "") {
		return "", ErrOtherFulfilment
	}
	change := shipment.Change{Version: e.Before.Version + 1, ChangedOn: now, Fields: e.Changes}
	if submitted {
		if !otherService {
			e.Partner = sub.Partner
		}
		if sub.State == SubmissionFailed {
			change.Refusal = sub.Message
		}
		if partner, err = submitEdited(ctx, q, sub, e.Partner, holds[orderID] != nil, now); err != nil {
			return "", err
		}
	}
	return partner, s.storeEdited(ctx, q, e, change)
}

// mayEdit returns why an order cannot be changed. state is "" in house.
func mayEdit(o *trackedOrder, state SubmissionState, e Edit) error {
	if o.Version != e.Before.Version {
		return ErrChanged
	}
	err := mayHold(o, state)
	if err == nil && state == SubmissionConfirmed {
		err = ErrConfirmed
	}
	return err
}

// submitEdited makes the submission of a changed order due. A process that claimed it has the order as it was: it loses its
// lease. A partner that refused the order is asked first whether it has it, as in RetrySubmission. A held order is not due.
// Returns the partner that has work now, "" for none, and ErrNotRefused if the order goes to another partner while the old one
// may have it.
func submitEdited(ctx context.Context, q engine.Querier, sub Submission, partner string, held bool, now time.Time) (string, error) {
	state, class, message := SubmissionPending, "", ""
	switch again := sub.asksFirst() && partner == sub.Partner; {
	case sub.asksFirst() && !again && sub.ErrorClass != ClassRefused:
		return "", ErrNotRefused // the old partner is not asked any more
	case held && again:
		state, class, message = SubmissionHeld, sub.ErrorClass, sub.Message
	case held:
		state = SubmissionHeld
	case again:
		state = SubmissionUnknown
	}
	_, err := q.Exec(ctx, `UPDATE submissions SET state = $1, partner = $2, attempts = 0, error_class = $6, message = $7, due_on = $3,
			updated_on = $3, lease_owner = '', lease_token = lease_token + 1 WHERE account_id = $4 AND order_id = $5`,
		string(state), partner, engine.Micros(now), sub.AccountID, sub.OrderID, class, message)
	if held {
		partner = ""
	}
	return partner, err
}

// storeEdited writes what a change makes of an order, and the change itself.
func (s *Store) storeEdited(ctx context.Context, q engine.Querier, e Edit, change shipment.Change) error {
	o, now := e.After, engine.Micros(change.ChangedOn)
	labelChangedOn := engine.Micros(e.Before.LabelChangedOn)
	names := make([]string, len(change.Fields))
	for i := range change.Fields {
		// A label that is drawn later cannot have been printed before.
		if names[i] = change.Fields[i].Field; change.Fields[i].IsPrinted() && e.Before.HasLabel {
			labelChangedOn = now
		}
	}
	docs, _ := document.Of(o, nil)
	err := engine.UpdateOne(ctx, q, ErrChanged, `UPDATE orders SET record = $1, rest = $2, items = $3, service_id = $4, shipper_order_id = $5,
			version = $6, label_changed_on = $7, updated_on = $8,
			has_label = CASE WHEN has_label = 2 AND service_id <> $4 THEN 0 ELSE has_label END,
			status_code = CASE WHEN status_code = 'SUBMISSION_FAILED' THEN '' ELSE status_code END
		WHERE `+s.DB.Dialect.Account+` = $9 AND order_id = $10 AND version = $6 - 1`,
		docs.Record, docs.Rest, docs.Items, o.ServiceID, o.ShipperOrderID, change.Version, labelChangedOn, now, o.AccountID, o.OrderID)
	if err != nil {
		return err
	}
	if e.Before.ServiceID != o.ServiceID {
		in := s.DB.Inserting(ctx, q)
		counts := orderCounts{{o.AccountID, e.Before.ServiceID}: -1, {o.AccountID, o.ServiceID}: 1}
		counts.insert(in, 0)
		if err := in.Flush(); err != nil {
			return err
		}
	}
	if err := indexAgain(ctx, q, o.AccountID, o.OrderID, change.ChangedOn, true); err != nil {
		return err
	}
	for i := range change.Fields {
		if f := &change.Fields[i]; len(f.From)+len(f.To) > maxKeptValue {
			f.From, f.To = json.RawMessage("null"), json.RawMessage("null")
		}
	}
	if err := insertChange(ctx, q, o.AccountID, o.OrderID, change); err != nil {
		return err
	}
	changed := strings.Join(names, ",")
	err = s.Webhooks.recordEvent(ctx, q, shipment.EventOrderUpdated, o.AccountID, o.OrderID,
		shipment.EventDetail{Name: shipment.DetailChangedFields, Value: changed})
	if err != nil {
		return err
	}
	return s.auditOrder(ctx, q, orderChange{o.AccountID, o.TrackingNo, "edit", nil, auditedEdit{change.Version, changed}})
}

// insertChange adds a change to the history of an order. Its actor is that of ctx.
func insertChange(ctx context.Context, q engine.Querier, accountID, orderID int64, change shipment.Change) error {
	fields, err := json.Marshal(change.Fields)
	if err != nil {
		return fmt.Errorf("keep a change: %w", err)
	}
	actor := audit.ActorOf(ctx)
	return engine.Exec(ctx, q, `INSERT INTO order_changes (account_id, order_id, version, changed_on, actor_kind, actor, changes, refusal)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, accountID, orderID, change.Version, engine.Micros(change.ChangedOn),
		string(actor.Kind), actor.Name, string(fields), change.Refusal)
}

// shownChanges is how many changes of an order its detail has.
const shownChanges = 100

// Changes returns the changes of an order of an account, newest first.
func (s *Store) Changes(ctx context.Context, accountID, orderID int64) ([]shipment.Change, error) {
	changes, err := s.changes(ctx, accountID, orderID, maxChanges)
	return changes, s.DB.Explain("read the changes of an order", err)
}

func (s *Store) changes(ctx context.Context, accountID, orderID int64, most int) ([]shipment.Change, error) {
	take := meterOf(ctx)
	return engine.Collect(ctx, s.DB.Reads, func(row engine.Scanner, c *shipment.Change) error {
		var fields string
		if err := row.Scan(&c.Version, engine.At(&c.ChangedOn), &c.ActorKind, &c.Actor, &fields, &c.Refusal); err != nil {
			return err
		}
		return cmp.Or(take(len(fields)), json.Unmarshal([]byte(fields), &c.Fields))
	}, `SELECT version, changed_on, actor_kind, actor, changes, refusal FROM order_changes
		WHERE account_id = $1 AND order_id = $2 ORDER BY version DESC LIMIT CAST($3 AS BIGINT)`, accountID, orderID, most)
}

// addChanges reads the newest changes of an order, and whether its label was printed since.
func (s *Store) addChanges(ctx context.Context, d *Detail) error {
	changes, err := s.changes(ctx, d.Order.AccountID, d.Order.OrderID, shownChanges)
	// Another change may have come since the order was read: whoever names the newest version has seen its values.
	d.Changes = slices.DeleteFunc(changes, func(c shipment.Change) bool { return c.Version > d.Order.Version })
	if err != nil || d.Order.LabelChangedOn.IsZero() {
		return err
	}
	prints, err := s.Prints.LabelPrints(ctx, d.Order.AccountID, []int64{d.Order.OrderID})
	last, printed := prints[d.Order.OrderID]
	d.LabelStale = d.Order.HasLabel && (!printed || last.Stale)
	return err
}
