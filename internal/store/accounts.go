package store

import (
	"cmp"
	"context"
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
	Timezone             string // in which its pages show times, such as Asia/Singapore; "": UTC
	Language             string // of its pages, such as id; "": English
	SuspendedOn          time.Time
	CreatedOn            time.Time
}

// Caller is the account as a caller of the API that has no key. It is not an operator.
func (a Account) Caller() Caller {
	return Caller{
		AccountID: a.AccountID, Suspended: !a.SuspendedOn.IsZero(),
		TrackingPrefix: cmp.Or(a.TrackingPrefix, shipment.DefaultTrackingPrefix), RateLimit: a.RateLimit, RateBurst: a.RateBurst,
	}
}

// CreateAccount stores an account and returns it with its new id. Returns ErrNameTaken if the name is
// in use, and ErrPrefixTaken if its tracking prefix is new and a shipper has supplied a tracking number
// of the form that would be issued with it.
func (s *Store) CreateAccount(ctx context.Context, a Account) (Account, error) {
	a.CreatedOn = s.clock()
	err := s.write(ctx, func(ctx context.Context, q querier) error {
		if err := reservePrefix(ctx, q, a.TrackingPrefix); err != nil {
			return err
		}
		if err := insertAccount(ctx, q, &a); err != nil {
			return err
		}
		return s.auditCreate(ctx, q, s.accountSubject(a.AccountID))
	})
	s.prefixes.clear()
	if err != nil {
		return Account{}, s.explain("create account", err)
	}
	return a, nil
}

// TrackingPrefixes returns all prefixes that tracking numbers are issued with. Callers share the slice
// and must not change it. Changes by other processes show after a second.
func (s *Store) TrackingPrefixes(ctx context.Context) ([]string, error) {
	now := s.elapsed()
	known, generation, fresh := s.prefixes.get(now)
	if fresh {
		return known, nil
	}
	rows, err := s.reads.query(ctx, `SELECT DISTINCT tracking_prefix FROM accounts WHERE tracking_prefix <> ''`)
	known, err = collect(rows, err, func(row scanner, prefix *string) error { return row.Scan(prefix) })
	if err != nil {
		return nil, s.explain("list tracking prefixes", err)
	}
	known = append(known, shipment.DefaultTrackingPrefix)
	s.prefixes.put(known, now+cacheFor, generation)
	return known, nil
}

// insertAccount stores an account and fills in its id. Returns ErrNameTaken if the name is in use, or
// the account is a second demo account.
func insertAccount(ctx context.Context, q querier, a *Account) error {
	err := queryRow(ctx, q, `INSERT INTO accounts
		(name, tracking_prefix, rate_limit, rate_burst, demo, operator, timezone, language, suspended_on, created_on)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING account_id`,
		a.Name, a.TrackingPrefix, a.RateLimit, a.RateBurst, flag(a.Demo), flag(a.Operator), a.Timezone, a.Language,
		micros(a.SuspendedOn), micros(a.CreatedOn)).Scan(&a.AccountID)
	if errors.Is(err, errNoRows) {
		return fmt.Errorf("account %q: %w", a.Name, ErrNameTaken)
	}
	return err
}

const accountColumns = `a.account_id, a.name, a.tracking_prefix, a.rate_limit, a.rate_burst, a.demo, a.operator, a.timezone, a.language,
	a.suspended_on, a.created_on`

// scanAccount reads accountColumns, and others after them.
func scanAccount(row scanner, a *Account, others ...any) error {
	var demo, operator, suspendedOn, createdOn int64
	err := row.Scan(append([]any{
		&a.AccountID, &a.Name, &a.TrackingPrefix, &a.RateLimit, &a.RateBurst, &demo, &operator, &a.Timezone, &a.Language,
		&suspendedOn, &createdOn,
	}, others...)...)
	a.Demo, a.Operator, a.SuspendedOn, a.CreatedOn = demo != 0, operator != 0, fromMicros(suspendedOn), fromMicros(createdOn)
	return err
}

// Account returns an account. Returns ErrNotFound.
func (s *Store) Account(ctx context.Context, id int64) (Account, error) {
	a, err := selectAccount(ctx, s.reads, id)
	return a, s.explain("find an account", err)
}

