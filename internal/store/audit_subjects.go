package store

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"waybill/internal/shipment"
)

// The kinds of subjects of the audit log besides SubjectRule.
const (
	SubjectAccount  = "account"
	SubjectEndpoint = "endpoint"
	SubjectKey      = "key"
	SubjectOrder    = "order" // by tracking number
	SubjectPartner  = "partner"
	SubjectService  = "service"
	SubjectTemplate = "template" // of orders
	SubjectUser     = "user"
	SubjectMember   = "member" // of an account: a user's role there
)

// subject is something whose row a change updates, for the audit log.
type subject struct {
	kind, name string
	// read returns the account that the subject belongs to, and the subject without secrets. It locks its row until
	// the transaction ends. Returns ErrNotFound.
	read func(context.Context, querier) (accountID int64, value any, err error)
}

// auditUpdate runs a change of a subject in a transaction, and records what it changed.
func (s *Store) auditUpdate(ctx context.Context, q querier, action string, of subject, fn func() error) error {
	accountID, before, err := of.read(ctx, q)
	if err != nil {
		return err
	}
	if err := fn(); err != nil {
		return err
	}
	_, after, err := of.read(ctx, q)
	if err != nil {
		return err
	}
	return s.audit(ctx, q, change{accountID: accountID, action: action, subjectKind: of.kind, subject: of.name, old: before, new: after})
}

// auditDelete runs the deletion of a subject in a transaction, and records what it was.
func (s *Store) auditDelete(ctx context.Context, q querier, of subject, fn func() error) error {
	accountID, before, err := of.read(ctx, q)
	if err != nil {
		return err
	}
	if err := fn(); err != nil {
		return err
	}
	return s.audit(ctx, q, change{accountID: accountID, action: "delete", subjectKind: of.kind, subject: of.name, old: before})
}

// auditCreate records the creation of a subject, in its transaction.
func (s *Store) auditCreate(ctx context.Context, q querier, of subject) error {
	accountID, value, err := of.read(ctx, q)
	if err != nil {
		return err
	}
	return s.audit(ctx, q, change{accountID: accountID, action: "create", subjectKind: of.kind, subject: of.name, new: value})
}

// auditedTime is a time in the audit log, nil for the zero time.
type auditedTime *time.Time

func timeForAudit(v int64) auditedTime {
	if v == 0 {
		return nil
	}
	t := fromMicros(v)
	return &t
}

// notFound is ErrNotFound in the place of errNoRows.
func notFound(err error) error {
	if errors.Is(err, errNoRows) {
		return ErrNotFound
	}
	return err
}

func (s *Store) accountSubject(id int64) subject {
	return subject{SubjectAccount, strconv.FormatInt(id, 10), func(ctx context.Context, q querier) (int64, any, error) {
		var v struct {
			Name           string      `json:"name"`
			TrackingPrefix string      `json:"tracking_prefix"`
			RateLimit      int         `json:"rate_limit"`
			RateBurst      int         `json:"rate_burst"`
			Operator       bool        `json:"operator"`
			Timezone       string      `json:"timezone,omitempty"`
			Language       string      `json:"language,omitempty"`
			SuspendedOn    auditedTime `json:"suspended_on"`
		}
		var operator, suspendedOn int64
		err := queryRow(ctx, q, `SELECT name, tracking_prefix, rate_limit, rate_burst, operator, timezone, language, suspended_on
			FROM accounts WHERE account_id = $1`+s.dialect.forUpdate, id).
			Scan(&v.Name, &v.TrackingPrefix, &v.RateLimit, &v.RateBurst, &operator, &v.Timezone, &v.Language, &suspendedOn)
		v.Operator, v.SuspendedOn = operator != 0, timeForAudit(suspendedOn)
		return id, v, notFound(err)
	}}
}

