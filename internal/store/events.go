package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// EventRetention is how long an event is kept, and can be delivered or replayed.
const EventRetention = 30 * 24 * time.Hour

// recordEvent stores an event of an order, and its deliveries, in the transaction of q and after the
// change itself. If no endpoint of the account wants events of the type, nothing is stored.
func (s *Webhooks) recordEvent(
	ctx context.Context, q engine.Querier, t shipment.EventType, accountID, orderID int64, details ...shipment.EventDetail,
) error {
	subscriptions, err := s.subscriptionsOf(ctx, accountID)
	if err != nil {
		return err
	}
	to := subscribersOf(subscriptions, t)
	if !to.wanted {
		return nil
	}
	// First, because its row serializes the events of an order.
	sequence, err := nextSequence(ctx, q, accountID, orderID)
	if err != nil {
		return err
	}
	o, err := engine.One(ctx, q, scanState, `SELECT `+orderColumns+` FROM orders WHERE `+s.store.DB.Dialect.Account+` = $1 AND order_id = $2`,
		accountID,
		orderID)
	if err != nil {
		return fmt.Errorf("order %d: %w", orderID, err)
	}
	return s.insertEvent(ctx, q, &shipment.Event{
		Type: t, AccountID: accountID, OrderID: orderID, Sequence: sequence,
		TrackingNo: o.TrackingNo, Data: shipment.EventData(&o, details...),
	}, to.endpoints)
}

// RecordAccountEvent stores an event that belongs to no order, and its deliveries, in the transaction of q, if an endpoint of the account
// wants events of the type. Data returns what the event says; nil: it is not stored.
func (s *Webhooks) RecordAccountEvent(
	ctx context.Context, q engine.Querier, t shipment.EventType, accountID int64, data func() ([]byte, error),
) error {
	subscriptions, err := s.subscriptionsOf(ctx, accountID)
	to := subscribersOf(subscriptions, t)
	if err != nil || !to.wanted {
		return err
	}
	said, err := data()
	if err != nil || said == nil {
		return err
	}
	return s.recordAccountEvent(ctx, q, t, accountID, said, to.endpoints)
}

// RecordOperatorEvent is RecordAccountEvent for each account of the operator. On Citus the rows of one may be on another server than those
// of the shipper that the event is about: only if an endpoint wants it, and for what is done seldom.
func (s *Webhooks) RecordOperatorEvent(ctx context.Context, q engine.Querier, t shipment.EventType, data func() ([]byte, error)) error {
	accounts, err := engine.Values[int64](ctx, q, `SELECT account_id FROM accounts WHERE operator = 1 ORDER BY account_id`)
	for _, account := range accounts {
		if err == nil {
			err = s.RecordAccountEvent(ctx, q, t, account, data)
		}
	}
	return err
}

// recordAccountEvent stores an event that belongs to no order, and its deliveries to endpoints, in the transaction of q.
func (s *Webhooks) recordAccountEvent(
	ctx context.Context, q engine.Querier, t shipment.EventType, accountID int64, data []byte, endpoints []int64,
) error {
	sequence, err := nextSequence(ctx, q, accountID, 0)
	if err != nil {
		return err
	}
	return s.insertEvent(ctx, q, &shipment.Event{Type: t, AccountID: accountID, Sequence: sequence, Data: data}, endpoints)
}

// nextSequence returns the next sequence number of an order, or of an account if RowID is 0.
func nextSequence(ctx context.Context, q engine.Querier, accountID, orderID int64) (sequence int64, err error) {
	err = engine.QueryRow(ctx, q, `INSERT INTO event_sequences (account_id, order_id, last_sequence) VALUES ($1, $2, 1)
		ON CONFLICT (account_id, order_id) DO UPDATE SET last_sequence = event_sequences.last_sequence + 1
		RETURNING last_sequence`, accountID, orderID).Scan(&sequence)
	if err != nil {
		return 0, fmt.Errorf("number the event: %w", err)
	}
	return sequence, nil
}

