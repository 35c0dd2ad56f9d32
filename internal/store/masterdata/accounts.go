package masterdata

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
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
	Phones               Phones
	WeightTolerance      shipment.WeightTolerance // of scales of packers
	UnscannedHours       int                      // see shipment.AccountSettings
	// After how many days without a change personal data of an order that has ended are erased, and the order deleted: at
	// least MinRetention; 0: never.
	EraseAfterDays, DeleteAfterDays int
	SuspendedOn                     time.Time
	CreatedOn                       time.Time
}

// Phones says what becomes of phone numbers without a country code.
type Phones int

// The values.
const (
	PhonesRefused  Phones = iota // by default
	PhonesComplete               // by the country of their address
	PhonesOffered                // refused, and a request was: the console offers to complete them
	PhonesDeclined               // refused by decision
)

// Caller is the account as a caller of the API that has no key. It is not an operator.
func (a Account) Caller() Caller {
	return Caller{
		AccountID: a.AccountID, Suspended: !a.SuspendedOn.IsZero(),
		TrackingPrefix: cmp.Or(a.TrackingPrefix, shipment.DefaultTrackingPrefix), RateLimit: a.RateLimit, RateBurst: a.RateBurst,
		Phones: a.Phones,
	}
}

// CreateAccount stores an account and returns it with its new id. Without a burst it has twice its rate limit. Its labels do not show
// the contents: everybody who handles a parcel reads them. Returns a
// *problem.FieldError, ErrNameTaken if the name is in use, and ErrPrefixTaken if its tracking prefix is new and a shipper has
// supplied a tracking number of the form that would be issued with it.
func (s *Store) CreateAccount(ctx context.Context, a Account) (Account, error) {
	if err := a.complete(); err != nil {
		return Account{}, err
	}
	a.CreatedOn = s.DB.Now()
	err := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		if err := reservePrefix(ctx, q, a.TrackingPrefix); err != nil {
			return err
		}
		if err := insertAccount(ctx, q, &a); err != nil {
			return err
		}
		if err := s.accountLabels.write(ctx, q, a.AccountID, shipment.AccountLabels{HideContents: true}); err != nil {
			return err
		}
		return audit.Made(ctx, q, s.Audit, s.accountSubject(a.AccountID), &a)
	})
	s.prefixes.Clear()
	return a, s.DB.Explain("create account", err)
}

// TrackingPrefixes returns all prefixes that tracking numbers are issued with. Callers share the slice
// and must not change it. Changes by other processes show after a second.
func (s *Store) TrackingPrefixes(ctx context.Context) ([]string, error) {
	return s.prefixes.Read(s.DB.Elapsed(), struct{}{}, func([]string) ([]string, time.Duration, error) {
		known, err := engine.Values[string](ctx, s.DB.Reads, `SELECT DISTINCT tracking_prefix FROM accounts WHERE tracking_prefix <> ''`)
		return append(known, shipment.DefaultTrackingPrefix), CacheFor, s.DB.Explain("list tracking prefixes", err)
	})
}

// insertAccount stores an account and fills in its id. Returns ErrNameTaken if the name is in use, or
// the account is a second demo account.
func insertAccount(ctx context.Context, q engine.Querier, a *Account) error {
	a.WeightTolerance = shipment.DefaultWeightTolerance
	err := engine.QueryRow(ctx, q, `INSERT INTO accounts
		(name, tracking_prefix, rate_limit, rate_burst, demo, operator, timezone, language, suspended_on, created_on,
		erase_after_days, delete_after_days, phones, weight_tolerance, weight_tolerance_percent, unscanned_hours)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) ON CONFLICT DO NOTHING RETURNING account_id`,
		a.Name, a.TrackingPrefix, a.RateLimit, a.RateBurst, engine.Flag(a.Demo), engine.Flag(a.Operator), a.Timezone, a.Language,
		engine.Micros(a.SuspendedOn), engine.Micros(a.CreatedOn), a.EraseAfterDays, a.DeleteAfterDays, int(a.Phones),
		a.WeightTolerance.Grams, a.WeightTolerance.Percent, a.UnscannedHours).Scan(&a.AccountID)
	return engine.IfNone(err, nameTaken("account", a.Name))
}

// AccountColumns are the columns that ScanAccount reads.
const AccountColumns = `a.account_id, a.name, a.tracking_prefix, a.rate_limit, a.rate_burst, a.demo, a.operator, a.timezone, a.language,
	a.suspended_on, a.created_on, a.erase_after_days, a.delete_after_days, a.phones, a.weight_tolerance,
	a.weight_tolerance_percent, a.unscanned_hours`

