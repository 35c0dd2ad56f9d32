package masterdata

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"waybill/internal/problem"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
	"waybill/internal/store/once"
)

// Partner is a partner that is reached through an adapter.
type Partner struct {
	Name           string // as services name it
	BaseURL        string
	Concurrency    int           // calls at once
	CallTimeout    time.Duration // of one call, whole milliseconds
	PrivateNetwork bool          // the adapter may be in a private network
	DisabledOn     time.Time
	CreatedOn      time.Time
	OldSecretUntil time.Time // until then messages may be signed with the secret before the last change
}

// partnerSecretPrefix starts the secret of a partner, so that people and scanners recognize it.
const partnerSecretPrefix = "wbp_"

func (s *Store) newPartnerSecret() string { return partnerSecretPrefix + s.DB.RandomText(32) }

// CreatePartner stores a partner and returns it with its secret. Returns a *problem.FieldError, and ErrNameTaken.
func (s *Store) CreatePartner(ctx context.Context, p Partner) (Partner, string, error) {
	if err := p.check(); err != nil {
		return Partner{}, "", err
	}
	secret := s.newPartnerSecret()
	p.CreatedOn, p.DisabledOn, p.OldSecretUntil = s.DB.Now(), time.Time{}, time.Time{}
	err := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		err := engine.UpdateOne(ctx, q, nameTaken("partner", p.Name),
			`INSERT INTO partners (name, base_url, secret, concurrency, call_timeout_ms, private_network, created_on)
			VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
			p.Name, p.BaseURL, secret, p.Concurrency, p.CallTimeout.Milliseconds(), engine.Flag(p.PrivateNetwork), engine.Micros(p.CreatedOn))
		if err != nil {
			return err
		}
		return audit.Made(ctx, q, s.Audit, s.partnerSubject(p.Name), &p)
	})
	return engine.Both(p, secret, s.DB.Explain("create partner", err))
}

// Partners returns all partners, disabled ones too, by name.
func (s *Store) Partners(ctx context.Context) ([]Partner, error) {
	partners, err := selectPartners(ctx, s.DB.Reads)
	return partners, s.DB.Explain("list partners", err)
}

func selectPartners(ctx context.Context, q engine.Querier) ([]Partner, error) {
	return engine.Collect(ctx, q, func(row engine.Scanner, p *Partner) error {
		var timeout int64
		err := row.Scan(&p.Name, &p.BaseURL, &p.Concurrency, &timeout, engine.Is(&p.PrivateNetwork), engine.At(&p.DisabledOn),
			engine.At(&p.CreatedOn), engine.At(&p.OldSecretUntil))
		p.CallTimeout = time.Duration(timeout) * time.Millisecond
		return err
	}, `SELECT name, base_url, concurrency, call_timeout_ms, private_network, disabled_on, created_on, old_secret_until
		FROM partners ORDER BY name`)
}

// selectPartner returns a partner. Returns ErrNotFound.
func selectPartner(ctx context.Context, q engine.Querier, name string) (Partner, error) {
	partners, err := selectPartners(ctx, q)
	i := slices.IndexFunc(partners, func(p Partner) bool { return p.Name == name })
	if err != nil || i < 0 {
		return Partner{}, cmp.Or(err, engine.ErrNotFound)
	}
	return partners[i], nil
}

// UpdatePartner changes the URL and the limits of a partner by fn, which may run more than once, and returns the
// partner as it is then. Returns ErrNotFound, a *problem.FieldError, or the error of fn, after which nothing is changed.
func (s *Store) UpdatePartner(ctx context.Context, name string, fn func(*Partner) error) (Partner, error) {
	doing := fmt.Sprintf("change partner %q", name)
	return engine.Changed(ctx, s.DB, doing, func(ctx context.Context, q engine.Querier) (changed Partner, err error) {
		if changed, err = selectPartner(ctx, q, name); err != nil {
			return changed, err
		}
		if err := fn(&changed); err != nil {
			return changed, err
		}
		if err := changed.check(); err != nil {
			return changed, err
		}
		return changed, s.Audit.Set(ctx, q, "update", s.partnerSubject(name),
			`UPDATE partners SET base_url = $1, concurrency = $2, call_timeout_ms = $3, private_network = $4 WHERE name = $5`,
			changed.BaseURL, changed.Concurrency, changed.CallTimeout.Milliseconds(), engine.Flag(changed.PrivateNetwork), name)
	})
}

// RotatePartnerSecret gives a partner a new secret and returns both. The old secret is valid for overlap. Returns
// ErrNotFound, and a *problem.FieldError.
func (s *Store) RotatePartnerSecret(ctx context.Context, name string, overlap time.Duration) (p Partner, secret string, err error) {
	if overlap < 0 || overlap > maxSecretOverlap {
		return Partner{}, "", problem.Wrong("overlap", problem.NotOverlap.With(maxOverlapDays))
	}
	secret = s.newPartnerSecret()
	err = s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		err := s.Audit.Set(ctx, q, "rotate-secret", s.partnerSubject(name),
			`UPDATE partners SET old_secret = secret, old_secret_until = $1, secret = $2 WHERE name = $3`,
			engine.Micros(s.DB.Now().Add(overlap)), secret, name)
		if err == nil {
			p, err = selectPartner(ctx, q, name)
		}
		if err != nil {
			return err
		}
		return once.Made(ctx, q, &p)
	})
	return engine.Both(p, secret, s.DB.Explain(fmt.Sprintf("change the secret of partner %q", name), err))
}

// PartnerSecrets returns the secrets that a partner's messages may be signed with: its secret, and the old one for some
// time after a change. Returns ErrNotFound if there is no such partner, or it is disabled.
func (s *Store) PartnerSecrets(ctx context.Context, name string) (secrets []string, err error) {
	defer func() { err = s.DB.Explain("read a partner's secret", err) }()
	if !engine.IsText(name) { // a caller without a key chose it
		return nil, engine.ErrNotFound
	}
	var secret, old string
	var oldUntil time.Time
	err = engine.QueryRow(ctx, s.DB.Reads,
		`SELECT secret, old_secret, old_secret_until FROM partners WHERE name = $1 AND disabled_on = 0`, name).
		Scan(&secret, &old, engine.At(&oldUntil))
	if err != nil {
		return nil, engine.NotFound(err)
	}
	if oldUntil.After(s.DB.Now()) {
		return []string{secret, old}, nil
	}
	return []string{secret}, nil
}

// DisablePartner disables a partner: it is not called, and its callbacks are refused. Returns
// ErrNotFound.
func (s *Store) DisablePartner(ctx context.Context, name string) error {
	return s.change(ctx, "disable", s.partnerSubject(name),
		`UPDATE partners SET disabled_on = CASE WHEN disabled_on = 0 THEN $1 ELSE disabled_on END WHERE name = $2`,
		engine.Micros(s.DB.Now()), name)
}

// EnablePartner enables a partner again. Returns ErrNotFound.
func (s *Store) EnablePartner(ctx context.Context, name string) error {
	return s.change(ctx, "enable", s.partnerSubject(name), `UPDATE partners SET disabled_on = 0 WHERE name = $1`, name)
}

func (s *Store) partnerSubject(name string) audit.Subject {
	return audit.Subject{Kind: audit.SubjectPartner, Name: name, Read: func(ctx context.Context, q engine.Querier) (int64, any, error) {
		var v struct {
			BaseURL        string     `json:"base_url"`
			Concurrency    int        `json:"concurrency"`
			Timeout        string     `json:"timeout"`
			PrivateNetwork bool       `json:"private_network"`
			DisabledOn     audit.Time `json:"disabled_on"`
			OldSecretUntil audit.Time `json:"old_secret_until,omitempty"`
		}
		var timeout int64
		err := engine.QueryRow(ctx, q,
			`SELECT base_url, concurrency, call_timeout_ms, private_network, disabled_on, old_secret_until FROM partners
			WHERE name = $1`+s.DB.Dialect.ForUpdate, name).
			Scan(&v.BaseURL, &v.Concurrency, &timeout, engine.Is(&v.PrivateNetwork), audit.At(&v.DisabledOn), audit.At(&v.OldSecretUntil))
		v.Timeout = (time.Duration(timeout) * time.Millisecond).String()
		return 0, v, engine.NotFound(err)
	}}
}
