package store

import (
	"context"
	"crypto/aes"
	"fmt"
	"io"
	"math"
	"time"

	"waybill/internal/shipment"
)

// DeliveryRecord is a delivery as its account sees it.
type DeliveryRecord struct {
	EndpointID int64
	Event      shipment.Event // without Data
	State      DeliveryState
	Attempts   int
	DueOn      time.Time     // of the next attempt; zero: there is none
	LastStatus int           // HTTP status of the last response; 0: there was none
	LastError  string        // of the last attempt; "" when it was delivered
	LastTook   time.Duration // of the last request, in microseconds
	LastAnswer string        // the beginning of the last response; "": it had no text, or there was none
	UpdatedOn  time.Time
}

// Deliveries returns at most limit deliveries of an endpoint, the newest events first, and whether there are
// more: none if there is no such endpoint. They follow the delivery of the event with the id after; "" is the
// start. Returns ErrNotFound if the account has no event with that id.
func (s *Store) Deliveries(
	ctx context.Context, accountID, endpointID int64, after string, limit int,
) (records []DeliveryRecord, more bool, err error) {
	issuers, err := s.issue(ctx)
	if err != nil {
		return nil, false, s.explain("list deliveries", err)
	}
	eventOn, orderID, sequence := int64(math.MaxInt64), int64(math.MaxInt64), int64(math.MaxInt64)
	if after != "" {
		last, err := s.eventByID(ctx, s.reads, accountID, after)
		if err != nil {
			return nil, false, s.explain("list deliveries", err)
		}
		eventOn, orderID, sequence = micros(last.CreatedOn), last.OrderID, last.Sequence
	}
	records, err = s.selectDeliveries(ctx, issuers, `d.account_id = $1 AND d.endpoint_id = $2
			AND (d.event_on, d.order_id, d.sequence) < ($3, $4, $5)
		ORDER BY d.event_on DESC, d.order_id DESC, d.sequence DESC LIMIT CAST($6 AS BIGINT)`,
		accountID, endpointID, eventOn, orderID, sequence, limit+1)
	if err != nil {
		return nil, false, s.explain("list deliveries", err)
	}
	more = len(records) > limit
	return records[:min(len(records), limit)], more, nil
}

// DeliveryOf returns the delivery of an event to an endpoint of an account. Returns ErrNotFound.
func (s *Store) DeliveryOf(ctx context.Context, accountID, endpointID int64, eventID string) (DeliveryRecord, error) {
	const doing = "read a delivery"
	issuers, err := s.issue(ctx)
	if err != nil {
		return DeliveryRecord{}, s.explain(doing, err)
	}
	orderID, sequence := issuers.events.parse(accountID, eventID)
	record, err := first(s.selectDeliveries(ctx, issuers, `d.account_id = $1 AND d.endpoint_id = $2 AND d.order_id = $3 AND d.sequence = $4`,
		accountID, endpointID, orderID, sequence))
	return record, s.explain(doing, err)
}

// selectDeliveries reads the deliveries that a condition with the account as $1 and the endpoint as $2 selects.
func (s *Store) selectDeliveries(ctx context.Context, issuers *issuers, condition string, args ...any) ([]DeliveryRecord, error) {
	rows, err := s.reads.query(ctx, `SELECT d.account_id, d.endpoint_id, d.order_id, d.sequence, e.type, e.tracking_no, d.event_on,
			d.state, d.attempts, d.due_on, d.last_status, d.last_error, d.last_took, d.last_answer, d.updated_on
		FROM deliveries d JOIN events e ON e.account_id = d.account_id AND e.order_id = d.order_id AND e.sequence = d.sequence
		WHERE `+condition, args...)
	return collect(rows, err, func(row scanner, r *DeliveryRecord) error {
		var eventOn, dueOn, took, updatedOn int64
		e := &r.Event
		err := row.Scan(&e.AccountID, &r.EndpointID, &e.OrderID, &e.Sequence, &e.Type, &e.TrackingNo, &eventOn,
			&r.State, &r.Attempts, &dueOn, &r.LastStatus, &r.LastError, &took, &r.LastAnswer, &updatedOn)
		e.ID = issuers.events.id(e)
		e.CreatedOn, r.DueOn, r.UpdatedOn = fromMicros(eventOn), fromMicros(dueOn), fromMicros(updatedOn)
		r.LastTook = time.Duration(took) * time.Microsecond
		return err
	})
}

// TestDelivery is a delivery of a test event to an endpoint of an account, which may be disabled. It is not
// stored. Returns ErrNotFound, also if the endpoint has no URL.
func (s *Store) TestDelivery(ctx context.Context, accountID, endpointID int64) (Delivery, error) {
	doing := fmt.Sprintf("test endpoint %d", endpointID)
	e, err := s.endpoint(ctx, s.reads, accountID, endpointID, "")
	if err == nil && e.URL == "" {
		err = ErrNotFound
	}
	if err != nil {
		return Delivery{}, s.explain(doing, err)
	}
	now := s.clock()
	d, err := deliveryTarget(ctx, s.reads, endpointID, now, "")
	if err != nil {
		return Delivery{}, s.explain(doing, err)
	}
	id, err := newEventID(s.random)
	tested := shipment.TestedEndpoint{EndpointID: endpointID, URL: e.URL}
	d.Event = shipment.Event{ID: id, Type: shipment.EventEndpointTest, AccountID: accountID, CreatedOn: now, Data: tested.EventData()}
	return d, s.explain(doing, err)
}

// newEventID is the random id of an event that is not stored.
func newEventID(random io.Reader) (string, error) {
	var b [aes.BlockSize]byte // as other ids
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", fmt.Errorf("draw random bytes: %w", err)
	}
	return eventPrefix + crockford.EncodeToString(b[:]), nil
}
