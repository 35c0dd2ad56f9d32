package store

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"strings"
	"time"

	"waybill/internal/shipment"
)

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
	// secretPrefix and secretBytes are those of the Standard Webhooks specification.
	secretPrefix = "whsec_"
	secretBytes  = 32
	// oldSecretValid is how long the old secret signs too after a rotation.
	oldSecretValid = 24 * time.Hour
	// disabledByOwner is the reason of an endpoint that its account disabled.
	disabledByOwner = "Disabled by its owner."
)

func newSigningSecret(random io.Reader) (string, error) {
	key := make([]byte, secretBytes)
	if _, err := io.ReadFull(random, key); err != nil {
		return "", fmt.Errorf("draw random bytes: %w", err)
	}
	return secretPrefix + base64.StdEncoding.EncodeToString(key), nil
}

const endpointColumns = `endpoint_id, account_id, url, description, event_types, label_pdf, basic_username, basic_password,
	disabled_on, disabled_reason, failing_since, old_secret_until, created_on, updated_on`

func scanEndpoint(row scanner, e *Endpoint) error {
	var types string
	var labelPDF, disabledOn, failingSince, oldSecretUntil, createdOn, updatedOn int64
	err := row.Scan(&e.EndpointID, &e.AccountID, &e.URL, &e.Description, &types, &labelPDF, &e.Username, &e.Password,
		&disabledOn, &e.DisabledReason, &failingSince, &oldSecretUntil, &createdOn, &updatedOn)
	e.EventTypes, e.LabelPDF, e.Disabled = splitTypes(types), labelPDF != 0, disabledOn != 0
	e.DisabledOn, e.FailingSince, e.OldSecretUntil = fromMicros(disabledOn), fromMicros(failingSince), fromMicros(oldSecretUntil)
	e.CreatedOn, e.UpdatedOn = fromMicros(createdOn), fromMicros(updatedOn)
	return err
}

