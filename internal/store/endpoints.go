package store

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"time"

	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/once"
)

// Webhooks is the endpoints of webhooks, events and their deliveries. Its methods are safe for concurrent use.
type Webhooks struct {
	store *Store
	// subscriptions are the endpoints of the accounts that have any.
	subscriptions engine.Cache[struct{}, map[int64][]subscription]
	due           chan struct{} // holds one signal
}

// MaxEndpoints is how many endpoints an account may have: each costs a row for each event.
const MaxEndpoints = 16

// Endpoint is a subscription of an account to events: where they are delivered. Its signing secrets
// leave the store only in a Delivery.
type Endpoint struct {
	EndpointID, AccountID int64
	shipment.EndpointSettings
	DisabledOn     time.Time // zero: it is not disabled
	DisabledReason string
	FailingSince   time.Time // the first failure since the last delivery; zero: none
	OldSecretUntil time.Time // until then the secret before the last rotation signs too
	CreatedOn      time.Time
	UpdatedOn      time.Time
}

const (
	// secretPrefix and secretBytes are from the Standard Webhooks specification.
	secretPrefix = "whsec_"
	secretBytes  = 32
	// oldSecretValid is how long the old secret signs too after a rotation.
	oldSecretValid = 24 * time.Hour
	// disabledByOwner is the reason of an endpoint that its account disabled.
	disabledByOwner = "Disabled by its owner."
)

func (s *Webhooks) newSigningSecret() string {
	key := make([]byte, secretBytes)
	s.store.DB.Draw(key)
	return secretPrefix + base64.StdEncoding.EncodeToString(key)
}

const endpointColumns = `endpoint_id, account_id, url, description, event_types, label_pdf, label_webhook, basic_username,
	basic_password, disabled_on, disabled_reason, failing_since, old_secret_until, created_on, updated_on`

func scanEndpoint(row engine.Scanner, e *Endpoint) error {
	var types string
	err := row.Scan(&e.EndpointID, &e.AccountID, &e.URL, &e.Description, &types, engine.Is(&e.LabelPDF),
		engine.Is(&e.LabelWebhook), &e.Username, &e.Password, engine.At(&e.DisabledOn), &e.DisabledReason, engine.At(&e.FailingSince),
		engine.At(&e.OldSecretUntil), engine.At(&e.CreatedOn), engine.At(&e.UpdatedOn))
	e.EventTypes, e.Disabled = splitTypes(types), !e.DisabledOn.IsZero()
	return err
}

// joinTypes is a list of types as the database holds it.
func joinTypes(types []shipment.EventType) string {
	return strings.Join(each.Of(types, func(t shipment.EventType) string { return string(t) }), ",")
}

func splitTypes(joined string) (types []shipment.EventType) {
	for text := range strings.SplitSeq(joined, ",") {
		if text != "" {
			types = append(types, shipment.EventType(text))
		}
	}
	return types
}

// CreateEndpoint stores an endpoint of an account and returns it with its secret, which is not
// returned again. Returns ErrNotFound if there is no such account, and ErrTooMany, which is a *problem.FieldError, too, if it has
// MaxEndpoints.
func (s *Webhooks) CreateEndpoint(ctx context.Context, accountID int64, settings shipment.EndpointSettings) (Endpoint, string, error) {
	secret := s.newSigningSecret()
	e := Endpoint{AccountID: accountID, CreatedOn: s.store.DB.Now()}
	e.EndpointSettings = settings
	e.setDisabled(false, e.CreatedOn)
	err := s.store.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error { return s.insertEndpoint(ctx, q, &e, secret) })
	s.subscriptions.Clear()
	return engine.Both(e, secret, s.store.DB.Explain("create endpoint", err))
}

func (s *Webhooks) insertEndpoint(ctx context.Context, q engine.Querier, e *Endpoint, secret string) error {
	if err := s.store.MasterData.LockAccount(ctx, q, e.AccountID); err != nil {
		return err
	}
	var n int
	if err := engine.QueryRow(ctx, q, `SELECT count(*) FROM webhook_endpoints WHERE account_id = $1`, e.AccountID).Scan(&n); err != nil {
		return err
	}
	if n >= MaxEndpoints {
		return fmt.Errorf("endpoints of account %d: %w: %w", e.AccountID, engine.ErrTooMany,
			problem.Wrong("", problem.ManyEndpoints.With(MaxEndpoints)))
	}
	err := engine.QueryRow(ctx, q, `INSERT INTO webhook_endpoints (account_id, url, description, event_types, label_pdf,
			label_webhook, basic_username, basic_password, secret, disabled_on, disabled_reason, created_on, updated_on)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING endpoint_id`,
		e.AccountID, e.URL, e.Description, joinTypes(e.EventTypes), engine.Flag(e.LabelPDF), engine.Flag(e.LabelWebhook), e.Username,
		string(e.Password), secret, engine.Micros(e.DisabledOn), e.DisabledReason, engine.Micros(e.CreatedOn), engine.Micros(e.UpdatedOn)).
		Scan(&e.EndpointID)
	if err != nil {
		return err
	}
	return audit.Made(ctx, q, s.store.Audit, s.endpointSubject(e.AccountID, e.EndpointID), e)
}

