package masterdata

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// AccountCustoms returns the facts for customs that an account states, and ErrNotFound if there is no such account.
func (s *Store) AccountCustoms(ctx context.Context, accountID int64) (shipment.Customs, error) {
	facts, err := readCustoms(ctx, s.DB.Reads, "accounts WHERE account_id", accountID)
	return facts, s.DB.Explain("read the facts for customs of an account", err)
}

// ServiceCustoms returns the facts for customs that a service states, and ErrNotFound if there is no such service.
func (s *Store) ServiceCustoms(ctx context.Context, serviceID int64) (shipment.Customs, error) {
	facts, err := readCustoms(ctx, s.DB.Reads, "services WHERE service_id", serviceID)
	return facts, s.DB.Explain("read the facts for customs of a service", err)
}

// Customs returns the facts that count for orders of an account and a service: those of the account, or else of the service, if
// there is one.
func (s *Store) Customs(ctx context.Context, accountID, serviceID int64) (shipment.Customs, error) {
	account, err := s.AccountCustoms(ctx, accountID)
	if err != nil {
		return nil, err
	}
	service, err := s.ServiceCustoms(ctx, serviceID)
	if errors.Is(err, engine.ErrNotFound) { // a return may have no service
		return account, nil
	}
	return account.Over(service), err
}

// UpdateAccountCustoms changes the facts for customs of an account by fn, which may run more than once, and returns them.
// The audit log has the change. Returns ErrNotFound, a *problem.FieldError of a fact that another one needs, or the error of fn,
// after which nothing is changed.
func (s *Store) UpdateAccountCustoms(ctx context.Context, accountID int64, fn func(shipment.Customs) error) (shipment.Customs, error) {
	return s.updateCustoms(ctx, s.accountSubject(accountID), "accounts", "account_id", accountID, fn)
}

// UpdateServiceCustoms changes the facts for customs of a service like UpdateAccountCustoms.
func (s *Store) UpdateServiceCustoms(ctx context.Context, serviceID int64, fn func(shipment.Customs) error) (shipment.Customs, error) {
	return s.updateCustoms(ctx, s.serviceSubject(serviceID), "services", "service_id", serviceID, fn)
}

func (s *Store) updateCustoms(ctx context.Context, of audit.Subject, table, key string, id int64, fn func(shipment.Customs) error,
) (facts shipment.Customs, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		accountID, _, err := of.Read(ctx, q) // locks the row
		if err != nil {
			return err
		}
		before, err := readCustoms(ctx, q, table+" WHERE "+key, id)
		if err != nil {
			return err
		}
		facts = maps.Clone(before)
		if err := fn(facts); err != nil {
			return err
		}
		if err := checkCustoms(facts); err != nil {
			return err
		}
		if err := engine.UpdateOne(ctx, q, engine.ErrNotFound, `UPDATE `+table+` SET customs = $1 WHERE `+key+` = $2`,
			engine.JSON(facts), id); err != nil {
			return err
		}
		if err := s.submitWaiting(ctx, q, accountID); err != nil {
			return err
		}
		return s.Audit.Record(ctx, q, audit.Change{
			AccountID: accountID, Action: "customs", SubjectKind: of.Kind, Subject: of.Name, Old: before, New: facts,
		})
	})
	return facts, s.DB.Explain("change the facts for customs", err)
}

// ClassMissing is the error class of a submission that waits for facts for customs.
const ClassMissing = "missing_customs"

// submitWaiting makes the submissions due that wait for facts for customs, of one account or, with 0, of all: they may be
// complete now.
func (s *Store) submitWaiting(ctx context.Context, q engine.Querier, accountID int64) error {
	return engine.Exec(ctx, q, `UPDATE submissions SET due_on = $1 WHERE state IN ('pending', 'submitted', 'unknown') AND state = 'pending'
		AND error_class = $2 AND (account_id = $3 OR $3 = 0)`, engine.Micros(s.DB.Now()), ClassMissing, accountID)
}

func readCustoms(ctx context.Context, q engine.Querier, from string, id int64) (facts shipment.Customs, err error) {
	var text string
	if err := engine.QueryRow(ctx, q, `SELECT customs FROM `+from+` = $1`, id).Scan(&text); err != nil {
		return nil, engine.NotFound(err)
	}
	if err := json.Unmarshal([]byte(text), &facts); err != nil {
		return nil, fmt.Errorf("facts for customs: %w", err)
	}
	return facts, nil
}
