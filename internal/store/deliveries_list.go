package store

import (
	"context"
	"crypto/aes"
	"fmt"
	"math"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// DeliveryRecord is a delivery as its account sees it.
type DeliveryRecord struct {
	EndpointID   int64
	Event        shipment.Event // without Data
	State        DeliveryState
	Attempts     int
	DueOn        time.Time     // of the next attempt; zero: there is none
	LastStatus   int           // HTTP status of the last response; 0: there was none
	LastError    string        // of the last attempt; "" when it was delivered
	LastTook     time.Duration // of the last request, in microseconds
	LastResponse string        // the beginning of the last response; "": it had no text, or there was none
	UpdatedOn    time.Time
}

// Deliveries returns at most limit deliveries of an endpoint, the newest events first, and whether there are
// more: none if there is no such endpoint. They follow the delivery of the event with the id after; "" is the
// start. Returns ErrNotFound if the account has no event with that id.
func (s *Webhooks) Deliveries(
	ctx context.Context, accountID, endpointID int64, after string, limit int,
) (records []DeliveryRecord, more bool, err error) {
	defer func() { err = s.store.DB.Explain("list deliveries", err) }()
	eventOn, orderID, sequence := int64(math.MaxInt64), int64(math.MaxInt64), int64(math.MaxInt64)
	if after != "" {
		last, err := s.eventByID(ctx, s.store.DB.Reads, accountID, after)
		if err != nil {
			return nil, false, err
		}
		eventOn, orderID, sequence = engine.Micros(last.CreatedOn), last.OrderID, last.Sequence
	}
	records, err = s.selectDeliveries(ctx, `d.account_id = $1 AND d.endpoint_id = $2
			AND (d.event_on, d.order_id, d.sequence) < ($3, $4, $5)
		ORDER BY d.event_on DESC, d.order_id DESC, d.sequence DESC LIMIT CAST($6 AS BIGINT)`,
		accountID, endpointID, eventOn, orderID, sequence, limit+1)
	return records[:min(len(records), limit)], len(records) > limit, err
}

// DeliveryOf returns the delivery of an event to an endpoint of an account. Returns ErrNotFound.
func (s *Webhooks) DeliveryOf(ctx context.Context, accountID, endpointID int64, eventID string) (record DeliveryRecord, err error) {
	defer func() { err = s.store.DB.Explain("read a delivery", err) }()
	issuers, err := s.store.issue(ctx)
	if err != nil {
		return record, err
	}
	orderID, sequence := issuers.events.parse(accountID, eventID)
	return engine.First(s.selectDeliveries(ctx,
		`d.account_id = $1 AND d.endpoint_id = $2 AND d.order_id = $3 AND d.sequence = $4`,
		accountID, endpointID, orderID, sequence))
}

// deliveryColumns are the columns of a delivery d and its event e.
const deliveryColumns = `d.account_id, d.endpoint_id, d.order_id, d.sequence, e.type, e.tracking_no, d.event_on,
	d.state, d.attempts, d.due_on, d.last_status, d.last_error, d.last_took, d.last_answer, d.updated_on`

// scan reads deliveryColumns, and others after them.
func (r *DeliveryRecord) scan(row engine.Scanner, ids eventIDs, others ...any) error {
	var took int64
	e := &r.Event
	err := row.Scan(append([]any{
		&e.AccountID, &r.EndpointID, &e.OrderID, &e.Sequence, &e.Type, &e.TrackingNo, engine.At(&e.CreatedOn),
		&r.State, &r.Attempts, engine.At(&r.DueOn), &r.LastStatus, &r.LastError, &took, &r.LastResponse, engine.At(&r.UpdatedOn),
	}, others...)...)
	e.ID = ids.id(e)
	r.LastTook = time.Duration(took) * time.Microsecond
	return err
}

// selectDeliveries reads the deliveries that a condition with the account as $1 and the endpoint as $2 selects.
func (s *Webhooks) selectDeliveries(ctx context.Context, condition string, args ...any) ([]DeliveryRecord, error) {
	issuers, err := s.store.issue(ctx)
	if err != nil {
		return nil, err
	}
	return engine.Collect(ctx, s.store.DB.Reads, func(row engine.Scanner, r *DeliveryRecord) error { return r.scan(row, issuers.events) },
		`SELECT `+deliveryColumns+`
		FROM deliveries d JOIN events e ON e.account_id = d.account_id AND e.order_id = d.order_id AND e.sequence = d.sequence
		WHERE `+condition, args...)
}

// TestDelivery is a delivery of a test event to an endpoint of an account, which may be disabled. It is not
// stored. Returns ErrNotFound, also if the endpoint has no URL.
func (s *Webhooks) TestDelivery(ctx context.Context, accountID, endpointID int64) (d Delivery, err error) {
	defer func() { err = s.store.DB.Explain(fmt.Sprintf("test endpoint %d", endpointID), err) }()
	e, err := s.endpoint(ctx, s.store.DB.Reads, accountID, endpointID, "")
	if err == nil && e.URL == "" {
		err = engine.ErrNotFound
	}
	if err != nil {
		return d, err
	}
	now := s.store.DB.Now()
	if d, err = deliveryTarget(ctx, s.store.DB.Reads, endpointID, now, ""); err != nil {
		return Delivery{}, err
	}
	id := s.store.DB.RandomText(aes.BlockSize) // as long as other ids
	tested := shipment.TestedEndpoint{EndpointID: endpointID, URL: e.URL}
	d.Event = shipment.Event{
		ID: eventPrefix + id, Type: shipment.EventEndpointTest, AccountID: accountID, CreatedOn: now, Data: tested.EventData(),
	}
	return d, nil
}

// OrderDelivery is a delivery of an event of an order, with the URL of its endpoint.
type OrderDelivery struct {
	DeliveryRecord
	URL string
}

// OrderDeliveries returns at most limit deliveries of the events of an order to the endpoints of its account, the newest
// events first.
func (s *Webhooks) OrderDeliveries(ctx context.Context, accountID, orderID int64, limit int) ([]OrderDelivery, error) {
	issuers, err := s.store.issue(ctx)
	if err != nil {
		return nil, s.store.DB.Explain("list the deliveries of an order", err)
	}
	return engine.List(ctx, s.store.DB, "list the deliveries of an order", func(row engine.Scanner, d *OrderDelivery) error {
		return d.scan(row, issuers.events, &d.URL)
	}, `SELECT `+deliveryColumns+`, w.url
		FROM webhook_endpoints w
		JOIN deliveries d ON d.account_id = w.account_id AND d.endpoint_id = w.endpoint_id AND d.order_id = $2
		JOIN events e ON e.account_id = d.account_id AND e.order_id = d.order_id AND e.sequence = d.sequence
		WHERE w.account_id = $1 ORDER BY d.sequence DESC, d.endpoint_id LIMIT CAST($3 AS BIGINT)`, accountID, orderID, limit)
}