// ScanAccount reads AccountColumns, and others after them.
func ScanAccount(row engine.Scanner, a *Account, others ...any) error {
	return row.Scan(append([]any{
		&a.AccountID, &a.Name, &a.TrackingPrefix, &a.RateLimit, &a.RateBurst, engine.Is(&a.Demo), engine.Is(&a.Operator), &a.Timezone,
		&a.Language, engine.At(&a.SuspendedOn), engine.At(&a.CreatedOn), &a.EraseAfterDays, &a.DeleteAfterDays, (*int)(&a.Phones),
		&a.WeightTolerance.Grams, &a.WeightTolerance.Percent, &a.UnscannedHours,
	}, others...)...)
}

// Account returns an account. Returns ErrNotFound.
func (s *Store) Account(ctx context.Context, id int64) (Account, error) {
	a, err := selectAccount(ctx, s.DB.Reads, id)
	return a, s.DB.Explain("find an account", err)
}

func selectAccount(ctx context.Context, q engine.Querier, id int64) (Account, error) {
	return engine.First(selectAccounts(ctx, q, `WHERE a.account_id = $1`, id))
}

// Accounts returns all accounts by id.
func (s *Store) Accounts(ctx context.Context) ([]Account, error) {
	accounts, err := SelectAccounts(ctx, s.DB.Reads)
	return accounts, s.DB.Explain("list accounts", err)
}

// FindAccounts returns the accounts whose name has a text, in any case, or whose id it is, by id. "" is all.
func (s *Store) FindAccounts(ctx context.Context, search string, onlySuspended bool) ([]Account, error) {
	all, err := s.Accounts(ctx)
	search = strings.ToLower(strings.TrimSpace(search))
	return slices.DeleteFunc(all, func(a Account) bool {
		named := strings.Contains(strings.ToLower(a.Name), search) || strconv.FormatInt(a.AccountID, 10) == search
		return !named || onlySuspended && a.SuspendedOn.IsZero()
	}), err
}

// SelectAccounts returns all accounts by id.
func SelectAccounts(ctx context.Context, q engine.Querier) ([]Account, error) {
	return selectAccounts(ctx, q, `ORDER BY a.account_id`)
}

func selectAccounts(ctx context.Context, q engine.Querier, which string, args ...any) ([]Account, error) {
	return engine.Collect(ctx, q, func(row engine.Scanner, a *Account) error { return ScanAccount(row, a) },
		`SELECT `+AccountColumns+` FROM accounts a `+which, args...)
}

// UpdateAccount changes the name, the rate limit, the rights, the time zone, the language, the retention, the phones and the tolerance of
// weights of an account by fn, which may run more than once, and returns the account as it is then. Returns ErrNotFound, ErrNameTaken, a
// *problem.FieldError, or the error of fn, after which nothing is changed.
func (s *Store) UpdateAccount(ctx context.Context, id int64, fn func(*Account) error) (Account, error) {
	var changed Account
	err := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		if err := s.LockAccount(ctx, q, id); err != nil {
			return err
		}
		accounts, err := SelectAccounts(ctx, q)
		if err != nil {
			return err
		}
		changed = accounts[slices.IndexFunc(accounts, func(a Account) bool { return a.AccountID == id })]
		if err := fn(&changed); err != nil {
			return err
		}
		if err := changed.complete(); err != nil {
			return err
		}
		if slices.ContainsFunc(accounts, func(a Account) bool { return a.AccountID != id && a.Name == changed.Name }) {
			return nameTaken("account", changed.Name)
		}
		return s.Audit.Set(ctx, q, "update", s.accountSubject(id),
			`UPDATE accounts SET name = $1, rate_limit = $2, rate_burst = $3, operator = $4,
					timezone = $5, language = $6, erase_after_days = $7, delete_after_days = $8, phones = $9, weight_tolerance = $10,
					weight_tolerance_percent = $11, unscanned_hours = $12 WHERE account_id = $13`,
			changed.Name, changed.RateLimit, changed.RateBurst, engine.Flag(changed.Operator), changed.Timezone, changed.Language,
			changed.EraseAfterDays, changed.DeleteAfterDays, int(changed.Phones), changed.WeightTolerance.Grams,
			changed.WeightTolerance.Percent, changed.UnscannedHours, id)
	})
	s.callers.Clear()
	return changed, s.DB.Explain(fmt.Sprintf("change account %d", id), err)
}

// UpdateSettings changes an account's own settings by change, which may run more than once, see UpdateAccount. A decision about phone
// numbers that is nil leaves that of before.
func (s *Store) UpdateSettings(ctx context.Context, id int64, change func(*shipment.AccountSettings)) (Account, error) {
	return s.UpdateAccount(ctx, id, func(a *Account) error {
		settings := shipment.AccountSettings{
			Timezone: a.Timezone, Language: a.Language, WeightTolerance: a.WeightTolerance, UnscannedHours: int64(a.UnscannedHours),
		}
		change(&settings)
		a.Timezone, a.Language, a.WeightTolerance = settings.Timezone, settings.Language, settings.WeightTolerance
		a.UnscannedHours = int(settings.UnscannedHours)
		switch {
		case settings.CompletePhones == nil:
		case *settings.CompletePhones:
			a.Phones = PhonesComplete
		default:
			a.Phones = PhonesDeclined
		}
		return nil
	})
}