func selectAccount(ctx context.Context, q querier, id int64) (Account, error) {
	rows, err := q.query(ctx, `SELECT `+accountColumns+` FROM accounts a WHERE a.account_id = $1`, id)
	return one(rows, err, func(row scanner, a *Account) error { return scanAccount(row, a) })
}

// Accounts returns all accounts by id.
func (s *Store) Accounts(ctx context.Context) ([]Account, error) {
	accounts, err := selectAccounts(ctx, s.reads)
	return accounts, s.explain("list accounts", err)
}

func selectAccounts(ctx context.Context, q querier) ([]Account, error) {
	rows, err := q.query(ctx, `SELECT `+accountColumns+` FROM accounts a ORDER BY a.account_id`)
	return collect(rows, err, func(row scanner, a *Account) error { return scanAccount(row, a) })
}

// UpdateAccount changes the name, the rate limit, the rights, the time zone and the language of an account by fn, which
// may run more than once, and returns the account as it is then. Returns ErrNotFound, ErrNameTaken, or the error of fn,
// after which nothing is changed.
func (s *Store) UpdateAccount(ctx context.Context, id int64, fn func(*Account) error) (Account, error) {
	var changed Account
	err := s.write(ctx, func(ctx context.Context, q querier) error {
		if err := s.lockAccount(ctx, q, id); err != nil {
			return err
		}
		accounts, err := selectAccounts(ctx, q)
		if err != nil {
			return err
		}
		changed = accounts[slices.IndexFunc(accounts, func(a Account) bool { return a.AccountID == id })]
		if err := fn(&changed); err != nil {
			return err
		}
		if slices.ContainsFunc(accounts, func(a Account) bool { return a.AccountID != id && a.Name == changed.Name }) {
			return fmt.Errorf("account %q: %w", changed.Name, ErrNameTaken)
		}
		return s.auditUpdate(ctx, q, "update", s.accountSubject(id), func() error {
			return updateOne(ctx, q, ErrNotFound, `UPDATE accounts SET name = $1, rate_limit = $2, rate_burst = $3, operator = $4,
					timezone = $5, language = $6 WHERE account_id = $7`,
				changed.Name, changed.RateLimit, changed.RateBurst, flag(changed.Operator), changed.Timezone, changed.Language, id)
		})
	})
	s.callers.clear()
	if err != nil {
		return Account{}, s.explain(fmt.Sprintf("change account %d", id), err)
	}
	return changed, nil
}

// SuspendAccount suspends an account: its keys are refused until ResumeAccount. A suspended account
// stays as it is. Returns ErrNotFound.
func (s *Store) SuspendAccount(ctx context.Context, id int64) error {
	return s.change(
		ctx,
		"suspend",
		s.accountSubject(id),
		`UPDATE accounts SET suspended_on = CASE WHEN suspended_on = 0 THEN $1 ELSE suspended_on END WHERE account_id = $2`,
		micros(s.clock()),
		id,
	)
}

// ResumeAccount ends a suspension. Returns ErrNotFound.
func (s *Store) ResumeAccount(ctx context.Context, id int64) error {
	return s.change(ctx, "resume", s.accountSubject(id), `UPDATE accounts SET suspended_on = 0 WHERE account_id = $1`, id)
}

// HasDemoAccount reports whether the data holds the demo account.
func (s *Store) HasDemoAccount(ctx context.Context) (bool, error) {
	var n int
	err := queryRow(ctx, s.reads, `SELECT count(*) FROM accounts WHERE demo = 1`).Scan(&n)
	return n > 0, s.explain("look for the demo account", err)
}

// change updates the row of a subject that the caches of callers or services depend on, and clears those caches.
// Returns ErrNotFound if there is no such row.
func (s *Store) change(ctx context.Context, action string, of subject, query string, args ...any) error {
	err := s.write(ctx, func(ctx context.Context, q querier) error {
		return s.auditUpdate(ctx, q, action, of, func() error { return updateOne(ctx, q, ErrNotFound, query, args...) })
	})
	s.callers.clear()
	s.services.clear()
	return s.explain(fmt.Sprintf("%s %s %s", action, of.kind, of.name), err)
}
