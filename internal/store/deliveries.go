package store

import (
	"context"
	"slices"
	"time"

	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
	"waybill/internal/store/once"
)

// DeliveryState is the state of the delivery of an event to an endpoint.
type DeliveryState string

// The states.
const (
	DeliveryPending   DeliveryState = "pending"
	DeliveryDelivered DeliveryState = "delivered"
	DeliveryGivenUp   DeliveryState = "given_up" // its attempts are used up; Replay starts again
)

// openDelivery is a condition that pending deliveries meet, for queries that find them by their order.
// It differs from the condition of the index deliveries_due on purpose: PostgreSQL, whose statistics
// lag behind a queue, would read the whole queue of the endpoint for one row.
const openDelivery = `state NOT IN ('delivered', 'given_up')`

// dueDeliveries selects at most $3 deliveries of the endpoint $1, which is of the account $4, that may be sent at $2:
// of each order the first pending one, if it is due. The endpoint is looked at again: of two statements of a transaction of
// PostgreSQL, only the later one may see that an outcome disabled it and made the order's next event the first.
func dueDeliveries(d *engine.Dialect) string {
	return `SELECT account_id, order_id, lease_token, sequence FROM deliveries d
		WHERE endpoint_id = $1 AND state = 'pending' AND due_on <= $2 AND ` + d.Account + ` = $4
			AND EXISTS (SELECT 1 FROM webhook_endpoints WHERE endpoint_id = $1` + receives + `) AND sequence = (
			SELECT min(sequence) FROM deliveries first WHERE first.account_id = $4 AND first.endpoint_id = d.endpoint_id
				AND first.order_id = d.order_id AND first.` + openDelivery + `)
		ORDER BY due_on LIMIT CAST($3 AS BIGINT)`
}

// takeDeliveries leases the deliveries of the endpoint $5 and the account $4 that have the sequence number $7, are of
// the orders $6, and are due at $1 with the token $8.
func takeDeliveries(d *engine.Dialect) string {
	return `UPDATE deliveries SET lease_owner = $2, lease_token = lease_token + 1, due_on = $3, attempts = attempts + 1
		WHERE account_id = $4 AND endpoint_id = $5 AND order_id ` + d.In("$6") + ` AND sequence = $7 AND lease_token = $8
			AND due_on <= $1 AND ` + openDelivery + `
		RETURNING account_id, order_id, sequence, attempts, lease_owner, lease_token`
}

// Delivery is an event to deliver to an endpoint, with the settings of the endpoint that it needs.
type Delivery struct {
	EndpointID int64
	Event      shipment.Event
	Attempts   int // started, with this one
	LeaseOwner string
	LeaseToken int64 // of this lease; RecordDelivery checks it

	URL      string
	Secrets  []shipment.Secret // to sign with: two during a rotation
	Username string            // Basic credentials
	Password shipment.Secret
	LabelPDF bool
	// LabelWebhook: see shipment.EndpointSettings.
	LabelWebhook bool
}

// DueEndpoints returns the ids of the endpoints that have due deliveries, sorted.
func (s *Webhooks) DueEndpoints(ctx context.Context) ([]int64, error) {
	due, err := engine.Values[int64](ctx, s.store.DB.Reads, `SELECT endpoint_id FROM webhook_endpoints e
		WHERE disabled_on = 0 AND url <> '' AND `+s.hasDue()+` ORDER BY endpoint_id`, engine.Micros(s.store.DB.Now()))
	return due, s.store.DB.Explain("look for due deliveries", err)
}

// ClaimDeliveries leases up to limit due deliveries of an endpoint to owner and starts an attempt at
// each. Of the events of one order it returns only the first pending one, so that they arrive in
// order. It returns none if the endpoint does not exist or is disabled.
func (s *Webhooks) ClaimDeliveries(ctx context.Context, owner string, endpointID int64, limit int,
	lease time.Duration,
) ([]Delivery, error) {
	return engine.Changed(ctx, s.store.DB, "claim deliveries", func(ctx context.Context, q engine.Querier) ([]Delivery, error) {
		now := s.store.DB.Now()
		target, err := deliveryTarget(ctx, q, endpointID, now, receives)
		if err != nil {
			return nil, engine.OrNothing(err)
		}
		claimed, err := s.takeDue(ctx, q, target, owner, limit, now, now.Add(lease))
		if err == nil {
			err = s.addEvents(ctx, q, claimed)
		}
		return claimed, err
	})
}