// SuspendAccount suspends an account: its keys are refused until ResumeAccount. A suspended account
// stays as it is. Returns ErrNotFound.
func (s *Store) SuspendAccount(ctx context.Context, id int64) error {
	return s.change(
		ctx,
		"suspend",
		s.accountSubject(id),
		`UPDATE accounts SET suspended_on = CASE WHEN suspended_on = 0 THEN $1 ELSE suspended_on END WHERE account_id = $2`,
		engine.Micros(s.DB.Now()),
		id,
	)
}

// ResumeAccount ends a suspension. Returns ErrNotFound.
func (s *Store) ResumeAccount(ctx context.Context, id int64) error {
	return s.change(ctx, "resume", s.accountSubject(id), `UPDATE accounts SET suspended_on = 0 WHERE account_id = $1`, id)
}

// HasDemoAccount reports whether the data holds the demo account.
func (s *Store) HasDemoAccount(ctx context.Context) (bool, error) {
	n, err := engine.Value[int](ctx, s.DB.Reads, `SELECT count(*) FROM accounts WHERE demo = 1`)
	return n > 0, s.DB.Explain("look for the demo account", err)
}

// change updates the row of a subject that the caches of callers or services depend on, and clears those caches.
// Returns ErrNotFound if there is no such row.
func (s *Store) change(ctx context.Context, action string, of audit.Subject, query string, args ...any) error {
	err := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		return s.Audit.Set(ctx, q, action, of, query, args...)
	})
	s.callers.Clear()
	s.services.Clear()
	return s.DB.Explain(fmt.Sprintf("%s %s %s", action, of.Kind, of.Name), err)
}

func (s *Store) accountSubject(id int64) audit.Subject {
	return audit.Numbered(audit.SubjectAccount, id, func(ctx context.Context, q engine.Querier) (int64, any, error) {
		var v struct {
			Name           string     `json:"name"`
			TrackingPrefix string     `json:"tracking_prefix"`
			RateLimit      int        `json:"rate_limit"`
			RateBurst      int        `json:"rate_burst"`
			Operator       bool       `json:"operator"`
			Timezone       string     `json:"timezone,omitempty"`
			Language       string     `json:"language,omitempty"`
			EraseAfter     int        `json:"erase_after_days,omitempty"`
			DeleteAfter    int        `json:"delete_after_days,omitempty"`
			Phones         Phones     `json:"phones,omitempty"`
			Tolerance      int64      `json:"weight_tolerance"`
			Percent        int64      `json:"weight_tolerance_percent"`
			UnscannedHours int        `json:"unscanned_hours,omitempty"`
			SuspendedOn    audit.Time `json:"suspended_on"`
		}
		err := engine.QueryRow(ctx, q, `SELECT name, tracking_prefix, rate_limit, rate_burst, operator, timezone, language, erase_after_days,
			delete_after_days, phones, weight_tolerance, weight_tolerance_percent, unscanned_hours, suspended_on
			FROM accounts WHERE account_id = $1`+s.DB.Dialect.ForUpdate, id).
			Scan(&v.Name, &v.TrackingPrefix, &v.RateLimit, &v.RateBurst, engine.Is(&v.Operator), &v.Timezone, &v.Language, &v.EraseAfter,
				&v.DeleteAfter, (*int)(&v.Phones), &v.Tolerance, &v.Percent, &v.UnscannedHours, audit.At(&v.SuspendedOn))
		return id, v, engine.NotFound(err)
	})
}

// reservePrefix reserves the form of a prefix for the numbers that the service issues. Returns
// ErrPrefixTaken if a shipper has supplied a number of that form. Rows of tracking_prefixes decide
// between two transactions that do the one and the other at the same time.
func reservePrefix(ctx context.Context, q engine.Querier, prefix string) error {
	if prefix == "" {
		return nil
	}
	issued, err := engine.Value[int64](ctx, q, `INSERT INTO tracking_prefixes (prefix, issued) VALUES ($1, 1)
		ON CONFLICT (prefix) DO UPDATE SET issued = tracking_prefixes.issued RETURNING issued`, prefix)
	if err == nil && issued == 0 {
		return fmt.Errorf("prefix %s: %w: %w", prefix, ErrPrefixTaken, problem.Wrong("tracking_prefix", problem.PrefixTaken))
	}
	return err
}

// ErrPrefixTaken says that a shipper has supplied a tracking number of the form of the prefix.
var ErrPrefixTaken = errors.New("shippers have sent tracking numbers of this form")
