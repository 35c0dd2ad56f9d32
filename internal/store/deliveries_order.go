package store

import (
	"context"
	"time"
)

// OrderDelivery is a delivery of an event of an order, with the URL of its endpoint.
type OrderDelivery struct {
	DeliveryRecord
	URL string
}

// OrderDeliveries returns at most limit deliveries of the events of an order to the endpoints of its account, the newest
// events first.
func (s *Store) OrderDeliveries(ctx context.Context, accountID, orderID int64, limit int) ([]OrderDelivery, error) {
	issuers, err := s.issue(ctx)
	if err != nil {
		return nil, s.explain("list the deliveries of an order", err)
	}
	rows, err := s.reads.query(ctx, `SELECT d.endpoint_id, w.url, d.sequence, e.type, e.tracking_no, d.event_on,
			d.state, d.attempts, d.due_on, d.last_status, d.last_error, d.last_took, d.last_answer, d.updated_on
		FROM webhook_endpoints w
		JOIN deliveries d ON d.account_id = w.account_id AND d.endpoint_id = w.endpoint_id AND d.order_id = $2
		JOIN events e ON e.account_id = d.account_id AND e.order_id = d.order_id AND e.sequence = d.sequence
		WHERE w.account_id = $1 ORDER BY d.sequence DESC, d.endpoint_id LIMIT CAST($3 AS BIGINT)`, accountID, orderID, limit)
	deliveries, err := collect(rows, err, func(row scanner, d *OrderDelivery) error {
		var eventOn, dueOn, took, updatedOn int64
		e := &d.Event
		err := row.Scan(&d.EndpointID, &d.URL, &e.Sequence, &e.Type, &e.TrackingNo, &eventOn,
			&d.State, &d.Attempts, &dueOn, &d.LastStatus, &d.LastError, &took, &d.LastAnswer, &updatedOn)
		e.AccountID, e.OrderID = accountID, orderID
		e.ID = issuers.events.id(e)
		e.CreatedOn, d.DueOn, d.UpdatedOn = fromMicros(eventOn), fromMicros(dueOn), fromMicros(updatedOn)
		d.LastTook = time.Duration(took) * time.Microsecond
		return err
	})
	return deliveries, s.explain("list the deliveries of an order", err)
}