// takeDue leases due deliveries of the endpoint of target.
func (s *Webhooks) takeDue(
	ctx context.Context, q engine.Querier, target Delivery, owner string, limit int, now, until time.Time,
) ([]Delivery, error) {
	accountID, endpointID := target.Event.AccountID, target.EndpointID
	return claimDue(&s.store.Ledger.rivals, limit, func(limit int) ([]candidate, error) {
		return engine.Collect(ctx, q, func(row engine.Scanner, c *candidate) error {
			return row.Scan(&c.accountID, &c.orderID, &c.token, &c.sequence)
		}, dueDeliveries(&s.store.DB.Dialect), endpointID, engine.Micros(now), limit, accountID)
	}, func(g claimGroup) ([]Delivery, error) {
		return engine.Collect(ctx, q, func(row engine.Scanner, d *Delivery) error {
			*d = target
			return row.Scan(&d.Event.AccountID, &d.Event.OrderID, &d.Event.Sequence, &d.Attempts, &d.LeaseOwner, &d.LeaseToken)
		}, takeDeliveries(&s.store.DB.Dialect), engine.Micros(now), owner, engine.Micros(until),
			accountID, endpointID, s.store.DB.Dialect.List(g.orderIDs), g.sequence, g.token)
	})
}

// receives is a condition of endpoints that events are sent to.
const receives = ` AND disabled_on = 0 AND url <> ''`

// deliveryTarget is a delivery with the settings of its endpoint. Returns ErrNoRows if there is no
// such endpoint, or it does not meet the condition.
func deliveryTarget(ctx context.Context, q engine.Querier, endpointID int64, now time.Time, condition string) (Delivery, error) {
	d := Delivery{EndpointID: endpointID}
	var secret, oldSecret shipment.Secret
	var oldUntil time.Time
	err := engine.QueryRow(ctx, q, `SELECT account_id, url, secret, old_secret, old_secret_until, basic_username, basic_password, label_pdf,
			label_webhook
		FROM webhook_endpoints WHERE endpoint_id = $1`+condition, endpointID).
		Scan(&d.Event.AccountID, &d.URL, &secret, &oldSecret, engine.At(&oldUntil), &d.Username, &d.Password, engine.Is(&d.LabelPDF),
			engine.Is(&d.LabelWebhook))
	d.Secrets = []shipment.Secret{secret}
	if now.Before(oldUntil) {
		d.Secrets = append(d.Secrets, oldSecret)
	}
	return d, err
}

// addEvents fills the events of deliveries to one endpoint: all are of its account.
func (s *Webhooks) addEvents(ctx context.Context, q engine.Querier, deliveries []Delivery) error {
	if len(deliveries) == 0 {
		return nil
	}
	byOrder, ids := make(map[int64]*Delivery, len(deliveries)), make([]int64, len(deliveries))
	for i := range deliveries {
		ids[i] = deliveries[i].Event.OrderID
		byOrder[ids[i]] = &deliveries[i] // a claim holds one event of an order
	}
	events, err := s.selectEvents(ctx, q, `account_id = $1 AND order_id `+s.store.DB.Dialect.In("$2"),
		deliveries[0].Event.AccountID, s.store.DB.Dialect.List(ids))
	if err != nil {
		return err
	}
	for i := range events {
		if d := byOrder[events[i].OrderID]; d.Event.Sequence == events[i].Sequence {
			d.Event = events[i]
		}
	}
	return nil
}

