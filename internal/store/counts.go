package store

import (
	"context"
	"errors"
	"time"

	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
)

// AccountCounts is how much an account has.
type AccountCounts struct {
	Orders    int64
	Keys      int64 // that are valid
	Users     int64 // with a role in it
	Endpoints int64
}

// CountsOfAccounts returns the counts of accounts, by id. An account without any of them is not in it.
func (s *Store) CountsOfAccounts(ctx context.Context, ids []int64) (map[int64]AccountCounts, error) {
	counts := make(map[int64]AccountCounts, len(ids))
	now := engine.Micros(s.DB.Now())
	for _, c := range []struct {
		query string
		args  []any
		set   func(*AccountCounts, int64)
	}{
		{`SELECT account_id, sum(orders) FROM order_counts`, nil, func(c *AccountCounts, n int64) { c.Orders = n }},
		{`SELECT account_id, count(*) FROM api_keys`, []any{now}, func(c *AccountCounts, n int64) { c.Keys = n }},
		{`SELECT account_id, count(*) FROM memberships`, nil, func(c *AccountCounts, n int64) { c.Users = n }},
		{`SELECT account_id, count(*) FROM webhook_endpoints`, nil, func(c *AccountCounts, n int64) { c.Endpoints = n }},
	} {
		query := c.query + ` WHERE account_id ` + s.DB.Dialect.In("$1")
		if c.args != nil {
			query += ` AND revoked_on = 0 AND (expires_on = 0 OR expires_on > $2)`
		}
		rows, err := s.DB.Reads.Query(ctx, query+` GROUP BY account_id`, append([]any{s.DB.Dialect.List(ids)}, c.args...)...)
		found, err := engine.Collect(rows, err, func(row engine.Scanner, pair *[2]int64) error { return row.Scan(&pair[0], &pair[1]) })
		if err != nil {
			return nil, s.DB.Explain("count what accounts have", err)
		}
		for _, pair := range found {
			of := counts[pair[0]]
			c.set(&of, pair[1])
			counts[pair[0]] = of
		}
	}
	return counts, nil
}

// FailingEndpoint is an endpoint to which nothing could be delivered since a failure, with the last attempt.
type FailingEndpoint struct {
	Endpoint
	AccountName string
	Pending     int64 // deliveries that wait for another attempt; at most maxCounted
	LastStatus  int   // HTTP status of the last response; 0: there was none
	LastError   string
	LastTriedOn time.Time // zero: the deliveries are older than what is kept
}

// FailingEndpoints returns at most limit endpoints of all accounts that fail, or were disabled because they failed, those
// that fail for the longest time first. Those that their account disabled are not among them.
func (s *Store) FailingEndpoints(ctx context.Context, limit int) ([]FailingEndpoint, error) {
	found, err := s.failingEndpoints(ctx, limit)
	return found, s.DB.Explain("list failing endpoints", err)
}

func (s *Store) failingEndpoints(ctx context.Context, limit int) ([]FailingEndpoint, error) {
	rows, err := s.DB.Reads.Query(ctx, `SELECT `+endpointColumns+` FROM webhook_endpoints
		WHERE failing_since <> 0 AND disabled_reason <> $1 ORDER BY failing_since, endpoint_id LIMIT CAST($2 AS BIGINT)`,
		disabledByOwner, limit)
	endpoints, err := engine.Collect(rows, err, scanEndpoint)
	if err != nil || len(endpoints) == 0 {
		return nil, err
	}
	accounts, err := masterdata.SelectAccounts(ctx, s.DB.Reads)
	if err != nil {
		return nil, err
	}
	names := make(map[int64]string, len(accounts))
	for _, a := range accounts {
		names[a.AccountID] = a.Name
	}
	found := make([]FailingEndpoint, len(endpoints))
	for i, e := range endpoints {
		f := FailingEndpoint{Endpoint: e, AccountName: names[e.AccountID]}
		err := engine.QueryRow(ctx, s.DB.Reads, `SELECT count(*) FROM (
			SELECT 1 FROM deliveries WHERE endpoint_id = $1 AND state = 'pending' LIMIT CAST($2 AS BIGINT)) AS waiting`,
			e.EndpointID, maxCounted).Scan(&f.Pending)
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
func (s *Store) lastAttempt(ctx context.Context, f *FailingEndpoint) error {
	for _, query := range []string{
		`SELECT last_status, last_error, updated_on FROM (
			SELECT last_status, last_error, updated_on FROM deliveries
			WHERE endpoint_id = $1 AND account_id = $2 AND state = 'pending' AND attempts > 0 ORDER BY due_on LIMIT 1000) AS tried
		ORDER BY updated_on DESC LIMIT 1`,
		`SELECT last_status, last_error, updated_on FROM deliveries
		WHERE endpoint_id = $1 AND account_id = $2 AND attempts > 0 ORDER BY event_on DESC LIMIT 1`,
	} {
		var triedOn int64
		err := engine.QueryRow(ctx, s.DB.Reads, query, f.EndpointID, f.AccountID).Scan(&f.LastStatus, &f.LastError, &triedOn)
		if errors.Is(err, engine.ErrNoRows) {
			continue
		}
		f.LastTriedOn = engine.FromMicros(triedOn)
		return err
	}
	return nil
}
