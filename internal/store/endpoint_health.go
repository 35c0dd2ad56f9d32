package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// maxFailing is how long an endpoint may fail: when an event is given up after that time without a
// delivery, the endpoint is disabled.
const maxFailing = 48 * time.Hour

// recordHealth stores on the endpoint how an attempt at d ended, and reports whether that disabled it.
func (s *Webhooks) recordHealth(ctx context.Context, q engine.Querier, d *Delivery, o DeliveryOutcome,
	now time.Time,
) (disabled bool, err error) {
	if o.Unsent {
		return false, nil
	}
	if o.State == DeliveryDelivered {
		return false, endFailing(ctx, q, d.EndpointID)
	}
	_, err = q.Exec(
		ctx,
		`UPDATE webhook_endpoints SET failing_since = $1 WHERE endpoint_id = $2 AND failing_since = 0`,
		engine.Micros(now),
		d.EndpointID,
	)
	if err != nil || !o.Gone && o.State != DeliveryGivenUp {
		return false, err
	}
	since, reason := now, fmt.Sprintf("The receiver wants no more events: it %s.", o.Error)
	if !o.Gone {
		since, reason = now.Add(-maxFailing), fmt.Sprintf("Nothing could be delivered for days. The last attempt: %s.", o.Error)
	}
	changed, err := q.Exec(ctx, `UPDATE webhook_endpoints SET disabled_on = $1, disabled_reason = $2, updated_on = $1
		WHERE endpoint_id = $3 AND disabled_on = 0 AND failing_since <= $4`, engine.Micros(now), reason, d.EndpointID, engine.Micros(since))
	if err != nil || changed == 0 {
		return false, err
	}
	return true, s.recordDisabled(ctx, q, d.Event.AccountID, d.EndpointID)
}

// endFailing notes that an endpoint does not fail. It reads first: an UPDATE that changes nothing still locks the table on
// all servers of a cluster.
func endFailing(ctx context.Context, q engine.Querier, endpointID int64) error {
	var failing int
	err := engine.QueryRow(ctx, q, `SELECT count(*) FROM webhook_endpoints WHERE endpoint_id = $1 AND failing_since <> 0`,
		endpointID).Scan(&failing)
	if err == nil && failing > 0 {
		_, err = q.Exec(ctx, `UPDATE webhook_endpoints SET failing_since = 0 WHERE endpoint_id = $1 AND failing_since <> 0`, endpointID)
	}
	return err
}

// recordDisabled stores the event that an endpoint was disabled, in the same transaction, for the
// account's other endpoints. Unlike an event of an order it is stored even if no endpoint subscribes
// to it: an account without another endpoint finds it in the list of events.
func (s *Webhooks) recordDisabled(ctx context.Context, q engine.Querier, accountID, endpointID int64) error {
	subscriptions, err := s.subscriptionsOf(ctx, accountID)
	if err != nil {
		return err
	}
	others := slices.DeleteFunc(subscribersOf(subscriptions, shipment.EventEndpointDisabled).endpoints,
		func(id int64) bool { return id == endpointID }) // the cache may still have it as enabled
	sequence, err := nextSequence(ctx, q, accountID, 0)
	if err != nil {
		return err
	}
	e, err := s.endpoint(ctx, q, accountID, endpointID, "")
	if err != nil {
		return err
	}
	disabled := shipment.DisabledEndpoint{
		EndpointID: endpointID, URL: e.URL, Reason: e.DisabledReason, FailingSince: e.FailingSince, DisabledOn: e.DisabledOn,
	}
	return s.insertEvent(ctx, q, &shipment.Event{
		Type: shipment.EventEndpointDisabled, AccountID: accountID, Sequence: sequence, Data: disabled.EventData(),
	}, others)
}