// DeliveryOutcome is the outcome of an attempt to deliver.
type DeliveryOutcome struct {
	State    DeliveryState // pending: another attempt follows
	RetryOn  time.Time     // of a pending one
	Status   int           // HTTP status of the response; 0: there was none
	Took     time.Duration // of the request
	Error    string        // for people; "" when delivered
	Cause    string        // why there was no response, for the operator only; not stored
	Response string        // the beginning of the response, at most 2 KiB; "": it had no text, or there was none
	Gone     bool          // the receiver wants no more events: the endpoint is disabled
	Unsent   bool          // nothing was sent, for a reason of our own: the attempt does not count
}

// RecordDelivery stores the outcome of an attempt and ends the lease. It disables the endpoint when
// the receiver is gone, and when an event is given up after two days without a delivery. It reports
// whether it did; that is an event too. Returns ErrLeaseLost, and stores nothing, if the lease is not
// d's any more.
func (s *Webhooks) RecordDelivery(ctx context.Context, d Delivery, o DeliveryOutcome) (disabled bool, err error) {
	err = s.writeOutcome(ctx, d, o, func(ctx context.Context, q engine.Querier) (err error) {
		now, uncounted := s.store.DB.Now(), 0
		if o.Unsent {
			uncounted = 1
		}
		err = engine.UpdateOne(ctx, q, ErrLeaseLost,
			`UPDATE deliveries SET state = $1, due_on = $2, last_status = $3, last_error = $4, last_took = $5,
				attempts = attempts - $6, lease_owner = '', updated_on = $7, last_answer = $14
			WHERE account_id = $8 AND endpoint_id = $9 AND order_id = $10 AND sequence = $11
				AND lease_owner = $12 AND lease_owner <> '' AND lease_token = $13 AND `+openDelivery,
			string(o.State), engine.Micros(o.RetryOn), o.Status, o.Error, o.Took.Microseconds(), uncounted, engine.Micros(now),
			d.Event.AccountID, d.EndpointID, d.Event.OrderID, d.Event.Sequence, d.LeaseOwner, d.LeaseToken, o.Response)
		if err != nil {
			return err
		}
		if o.State == DeliveryPending {
			if err := postponeLater(ctx, q, d, o.RetryOn); err != nil {
				return err
			}
		}
		disabled, err = s.recordHealth(ctx, q, &d, o, now)
		return err
	})
	if err != nil {
		return false, s.store.DB.Explain("record a delivery", err)
	}
	if disabled {
		s.subscriptions.Clear()
	}
	return disabled, nil
}

// writeOutcome runs fn, which writes the outcome of d. Failures do not share a transaction: they write the rows of
// the endpoint and of later events, too, which transactions would lock in any order.
func (s *Webhooks) writeOutcome(ctx context.Context, d Delivery, o DeliveryOutcome, fn func(context.Context, engine.Querier) error) error {
	if o.State != DeliveryDelivered {
		return s.store.DB.Write(ctx, fn)
	}
	return s.store.DB.WriteShared(ctx, engine.Guard{AccountID: d.Event.AccountID, RowID: d.Event.OrderID, ChildID: d.EndpointID}, fn)
}

// postponeLater postpones the later events of the order, which wait for d, so that queries for due
// deliveries do not find them before.
func postponeLater(ctx context.Context, q engine.Querier, d Delivery, until time.Time) error {
	return engine.Exec(ctx, q, `UPDATE deliveries SET due_on = $1
		WHERE account_id = $2 AND endpoint_id = $3 AND order_id = $4 AND sequence > $5
			AND lease_owner = '' AND due_on < $1 AND `+openDelivery,
		engine.Micros(until), d.Event.AccountID, d.EndpointID, d.Event.OrderID, d.Event.Sequence)
}