// joinTypes is a list of types as the database holds it.
func joinTypes(types []shipment.EventType) string {
	texts := make([]string, len(types))
	for i, t := range types {
		texts[i] = string(t)
	}
	return strings.Join(texts, ",")
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
// returned again. Returns ErrNotFound if there is no such account, and ErrTooMany if it has
// MaxEndpoints.
func (s *Store) CreateEndpoint(ctx context.Context, accountID int64, settings shipment.EndpointSettings) (Endpoint, string, error) {
	secret, err := newSigningSecret(s.random)
	if err != nil {
		return Endpoint{}, "", fmt.Errorf("create endpoint: %w", err)
	}
	e := Endpoint{AccountID: accountID, CreatedOn: s.clock()}
	e.EndpointSettings = settings
	e.setDisabled(false, e.CreatedOn)
	err = s.write(ctx, func(ctx context.Context, q querier) error { return s.insertEndpoint(ctx, q, &e, secret) })
	s.subscriptions.clear()
	if err != nil {
		return Endpoint{}, "", s.explain("create endpoint", err)
	}
	return e, secret, nil
}

func (s *Store) insertEndpoint(ctx context.Context, q querier, e *Endpoint, secret string) error {
	if err := s.lockAccount(ctx, q, e.AccountID); err != nil {
		return err
	}
	var n int
	if err := queryRow(ctx, q, `SELECT count(*) FROM webhook_endpoints WHERE account_id = $1`, e.AccountID).Scan(&n); err != nil {
		return err
	}
	if n >= MaxEndpoints {
		return fmt.Errorf("endpoints of account %d: %w", e.AccountID, ErrTooMany)
	}
	err := queryRow(ctx, q, `INSERT INTO webhook_endpoints (account_id, url, description, event_types, label_pdf,
			basic_username, basic_password, secret, disabled_on, disabled_reason, created_on, updated_on)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING endpoint_id`,
		e.AccountID, e.URL, e.Description, joinTypes(e.EventTypes), flag(e.LabelPDF), e.Username, string(e.Password), secret,
		micros(e.DisabledOn), e.DisabledReason, micros(e.CreatedOn), micros(e.UpdatedOn)).Scan(&e.EndpointID)
	if err != nil {
		return err
	}
	return s.auditCreate(ctx, q, s.endpointSubject(e.AccountID, e.EndpointID))
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

// Endpoints returns the endpoints of an account by id; accountID 0 is all accounts.
func (s *Store) Endpoints(ctx context.Context, accountID int64) ([]Endpoint, error) {
	rows, err := s.reads.query(ctx, `SELECT `+endpointColumns+` FROM webhook_endpoints
		WHERE account_id = $1 OR $1 = 0 ORDER BY endpoint_id`, accountID)
	endpoints, err := collect(rows, err, scanEndpoint)
	return endpoints, s.explain("list endpoints", err)
}

// Endpoint returns an endpoint of an account. Returns ErrNotFound.
func (s *Store) Endpoint(ctx context.Context, accountID, endpointID int64) (Endpoint, error) {
	e, err := s.endpoint(ctx, s.reads, accountID, endpointID, "")
	return e, s.explain(fmt.Sprintf("read endpoint %d", endpointID), err)
}

func (s *Store) endpoint(ctx context.Context, q querier, accountID, endpointID int64, lock string) (Endpoint, error) {
	rows, err := q.query(ctx, `SELECT `+endpointColumns+` FROM webhook_endpoints
		WHERE account_id = $1 AND endpoint_id = $2`+lock, accountID, endpointID)
	return one(rows, err, scanEndpoint)
}

// UpdateEndpoint changes the settings of an endpoint by fn, which may run more than once, and returns
// the endpoint as it is then. When an endpoint is enabled again, its open deliveries continue; Replay
// delivers what happened meanwhile. Returns ErrNotFound, or the error of fn, after which nothing is
// changed.
func (s *Store) UpdateEndpoint(
	ctx context.Context, accountID, endpointID int64, fn func(*shipment.EndpointSettings) error,
) (Endpoint, error) {
	var e Endpoint
	err := s.write(ctx, func(ctx context.Context, q querier) (err error) {
		if e, err = s.endpoint(ctx, q, accountID, endpointID, s.dialect.forUpdate); err != nil {
			return err
		}
		wasDisabled := e.Disabled
		if err := fn(&e.EndpointSettings); err != nil {
			return err
		}
		e.setDisabled(wasDisabled, s.clock())
		return s.auditUpdate(ctx, q, "update", s.endpointSubject(accountID, endpointID), func() error { return storeEndpoint(ctx, q, &e) })
	})
	s.subscriptions.clear()
	if err != nil {
		return Endpoint{}, s.explain(fmt.Sprintf("change endpoint %d", endpointID), err)
	}
	return e, nil
}

func storeEndpoint(ctx context.Context, q querier, e *Endpoint) error {
	return updateOne(ctx, q, ErrNotFound, `UPDATE webhook_endpoints SET url = $1, description = $2, event_types = $3, label_pdf = $4,
			basic_username = $5, basic_password = $6, disabled_on = $7, disabled_reason = $8, failing_since = $9, updated_on = $10
		WHERE account_id = $11 AND endpoint_id = $12`,
		e.URL, e.Description, joinTypes(e.EventTypes), flag(e.LabelPDF), e.Username, string(e.Password),
		micros(e.DisabledOn), e.DisabledReason, micros(e.FailingSince), micros(e.UpdatedOn), e.AccountID, e.EndpointID)
}

// RotateSecret gives an endpoint a new secret and returns both. For 24 hours the old secret signs too.
// Returns ErrNotFound.
func (s *Store) RotateSecret(ctx context.Context, accountID, endpointID int64) (Endpoint, string, error) {
	secret, err := newSigningSecret(s.random)
	if err != nil {
		return Endpoint{}, "", fmt.Errorf("rotate the secret of endpoint %d: %w", endpointID, err)
	}
	var e Endpoint
	err = s.write(ctx, func(ctx context.Context, q querier) (err error) {
		now := s.clock()
		err = s.auditUpdate(ctx, q, "rotate-secret", s.endpointSubject(accountID, endpointID), func() error {
			return updateOne(ctx, q, ErrNotFound, `UPDATE webhook_endpoints
				SET old_secret = secret, old_secret_until = $1, secret = $2, updated_on = $3 WHERE account_id = $4 AND endpoint_id = $5`,
				micros(now.Add(oldSecretValid)), secret, micros(now), accountID, endpointID)
		})
		if err != nil {
			return err
		}
		e, err = s.endpoint(ctx, q, accountID, endpointID, "")
		return err
	})
	if err != nil {
		return Endpoint{}, "", s.explain(fmt.Sprintf("rotate the secret of endpoint %d", endpointID), err)
	}
	return e, secret, nil
}

// DeleteEndpoint deletes an endpoint and its deliveries; the events stay. Returns ErrNotFound.
func (s *Store) DeleteEndpoint(ctx context.Context, accountID, endpointID int64) error {
	err := s.write(ctx, func(ctx context.Context, q querier) error {
		return s.auditDelete(ctx, q, s.endpointSubject(accountID, endpointID), func() error {
			err := updateOne(ctx, q, ErrNotFound, `DELETE FROM webhook_endpoints WHERE account_id = $1 AND endpoint_id = $2`, accountID, endpointID)
			if err != nil {
				return err
			}
			_, err = q.exec(ctx, `DELETE FROM deliveries WHERE account_id = $1 AND endpoint_id = $2`, accountID, endpointID)
			return err
		})
	})
	s.subscriptions.clear()
	return s.explain(fmt.Sprintf("delete endpoint %d", endpointID), err)
}