// setDisabled updates the fields that follow from Disabled.
func (e *Endpoint) setDisabled(wasDisabled bool, now time.Time) {
	e.UpdatedOn = now
	switch {
	case e.Disabled && !wasDisabled:
		e.DisabledOn, e.DisabledReason = now, disabledByOwner
	case !e.Disabled && wasDisabled:
		e.DisabledOn, e.DisabledReason, e.FailingSince = time.Time{}, "", time.Time{}
	}
}

// Endpoints returns the endpoints of an account by id; AccountID 0 is all accounts.
func (s *Webhooks) Endpoints(ctx context.Context, accountID int64) ([]Endpoint, error) {
	return engine.List(ctx, s.store.DB, "list endpoints", scanEndpoint, `SELECT `+endpointColumns+` FROM webhook_endpoints
		WHERE account_id = $1 OR $1 = 0 ORDER BY endpoint_id`, accountID)
}

// Endpoint returns an endpoint of an account. Returns ErrNotFound.
func (s *Webhooks) Endpoint(ctx context.Context, accountID, endpointID int64) (Endpoint, error) {
	e, err := s.endpoint(ctx, s.store.DB.Reads, accountID, endpointID, "")
	return e, s.store.DB.Explain(fmt.Sprintf("read endpoint %d", endpointID), err)
}

func (s *Webhooks) endpoint(ctx context.Context, q engine.Querier, accountID, endpointID int64, lock string) (Endpoint, error) {
	return engine.One(ctx, q, scanEndpoint, `SELECT `+endpointColumns+` FROM webhook_endpoints
		WHERE account_id = $1 AND endpoint_id = $2`+lock, accountID, endpointID)
}

// UpdateEndpoint changes the settings of an endpoint by fn, which may run more than once, and returns
// the endpoint as it is then. When an endpoint is enabled again, its open deliveries continue; Replay
// delivers what happened meanwhile. Returns ErrNotFound, or the error of fn, after which nothing is
// changed.
func (s *Webhooks) UpdateEndpoint(
	ctx context.Context, accountID, endpointID int64, fn func(*shipment.EndpointSettings) error,
) (Endpoint, error) {
	var e Endpoint
	err := s.store.DB.Write(ctx, func(ctx context.Context, q engine.Querier) (err error) {
		if e, err = s.endpoint(ctx, q, accountID, endpointID, s.store.DB.Dialect.ForUpdate); err != nil {
			return err
		}
		wasDisabled := e.Disabled
		if err := fn(&e.EndpointSettings); err != nil {
			return err
		}
		e.setDisabled(wasDisabled, s.store.DB.Now())
		return s.store.Audit.Update(ctx, q, "update", s.endpointSubject(accountID, endpointID), func() error { return storeEndpoint(ctx, q, &e) })
	})
	s.subscriptions.Clear()
	return e, s.store.DB.Explain(fmt.Sprintf("change endpoint %d", endpointID), err)
}

func storeEndpoint(ctx context.Context, q engine.Querier, e *Endpoint) error {
	return engine.UpdateOne(ctx, q, engine.ErrNotFound,
		`UPDATE webhook_endpoints SET url = $1, description = $2, event_types = $3, label_pdf = $4,
			basic_username = $5, basic_password = $6, disabled_on = $7, disabled_reason = $8, failing_since = $9, updated_on = $10,
			label_webhook = $13
		WHERE account_id = $11 AND endpoint_id = $12`,
		e.URL, e.Description, joinTypes(e.EventTypes), engine.Flag(e.LabelPDF), e.Username, string(e.Password),
		engine.Micros(e.DisabledOn), e.DisabledReason, engine.Micros(e.FailingSince), engine.Micros(e.UpdatedOn), e.AccountID, e.EndpointID,
		engine.Flag(e.LabelWebhook))
}