// insertEvent stores an event that happens now, and its deliveries to endpoints.
func (s *Webhooks) insertEvent(ctx context.Context, q engine.Querier, e *shipment.Event, endpoints []int64) error {
	now := engine.Micros(s.store.DB.Now())
	err := engine.DeferExec(ctx, q, "insert event", eventsTable.One,
		e.AccountID, e.OrderID, e.Sequence, string(e.Type), e.TrackingNo, string(e.Data), now)
	if err != nil {
		return err
	}
	if len(endpoints) > 0 {
		engine.AfterCommit(ctx, s.signalDue)
	}
	for _, endpointID := range endpoints {
		if err := insertDelivery(ctx, q, e.AccountID, endpointID, e.OrderID, e.Sequence, now); err != nil {
			return err
		}
	}
	return nil
}

// insertDelivery makes a delivery due: now, or when an earlier delivery of the order is tried again,
// so that queries for due deliveries do not find it before.
func insertDelivery(ctx context.Context, q engine.Querier, accountID, endpointID, orderID, sequence, now int64) error {
	due, err := engine.Value[int64](ctx, q, `SELECT coalesce(max(due_on), 0) FROM deliveries
		WHERE account_id = $1 AND endpoint_id = $2 AND order_id = $3 AND lease_owner = '' AND `+openDelivery,
		accountID, endpointID, orderID)
	if err != nil {
		return err
	}
	return engine.DeferExec(ctx, q, "insert delivery", deliveriesTable.One,
		accountID, endpointID, orderID, sequence, string(DeliveryPending), max(due, now), now, now)
}

// createEvents are the events of a create, in their order.
var createEvents = []shipment.EventType{shipment.EventOrderCreated, shipment.EventLabelReady, shipment.EventOrderHeld}

// createSubscribers are the endpoints to deliver the events of a create to, which some endpoint wants.
type createSubscribers map[shipment.EventType][]int64

func (s *Webhooks) subscribersOfCreates(ctx context.Context, accountID int64) (createSubscribers, error) {
	subscriptions, err := s.subscriptionsOf(ctx, accountID)
	c := createSubscribers{}
	for _, t := range createEvents {
		if to := subscribersOf(subscriptions, t); to.wanted {
			c[t] = to.endpoints
		}
	}
	return c, err
}

// delivered reports whether a create may cause deliveries.
func (c createSubscribers) delivered() bool {
	return len(slices.Concat(slices.Collect(maps.Values(c))...)) > 0
}

// insert adds the events of a new order, that it was created and is held or, in house, that its label is ready, with deliveries that
// are due.
func (c createSubscribers) insert(in *engine.Inserting, row []any, o *shipment.Order, due int64) {
	var happened []shipment.EventType
	for _, t := range createEvents {
		_, wanted := c[t]
		if wanted && (t != shipment.EventLabelReady || o.HasLabel) && (t != shipment.EventOrderHeld || o.Hold != nil) {
			happened = append(happened, t)
		}
	}
	if happened == nil {
		return
	}
	data, now := string(shipment.EventData(o)), engine.Micros(o.CreatedOn)
	in.Insert(&sequencesTable, append(row[:0], o.AccountID, o.OrderID, int64(len(happened))))
	for i, t := range happened {
		sequence := int64(i + 1)
		if t == shipment.EventOrderHeld {
			data = string(shipment.EventData(o, o.Hold.Details()...))
		}
		in.Insert(&eventsTable, append(row[:0], o.AccountID, o.OrderID, sequence, string(t), o.TrackingNo, data, now))
		for _, endpointID := range c[t] {
			in.Insert(&deliveriesTable, append(row[:0], o.AccountID, endpointID, o.OrderID, sequence, string(DeliveryPending), due, now, now))
		}
	}
}

const eventColumns = `account_id, order_id, sequence, type, tracking_no, data, created_on, CASE WHEN type = '` +
	string(shipment.EventLabelReady) + `' THEN coalesce((SELECT o.address_revision FROM orders o
	WHERE o.account_id = $1 AND o.order_id = events.order_id), 0) ELSE 0 END`

// selectEvents reads events of the account $1 and fills in their ids.
func (s *Webhooks) selectEvents(ctx context.Context, q engine.Querier, condition string, args ...any) ([]shipment.Event, error) {
	issuers, err := s.store.issue(ctx)
	if err != nil {
		return nil, err
	}
	return engine.Collect(ctx, q, func(row engine.Scanner, e *shipment.Event) error {
		err := row.Scan(&e.AccountID, &e.OrderID, &e.Sequence, &e.Type, &e.TrackingNo, &e.Data, engine.At(&e.CreatedOn), &e.AddressRevision)
		e.ID = issuers.events.id(e)
		return err
	}, `SELECT `+eventColumns+` FROM events WHERE `+condition, args...)
}

