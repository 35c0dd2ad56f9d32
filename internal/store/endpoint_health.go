package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
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
	err = engine.Exec(ctx, q, `UPDATE webhook_endpoints SET failing_since = $1 WHERE endpoint_id = $2 AND failing_since = 0`,
		engine.Micros(now), d.EndpointID)
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
	failing, err := engine.Value[int](ctx, q, `SELECT count(*) FROM webhook_endpoints WHERE endpoint_id = $1 AND failing_since <> 0`,
		endpointID)
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
	e, err := s.endpoint(ctx, q, accountID, endpointID, "")
	if err != nil {
		return err
	}
	disabled := shipment.DisabledEndpoint{
		EndpointID: endpointID, URL: e.URL, Reason: e.DisabledReason, FailingSince: e.FailingSince, DisabledOn: e.DisabledOn,
	}
	return s.recordAccountEvent(ctx, q, shipment.EventEndpointDisabled, accountID, disabled.EventData(), others)
}

// FailingEndpoint is an endpoint to which nothing could be delivered since a failure, with the last attempt.
type FailingEndpoint struct {
	Endpoint
	AccountName string
	Pending     int64 // deliveries that wait for another attempt; at most MaxCounted
	LastStatus  int   // HTTP status of the last response; 0: there was none
	LastError   string
	LastTriedOn time.Time // zero: the deliveries are older than what is kept
}

// FailingEndpoints returns at most limit endpoints of all accounts that fail, or were disabled because they failed, those
// that fail for the longest time first. Those that their account disabled are not among them.
func (s *Webhooks) FailingEndpoints(ctx context.Context, limit int) (found []FailingEndpoint, err error) {
	defer func() { err = s.store.DB.Explain("list failing endpoints", err) }()
	endpoints, err := engine.Collect(ctx, s.store.DB.Reads, scanEndpoint, `SELECT `+endpointColumns+` FROM webhook_endpoints
		WHERE failing_since <> 0 AND disabled_reason <> $1 ORDER BY failing_since, endpoint_id LIMIT CAST($2 AS BIGINT)`,
		disabledByOwner, limit)
	if err != nil || len(endpoints) == 0 {
		return nil, err
	}
	accounts, err := masterdata.SelectAccounts(ctx, s.store.DB.Reads)
	if err != nil {
		return nil, err
	}
	byID := each.By(accounts, func(a masterdata.Account) int64 { return a.AccountID })
	found = make([]FailingEndpoint, len(endpoints))
	for i, e := range endpoints {
		f := FailingEndpoint{Endpoint: e, AccountName: byID[e.AccountID].Name}
		err := engine.QueryRow(ctx, s.store.DB.Reads, `SELECT count(*) FROM (
			SELECT 1 FROM deliveries WHERE endpoint_id = $1 AND state = 'pending' LIMIT CAST($2 AS BIGINT)) AS waiting`,
			e.EndpointID, MaxCounted).Scan(&f.Pending)
		if err != nil {
			return nil, err
		}
		if err := s.lastAttempt(ctx, &f); err != nil {
			return nil, err
		}
		found[i] = f
	}
	return found, nil
}

// lastAttempt fills in the last attempt of an endpoint: at one of the deliveries that wait, or if none does, at the
// newest event.
func (s *Webhooks) lastAttempt(ctx context.Context, f *FailingEndpoint) error {
	for _, query := range []string{
		`SELECT last_status, last_error, updated_on FROM (
			SELECT last_status, last_error, updated_on FROM deliveries
			WHERE endpoint_id = $1 AND account_id = $2 AND state = 'pending' AND attempts > 0 ORDER BY due_on LIMIT 1000) AS tried
		ORDER BY updated_on DESC LIMIT 1`,
		`SELECT last_status, last_error, updated_on FROM deliveries
		WHERE endpoint_id = $1 AND account_id = $2 AND attempts > 0 ORDER BY event_on DESC LIMIT 1`,
	} {
		err := engine.QueryRow(ctx, s.store.DB.Reads, query, f.EndpointID, f.AccountID).
			Scan(&f.LastStatus, &f.LastError, engine.At(&f.LastTriedOn))
		if !errors.Is(err, engine.ErrNoRows) {
			return err
		}
	}
	return nil
}