// RotateSecret gives an endpoint a new secret and returns both. For 24 hours the old secret signs too.
// Returns ErrNotFound.
func (s *Webhooks) RotateSecret(ctx context.Context, accountID, endpointID int64) (Endpoint, string, error) {
	secret := s.newSigningSecret()
	var e Endpoint
	err := s.store.DB.Write(ctx, func(ctx context.Context, q engine.Querier) (err error) {
		now := s.store.DB.Now()
		err = s.store.Audit.Set(ctx, q, "rotate-secret", s.endpointSubject(accountID, endpointID), `UPDATE webhook_endpoints
				SET old_secret = secret, old_secret_until = $1, secret = $2, updated_on = $3 WHERE account_id = $4 AND endpoint_id = $5`,
			engine.Micros(now.Add(oldSecretValid)), secret, engine.Micros(now), accountID, endpointID)
		if err != nil {
			return err
		}
		if e, err = s.endpoint(ctx, q, accountID, endpointID, ""); err != nil {
			return err
		}
		return once.Made(ctx, q, &e)
	})
	return engine.Both(e, secret, s.store.DB.Explain(fmt.Sprintf("rotate the secret of endpoint %d", endpointID), err))
}

// DeleteEndpoint deletes an endpoint and its deliveries; the events stay. Returns ErrNotFound.
func (s *Webhooks) DeleteEndpoint(ctx context.Context, accountID, endpointID int64) error {
	err := s.store.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		return s.store.Audit.Delete(ctx, q, s.endpointSubject(accountID, endpointID), func() error {
			err := engine.UpdateOne(ctx, q, engine.ErrNotFound,
				`DELETE FROM webhook_endpoints WHERE account_id = $1 AND endpoint_id = $2`, accountID, endpointID)
			if err != nil {
				return err
			}
			return engine.Exec(ctx, q, `DELETE FROM deliveries WHERE account_id = $1 AND endpoint_id = $2`, accountID, endpointID)
		})
	})
	s.subscriptions.Clear()
	return s.store.DB.Explain(fmt.Sprintf("delete endpoint %d", endpointID), err)
}

// endpointSubject is an endpoint of an account. The query of its URL, which may have a secret, is left out; updated_on
// shows that it changed.
func (s *Webhooks) endpointSubject(accountID, id int64) audit.Subject {
	return audit.Numbered(audit.SubjectEndpoint, id, func(ctx context.Context, q engine.Querier) (int64, any, error) {
		e, err := s.endpoint(ctx, q, accountID, id, s.store.DB.Dialect.ForUpdate)
		address, _, hasQuery := strings.Cut(e.URL, "?")
		if hasQuery {
			address += "?…"
		}
		return accountID, struct {
			URL            string               `json:"url"`
			Description    string               `json:"description"`
			Events         []shipment.EventType `json:"events"` // null: all
			LabelPDF       bool                 `json:"label_pdf"`
			LabelWebhook   bool                 `json:"label_webhook"`
			BasicUsername  string               `json:"basic_username"`
			HasPassword    bool                 `json:"has_password"`
			DisabledOn     audit.Time           `json:"disabled_on"`
			OldSecretUntil audit.Time           `json:"old_secret_until"`
			UpdatedOn      time.Time            `json:"updated_on"`
		}{
			address, e.Description, e.EventTypes, e.LabelPDF, e.LabelWebhook, e.Username, e.Password != "",
			audit.TimeOf(engine.Micros(e.DisabledOn)), audit.TimeOf(engine.Micros(e.OldSecretUntil)), e.UpdatedOn,
		}, err
	})
}

// subscription has the fields of an endpoint that a writer of events needs.
type subscription struct {
	endpointID int64
	types      []shipment.EventType // none: all
	deliver    bool                 // it has a URL and is not disabled
}

// subscriptionsOf returns the endpoints of an account. They are cached, because every create needs
// them. Changes by other processes show after a second.
func (s *Webhooks) subscriptionsOf(ctx context.Context, accountID int64) ([]subscription, error) {
	type byAccount = map[int64][]subscription
	all, err := s.subscriptions.Read(s.store.DB.Elapsed(), struct{}{}, func(byAccount) (byAccount, time.Duration, error) {
		endpoints, err := s.Endpoints(ctx, 0)
		all := make(byAccount)
		for i := range endpoints {
			e := &endpoints[i]
			all[e.AccountID] = append(all[e.AccountID], subscription{e.EndpointID, e.EventTypes, e.URL != "" && !e.Disabled})
		}
		return all, masterdata.CacheFor, err
	})
	return all[accountID], err
}

// subscribers are the endpoints that subscribe to an event.
type subscribers struct {
	wanted    bool    // by any endpoint, so it is stored
	endpoints []int64 // to deliver to
}

// subscribersOf returns which of an account's endpoints subscribe to events of a type.
func subscribersOf(subscriptions []subscription, t shipment.EventType) (a subscribers) {
	for _, sub := range subscriptions {
		if len(sub.types) > 0 && !slices.Contains(sub.types, t) {
			continue
		}
		a.wanted = true
		if sub.deliver {
			a.endpoints = append(a.endpoints, sub.endpointID)
		}
	}
	return a
}