// Replay makes the events of a range due again for an endpoint, delivered or not, with all their
// attempts. Of a range of time it takes only the types that the endpoint subscribes to. Deliveries
// under way stay as they are. It returns the number of deliveries. Returns ErrNotFound if there is no
// such endpoint, or the account has no event of one of r.IDs, and a *problem.FieldError if a label webhook cannot get one.
func (s *Webhooks) Replay(ctx context.Context, accountID, endpointID int64, r shipment.EventRange) (n int64, err error) {
	return engine.Changed(ctx, s.store.DB, "replay events", func(ctx context.Context, q engine.Querier) (int64, error) {
		e, err := s.endpoint(ctx, q, accountID, endpointID, s.store.DB.Dialect.ForUpdate)
		if err != nil {
			return 0, err
		}
		engine.AfterCommit(ctx, s.signalDue)
		replay := s.replayRange
		if r.IDs != nil {
			replay = s.replayEvents
		}
		if n, err = replay(ctx, q, e, r); err == nil {
			err = once.Made(ctx, q, &n)
		}
		return n, err
	})
}

// replayRow ends a statement that inserts deliveries which may exist already.
const replayRow = ` ON CONFLICT (account_id, endpoint_id, order_id, sequence) DO UPDATE SET
		state = excluded.state, attempts = 0, due_on = excluded.due_on, updated_on = excluded.updated_on
	WHERE deliveries.lease_owner = ''`

func (s *Webhooks) replayRange(ctx context.Context, q engine.Querier, e Endpoint, r shipment.EventRange) (int64, error) {
	types := e.EventTypes
	if len(types) == 0 {
		types = shipment.EventTypes()
	}
	texts := each.Of(types, func(t shipment.EventType) string { return string(t) })
	return q.Exec(ctx, `INSERT INTO deliveries (account_id, endpoint_id, order_id, sequence, state, due_on, event_on, updated_on)
		SELECT account_id, CAST($1 AS BIGINT), order_id, sequence, 'pending', CAST($2 AS BIGINT), created_on, CAST($2 AS BIGINT) FROM events
		WHERE account_id = $3 AND created_on >= $4 AND created_on <= $5 AND type `+s.store.DB.Dialect.In("$6")+replayRow,
		e.EndpointID, engine.Micros(s.store.DB.Now()), e.AccountID, engine.Micros(r.From), s.lastMoment(r), s.store.DB.Dialect.List(texts))
}

func (s *Webhooks) replayEvents(ctx context.Context, q engine.Querier, e Endpoint, r shipment.EventRange) (n int64, err error) {
	now := engine.Micros(s.store.DB.Now())
	for _, id := range slices.Compact(slices.Sorted(slices.Values(r.IDs))) {
		event, err := s.eventByID(ctx, q, e.AccountID, id)
		if err != nil {
			return 0, err
		}
		if e.LabelWebhook && event.Type != shipment.EventLabelReady {
			return 0, problem.Wrong("event_ids", problem.LabelWebhookEvent)
		}
		replayed, err := q.Exec(ctx, deliveriesTable.One+replayRow,
			e.AccountID, e.EndpointID, event.OrderID, event.Sequence, string(DeliveryPending), now, engine.Micros(event.CreatedOn), now)
		if err != nil {
			return 0, err
		}
		n += replayed
	}
	return n, nil
}

// hasDue is the condition that an endpoint e has deliveries due at $1. A cluster refuses EXISTS, because endpoints are on
// all its servers; PostgreSQL's plan is the same. SQLite would make the list first, of all deliveries.
func (s *Webhooks) hasDue() string {
	if s.store.DB.Dialect.Engine == engine.SQLite {
		return `EXISTS (SELECT 1 FROM deliveries d WHERE d.endpoint_id = e.endpoint_id AND d.state = 'pending' AND d.due_on <= $1)`
	}
	return `endpoint_id IN (SELECT d.endpoint_id FROM deliveries d WHERE d.state = 'pending' AND d.due_on <= $1)`
}

// signalDue signals that deliveries are due.
func (s *Webhooks) signalDue() {
	select {
	case s.due <- struct{}{}:
	default: // a signal is waiting already
	}
}

// DeliveriesDue receives a value after this Store committed deliveries that are due. Several commits
// may make one signal, and a signal may be in vain. Commits of other processes make none.
func (s *Webhooks) DeliveriesDue() <-chan struct{} { return s.due }
