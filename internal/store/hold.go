package store

import (
	"context"
	"encoding/json"

	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// HoldResult is the result of HoldOrders or ReleaseOrders for an order.
type HoldResult struct {
	Changed bool   // false without Err: the order is as asked already
	Err     error  // why nothing was changed
	Partner string // that has work now, "" for none
}

var holdsTable = engine.NewTable("order_holds", `ON CONFLICT (account_id, order_id) DO UPDATE SET reason = excluded.reason,
	rule_id = excluded.rule_id, held_on = excluded.held_on, actor_kind = excluded.actor_kind, actor = excluded.actor`,
	"account_id bigint", "order_id bigint", "reason text", "rule_id text", "held_on bigint", "actor_kind text", "actor text")

func holdRow(row []any, accountID, orderID int64, h *shipment.Hold) []any {
	return append(row, accountID, orderID, h.Reason, h.RuleID, engine.Micros(h.HeldOn), h.ActorKind, h.Actor)
}

// HoldOrders holds the orders of an account with the tracking numbers, in upper case, and returns the result for each number.
// A process that has claimed a submission loses its lease, so that it cannot start an attempt. A held order gets the new
// reason. The error of a result is ErrNotFound, ErrErased, ErrCancelled, ErrTooLate if the parcel was picked up, ErrUnderWay
// while it is submitted, ErrOutcomeUnknown, or ErrTooMany after 500 changes. With dryRun nothing is changed.
func (s *Store) HoldOrders(ctx context.Context, accountID int64, numbers []string, reason string, dryRun bool) ([]HoldResult, error) {
	actor := audit.ActorOf(ctx)
	one := func(ctx context.Context, h *holding, o *trackedOrder) (HoldResult, error) {
		if o.Hold != nil && o.Hold.Reason == reason {
			return HoldResult{}, nil
		}
		if err := mayHold(o, h.submissions[o.OrderID].State); err != nil {
			return HoldResult{Err: err}, nil //nolint:nilerr // it is the result of this order
		}
		hold := &shipment.Hold{Reason: reason, HeldOn: h.now, ActorKind: string(actor.Kind), Actor: actor.Name}
		if o.Hold != nil && o.Hold.RuleID == shipment.SanctionsRule { // its release needs a reason still
			hold.RuleID = o.Hold.RuleID
		}
		return HoldResult{Changed: true}, h.hold(ctx, o, hold)
	}
	return s.changeHolds(ctx, "hold orders", accountID, numbers, dryRun, one)
}

// ReleaseOrders ends what holds the orders of an account with the tracking numbers, in upper case, and returns the result for
// each number. What was held back of the submission is due now. An order in house that was held when it was created gets its
// label, which is an event. The error of a result is ErrNotFound, or ErrNoReason if a list of sanctions holds the order and reason is "".
// With dryRun nothing is changed.
func (s *Store) ReleaseOrders(ctx context.Context, accountID int64, numbers []string, reason string, dryRun bool) ([]HoldResult, error) {
	one := func(ctx context.Context, h *holding, o *trackedOrder) (HoldResult, error) {
		switch {
		case o.Hold == nil:
			return HoldResult{}, nil
		case reason == "" && o.Hold.RuleID == shipment.SanctionsRule:
			return HoldResult{Err: ErrNoReason}, nil
		}
		result := HoldResult{Changed: true}
		if sub := h.submissions[o.OrderID]; sub.State == SubmissionHeld {
			result.Partner = sub.Partner
		}
		return result, h.release(ctx, o, reason)
	}
	return s.changeHolds(ctx, "release orders", accountID, numbers, dryRun, one)
}

// mayHold returns why an order can neither be held nor changed. state is "" in house.
func mayHold(o *trackedOrder, state SubmissionState) error {
	switch {
	case !o.ErasedOn.IsZero():
		return ErrErased
	case o.TrackerStatus == shipment.Cancelled || state == SubmissionCancelled:
		return ErrCancelled
	case !o.standing.Allows(shipment.Cancelled):
		return ErrTooLate
	case state == SubmissionSubmitted:
		return ErrUnderWay
	case state == SubmissionUnknown:
		return ErrOutcomeUnknown
	case o.Version >= maxChanges:
		return engine.ErrTooMany
	}
	return nil
}

// holding is a transaction that holds or releases orders.
type holding struct {
	cancelling
	audited []orderChange
}

func (s *Store) changeHolds(
	ctx context.Context, what string, accountID int64, numbers []string, dryRun bool,
	one func(context.Context, *holding, *trackedOrder) (HoldResult, error),
) (results []HoldResult, err error) {
	err = s.tryChange(ctx, what, dryRun, func(ctx context.Context, q engine.Querier) error {
		h := holding{cancelling: cancelling{store: s, q: q, now: s.DB.Now()}}
		ids, orders, err := h.lock(ctx, accountID, numbers)
		if err != nil {
			return err
		}
		holds, err := s.holds(ctx, q, accountID, ids)
		if err != nil {
			return err
		}
		results, err = resultOfEach(numbers, orders, HoldResult{Err: engine.ErrNotFound}, func(o *trackedOrder) (HoldResult, error) {
			o.Hold = holds[o.OrderID]
			return one(ctx, &h, o)
		})
		if err != nil || dryRun {
			return err
		}
		return s.auditOrder(ctx, q, h.audited...)
	})
	return results, err
}

func (h *holding) hold(ctx context.Context, o *trackedOrder, hold *shipment.Hold) error {
	_, err := h.q.Exec(ctx, `UPDATE submissions SET state = 'held', attempts = 0, error_class = '', message = '', updated_on = $1,
		lease_owner = '', lease_token = lease_token + 1 WHERE account_id = $2 AND order_id = $3 AND state = 'pending'`,
		engine.Micros(h.now), o.AccountID, o.OrderID)
	if err != nil {
		return err
	}
	if _, err := h.q.Exec(ctx, holdsTable.One, holdRow(nil, o.AccountID, o.OrderID, hold)...); err != nil {
		return err
	}
	return h.note(ctx, o, hold, "", shipment.EventOrderHeld)
}

func (h *holding) release(ctx context.Context, o *trackedOrder, reason string) error {
	if err := deleteHold(ctx, h.q, o.AccountID, o.OrderID); err != nil {
		return err
	}
	sub, submitted := h.submissions[o.OrderID]
	state := SubmissionPending
	if sub.asksFirst() {
		state = SubmissionUnknown
	}
	_, err := h.q.Exec(ctx, `UPDATE submissions SET state = $4, error_class = '', message = '', due_on = $1, updated_on = $1
		WHERE account_id = $2 AND order_id = $3 AND state = 'held'`, engine.Micros(h.now), o.AccountID, o.OrderID, string(state))
	if err != nil {
		return err
	}
	inHouse := !submitted && o.StatusCode == shipment.StatusNone && o.ErasedOn.IsZero()
	if inHouse {
		o.StatusCode, o.HasLabel = shipment.StatusSubmitted, true
	}
	if err := h.note(ctx, o, nil, reason, shipment.EventOrderReleased); err != nil || !inHouse {
		return err
	}
	return h.store.Webhooks.recordEvent(ctx, h.q, shipment.EventLabelReady, o.AccountID, o.OrderID)
}

func deleteHold(ctx context.Context, q engine.Querier, accountID, orderID int64) error {
	return engine.Exec(ctx, q, `DELETE FROM order_holds WHERE account_id = $1 AND order_id = $2`, accountID, orderID)
}

// auditedHold is an order in the audit log when it is held, or released for a reason.
type auditedHold struct {
	Reason string `json:"reason"`
	RuleID string `json:"rule_id,omitempty"`
}

// note stores that an order is held, or not any more, perhaps for a reason, as a change of it, with the event.
func (h *holding) note(ctx context.Context, o *trackedOrder, hold *shipment.Hold, released string, event shipment.EventType) error {
	action, of := "hold", hold
	var values [2]any
	var reasons [2]json.RawMessage
	for i, is := range []*shipment.Hold{o.Hold, hold} {
		if reasons[i] = json.RawMessage("null"); is != nil {
			values[i], reasons[i] = auditedHold{is.Reason, is.RuleID}, shipment.AppendJSONString(nil, is.Reason)
		}
	}
	if hold == nil {
		action, of = "release", o.Hold
	}
	fields := []shipment.FieldChange{{Field: shipment.HoldField, From: reasons[0], To: reasons[1]}}
	if released != "" {
		values[1] = auditedHold{Reason: released}
		fields = append(fields, shipment.FieldChange{
			Field: shipment.ReleaseField, From: json.RawMessage("null"), To: shipment.AppendJSONString(nil, released),
		})
	}
	o.Version++
	err := engine.UpdateOne(ctx, h.q, ErrChanged, `UPDATE orders SET version = $1, updated_on = $2, status_code = $3, has_label = $4
		WHERE `+h.store.DB.Dialect.Account+` = $5 AND order_id = $6 AND version = $1 - 1`,
		o.Version, engine.Micros(h.now), string(o.StatusCode), labelOf(&o.Order), o.AccountID, o.OrderID)
	if err != nil {
		return err
	}
	err = insertChange(ctx, h.q, o.AccountID, o.OrderID, shipment.Change{Version: o.Version, ChangedOn: h.now, Fields: fields})
	if err != nil {
		return err
	}
	h.audited = append(h.audited, orderChange{o.AccountID, o.TrackingNo, action, values[0], values[1]})
	return h.store.Webhooks.recordEvent(ctx, h.q, event, o.AccountID, o.OrderID, of.Details()...)
}

// AddHolds reads what holds orders of an account into them.
func (s *Store) AddHolds(ctx context.Context, accountID int64, orders []shipment.Order) error {
	holds, err := s.holds(ctx, s.DB.Reads, accountID, shipment.IDs(orders))
	for i := range orders {
		orders[i].Hold = holds[orders[i].OrderID]
	}
	return s.DB.Explain("read what holds orders", err)
}

// holds returns what holds orders of an account, by order id.
func (s *Store) holds(ctx context.Context, q engine.Querier, accountID int64, ids []int64) (map[int64]*shipment.Hold, error) {
	return engine.Map(ctx, q, func(row engine.Scanner, id *int64, hold **shipment.Hold) error {
		h := new(shipment.Hold)
		*hold = h
		return row.Scan(id, &h.Reason, &h.RuleID, engine.At(&h.HeldOn), &h.ActorKind, &h.Actor)
	}, `SELECT order_id, reason, rule_id, held_on, actor_kind, actor FROM order_holds
		WHERE account_id = $1 AND order_id `+s.DB.Dialect.In("$2"), accountID, s.DB.Dialect.List(ids))
}
