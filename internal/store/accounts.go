package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"waybill/internal/shipment"
)

// Account is a shipper.
type Account struct {
	AccountID            int64
	Name                 string // unique
	TrackingPrefix       string // of its tracking numbers; "" is shipment.DefaultTrackingPrefix
	RateLimit, RateBurst int    // requests a second, and at once; 0: the environment's default
	Demo                 bool   // the one that a development environment starts with
	Operator             bool   // may report on the orders of all accounts
	SuspendedOn          time.Time
	CreatedOn            time.Time
}

// CreateAccount stores a with a new id. Returns ErrNameTaken, and ErrPrefixTaken when its
// tracking prefix is new and a shipper has brought a number of the form that it is to issue.
func (s *Store) CreateAccount(ctx context.Context, a Account) (Account, error) {
	a.CreatedOn = s.clock()
	if err := s.checkPrefix(ctx, a.TrackingPrefix); err != nil {
		return Account{}, s.explain("create account", err)
	}
	err := s.write(ctx, func(ctx context.Context, q querier) error {
		return insertAccount(ctx, q, &a)
	})
	s.prefixes.clear()
	if err != nil {
		return Account{}, s.explain("create account", err)
	}
	return a, nil
}

// checkPrefix looks for brought numbers of the form of a new prefix. It reads all tracking
// numbers: no index of PostgreSQL serves a prefix in every collation. A number that is brought
// at the same time is no harm: what is in use is not issued.
func (s *Store) checkPrefix(ctx context.Context, prefix string) error {
	known, err := s.TrackingPrefixes(ctx)
	if err != nil || prefix == "" || slices.Contains(known, prefix) {
		return err
	}
	rows, err := s.reads.QueryContext(ctx, `SELECT tracking_no FROM tracking_numbers WHERE substr(tracking_no, 1, $1) = $2`, len(prefix), prefix)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var number string
		if err := rows.Scan(&number); err != nil {
			return err
		}
		if shipment.HasIssuedForm(number, prefix) {
			return fmt.Errorf("prefix %s: %s is in use: %w", prefix, number, ErrPrefixTaken)
		}
	}
	return rows.Err()
}

// TrackingPrefixes returns all that tracking numbers are issued with. Callers share the slice
// and must not change it. Other processes' changes show after a second.
func (s *Store) TrackingPrefixes(ctx context.Context) ([]string, error) {
	now := s.elapsed()
	known, generation, fresh := s.prefixes.get(now)
	if fresh {
		return known, nil
	}
	rows, err := s.reads.QueryContext(ctx, `SELECT DISTINCT tracking_prefix FROM accounts WHERE tracking_prefix <> ''`)
	known, err = collect(rows, err, func(rows *sql.Rows, prefix *string) error { return rows.Scan(prefix) })
	if err != nil {
		return nil, s.explain("list tracking prefixes", err)
	}
	known = append(known, shipment.DefaultTrackingPrefix)
	s.prefixes.put(known, now+cacheFor, generation)
	return known, nil
}

// insertAccount fills a.AccountID. Returns ErrNameTaken when the name is in use, or a is
// a second demo account.
func insertAccount(ctx context.Context, q querier, a *Account) error {
	err := q.QueryRowContext(ctx, `INSERT INTO accounts (name, tracking_prefix, rate_limit, rate_burst, demo, operator, suspended_on, created_on)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING account_id`,
		a.Name, a.TrackingPrefix, a.RateLimit, a.RateBurst, flag(a.Demo), flag(a.Operator), micros(a.SuspendedOn), micros(a.CreatedOn)).Scan(&a.AccountID)
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("account %q: %w", a.Name, ErrNameTaken)
	}
	return err
}

// Accounts returns all accounts by id.
func (s *Store) Accounts(ctx context.Context) ([]Account, error) {
	rows, err := s.reads.QueryContext(ctx, `SELECT account_id, name, tracking_prefix, rate_limit, rate_burst, demo, operator, suspended_on, created_on
		FROM accounts ORDER BY account_id`)
	accounts, err := collect(rows, err, func(rows *sql.Rows, a *Account) error {
		var demo, operator, suspendedOn, createdOn int64
		err := rows.Scan(&a.AccountID, &a.Name, &a.TrackingPrefix, &a.RateLimit, &a.RateBurst, &demo, &operator, &suspendedOn, &createdOn)
		a.Demo, a.Operator, a.SuspendedOn, a.CreatedOn = demo != 0, operator != 0, fromMicros(suspendedOn), fromMicros(createdOn)
		return err
	})
	return accounts, s.explain("list accounts", err)
}

// SuspendAccount makes the account's keys useless until ResumeAccount. Suspending it
// twice changes nothing. Returns ErrNotFound.
func (s *Store) SuspendAccount(ctx context.Context, id int64) error {
	return s.change(ctx, fmt.Sprintf("suspend account %d", id),
		`UPDATE accounts SET suspended_on = CASE WHEN suspended_on = 0 THEN $1 ELSE suspended_on END WHERE account_id = $2`, micros(s.clock()), id)
}

// ResumeAccount ends a suspension. Returns ErrNotFound.
func (s *Store) ResumeAccount(ctx context.Context, id int64) error {
	return s.change(ctx, fmt.Sprintf("resume account %d", id),
		`UPDATE accounts SET suspended_on = 0 WHERE account_id = $1`, id)
}

// HasDemoAccount reports whether the data holds the demo account.
func (s *Store) HasDemoAccount(ctx context.Context) (bool, error) {
	var n int
	err := s.reads.QueryRowContext(ctx, `SELECT count(*) FROM accounts WHERE demo = 1`).Scan(&n)
	return n > 0, s.explain("look for the demo account", err)
}

// change runs an update of one row that callers or services depend on, and forgets what
// is cached of them. Returns ErrNotFound when there is no such row.
func (s *Store) change(ctx context.Context, doing, query string, args ...any) error {
	err := s.write(ctx, func(ctx context.Context, q querier) error {
		return updateOne(ctx, q, ErrNotFound, query, args...)
	})
	s.callers.clear()
	s.services.clear()
	return s.explain(doing, err)
}