// EventsAfter returns at most PageSize events of an account, of a range of time, the oldest first, and
// whether there are more. They follow the event with the id after; "" is the start. For a moment, an
// event may still be inserted before one that was returned. Returns ErrNotFound if the account has no
// event with that id.
func (s *Webhooks) EventsAfter(
	ctx context.Context, accountID int64, r shipment.EventRange, after string,
) (events []shipment.Event, more bool, err error) {
	defer func() { err = s.store.DB.Explain("list events", err) }()
	var last shipment.Event
	limit := cmp.Or(r.Limit, PageSize)
	if after != "" {
		if last, err = s.eventByID(ctx, s.store.DB.Reads, accountID, after); err != nil {
			return nil, false, err
		}
	}
	events, err = s.selectEvents(ctx, s.store.DB.Reads, `account_id = $1 AND (created_on, order_id, sequence) > ($2, $3, $4)
		AND created_on >= $5 AND created_on <= $6 ORDER BY created_on, order_id, sequence LIMIT CAST($7 AS BIGINT)`,
		accountID, engine.Micros(last.CreatedOn), last.OrderID, last.Sequence, engine.Micros(r.From), s.lastMoment(r), limit+1)
	return events[:min(len(events), limit)], len(events) > limit, err
}

// Event returns an event of an account by its id. Returns ErrNotFound.
func (s *Webhooks) Event(ctx context.Context, accountID int64, id string) (shipment.Event, error) {
	e, err := s.eventByID(ctx, s.store.DB.Reads, accountID, id)
	return e, s.store.DB.Explain("read an event", err)
}

// eventByID returns an event of an account. Returns ErrNotFound.
func (s *Webhooks) eventByID(ctx context.Context, q engine.Querier, accountID int64, id string) (shipment.Event, error) {
	issuers, err := s.store.issue(ctx)
	if err != nil {
		return shipment.Event{}, err
	}
	orderID, sequence := issuers.events.parse(accountID, id)
	e, err := engine.First(s.selectEvents(ctx, q, `account_id = $1 AND order_id = $2 AND sequence = $3`, accountID, orderID, sequence))
	if err != nil {
		return shipment.Event{}, fmt.Errorf("event %q: %w", id, err)
	}
	return e, nil
}

// lastMoment is the end of a range of time: now if it is open.
func (s *Webhooks) lastMoment(r shipment.EventRange) int64 {
	if r.To.IsZero() {
		return engine.Micros(s.store.DB.Now())
	}
	return engine.Micros(r.To)
}

// purgeChunk deletes the oldest events up to a time; events of the same moment are deleted together.
const purgeChunk = 1000

// PurgeEvents deletes the events older than EventRetention, with their deliveries, and returns how
// many events.
func (s *Webhooks) PurgeEvents(ctx context.Context) (n int64, err error) {
	return s.store.purgeAccounts(ctx, "purge events", EventRetention, func(ctx context.Context, accountID, oldest int64) (n int64, err error) {
		for deleted := int64(1); deleted > 0 && err == nil; n += deleted {
			deleted, err = s.purgeChunk(ctx, accountID, oldest)
		}
		return n, err
	})
}

// purgeChunk deletes some events up to a time; events of one moment are deleted together.
func (s *Webhooks) purgeChunk(ctx context.Context, accountID, until int64) (n int64, err error) {
	err = engine.QueryRow(ctx, s.store.DB.Reads, `SELECT created_on FROM events WHERE account_id = $1 AND created_on <= $2
		ORDER BY created_on, order_id, sequence LIMIT 1 OFFSET $3`, accountID, until, purgeChunk).Scan(&until)
	if err != nil && !errors.Is(err, engine.ErrNoRows) {
		return 0, err
	}
	err = s.store.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		if _, err := q.Exec(ctx, `DELETE FROM deliveries WHERE account_id = $1 AND event_on <= $2`, accountID, until); err != nil {
			return err
		}
		n, err = q.Exec(ctx, `DELETE FROM events WHERE account_id = $1 AND created_on <= $2`, accountID, until)
		return err
	})
	return n, err
}