func (s *Store) keySubject(id int64) subject {
	return subject{SubjectKey, strconv.FormatInt(id, 10), func(ctx context.Context, q querier) (int64, any, error) {
		var v struct {
			AccountID    int64       `json:"account_id"`
			Name         string      `json:"name"`
			CreatedByKey int64       `json:"created_by_key,omitempty"`
			ExpiresOn    auditedTime `json:"expires_on"`
			RevokedOn    auditedTime `json:"revoked_on"`
		}
		var expiresOn, revokedOn int64
		err := queryRow(ctx, q, `SELECT account_id, name, created_by_key, expires_on, revoked_on FROM api_keys
			WHERE key_id = $1`+s.dialect.forUpdate, id).
			Scan(&v.AccountID, &v.Name, &v.CreatedByKey, &expiresOn, &revokedOn)
		v.ExpiresOn, v.RevokedOn = timeForAudit(expiresOn), timeForAudit(revokedOn)
		return v.AccountID, v, notFound(err)
	}}
}

// endpointSubject is an endpoint of an account. The query of its URL, which may have a secret, is left out; updated_on
// shows that it changed.
func (s *Store) endpointSubject(accountID, id int64) subject {
	return subject{SubjectEndpoint, strconv.FormatInt(id, 10), func(ctx context.Context, q querier) (int64, any, error) {
		e, err := s.endpoint(ctx, q, accountID, id, s.dialect.forUpdate)
		address, _, hasQuery := strings.Cut(e.URL, "?")
		if hasQuery {
			address += "?…"
		}
		return accountID, struct {
			URL            string               `json:"url"`
			Description    string               `json:"description"`
			Events         []shipment.EventType `json:"events"` // null: all
			LabelPDF       bool                 `json:"label_pdf"`
			BasicUsername  string               `json:"basic_username"`
			HasPassword    bool                 `json:"has_password"`
			DisabledOn     auditedTime          `json:"disabled_on"`
			OldSecretUntil auditedTime          `json:"old_secret_until"`
			UpdatedOn      time.Time            `json:"updated_on"`
		}{
			address, e.Description, e.EventTypes, e.LabelPDF, e.Username, e.Password != "",
			timeForAudit(micros(e.DisabledOn)), timeForAudit(micros(e.OldSecretUntil)), e.UpdatedOn,
		}, err
	}}
}

func (s *Store) partnerSubject(name string) subject {
	return subject{SubjectPartner, name, func(ctx context.Context, q querier) (int64, any, error) {
		var v struct {
			BaseURL        string      `json:"base_url"`
			Concurrency    int         `json:"concurrency"`
			Timeout        string      `json:"timeout"`
			PrivateNetwork bool        `json:"private_network"`
			DisabledOn     auditedTime `json:"disabled_on"`
			OldSecretUntil auditedTime `json:"old_secret_until,omitempty"`
		}
		var timeout, private, disabledOn, oldSecretUntil int64
		err := queryRow(ctx, q, `SELECT base_url, concurrency, call_timeout_ms, private_network, disabled_on, old_secret_until FROM partners
			WHERE name = $1`+s.dialect.forUpdate, name).
			Scan(&v.BaseURL, &v.Concurrency, &timeout, &private, &disabledOn, &oldSecretUntil)
		v.Timeout, v.PrivateNetwork = (time.Duration(timeout) * time.Millisecond).String(), private != 0
		v.DisabledOn, v.OldSecretUntil = timeForAudit(disabledOn), timeForAudit(oldSecretUntil)
		return 0, v, notFound(err)
	}}
}

func (s *Store) serviceSubject(id int64) subject {
	return subject{SubjectService, strconv.FormatInt(id, 10), func(ctx context.Context, q querier) (int64, any, error) {
		var v struct {
			Name        string `json:"name"`
			Origin      string `json:"origin"` // code; "": any country
			Destination string `json:"destination"`
			Category    string `json:"category"`
			COD         bool   `json:"cod"`
			Partner     string `json:"partner"`
			Disabled    bool   `json:"disabled"`
		}
		var cod, disabled int64
		err := queryRow(ctx, q, `SELECT name, origin, destination, category, cod, partner, disabled FROM services
			WHERE service_id = $1`+s.dialect.forUpdate, id).
			Scan(&v.Name, &v.Origin, &v.Destination, &v.Category, &cod, &v.Partner, &disabled)
		v.COD, v.Disabled = cod != 0, disabled != 0
		return 0, v, notFound(err)
	}}
}
