package masterdata

import (
	"context"
	"errors"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// SeedDemo makes the data of a new development environment in one transaction: the demo account, its
// services and a key named demo, whose secret is key or, if that is "", random. It returns the secret
// and true. If the demo account exists, it makes sure that key, unless it is "", is live, and returns
// key and false. Processes that seed at the same time agree on one account. Returns ErrNameTaken if
// another account has its name or key.
func (s *Store) SeedDemo(ctx context.Context, key string) (secret string, created bool, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		secret, created, err = s.insertDemo(ctx, q, key)
		return err
	})
	s.callers.Clear()
	s.services.Clear()
	return engine.Both(secret, created, s.DB.Explain("make the demo account", err))
}

func (s *Store) insertDemo(ctx context.Context, q engine.Querier, key string) (secret string, created bool, err error) {
	account := Account{Name: "Demo shipper", Demo: true, CreatedOn: s.DB.Now()}
	taken := insertAccount(ctx, q, &account)
	created = taken == nil
	if errors.Is(taken, engine.ErrNameTaken) {
		err := engine.QueryRow(ctx, q, `SELECT account_id FROM accounts WHERE demo = 1`).Scan(&account.AccountID)
		if err != nil || key == "" {
			return "", false, engine.IfNone(err, taken)
		}
	} else if taken != nil {
		return "", false, taken
	}
	if secret = key; secret == "" {
		secret = s.newSecret()
	}
	k := Key{AccountID: account.AccountID, Name: "demo", CreatedOn: s.DB.Now()}
	if err := s.makeLive(ctx, q, &k, secret); err != nil {
		return "", false, err
	}
	if created {
		err = insertDemoServices(ctx, q)
	}
	return secret, created, err
}

// insertDemoServices skips ids that the operator has used.
func insertDemoServices(ctx context.Context, q engine.Querier) error {
	for _, sv := range shipment.DemoServices() {
		if _, err := insertService(ctx, q, sv); err != nil && !errors.Is(err, engine.ErrNameTaken) {
			return err
		}
	}
	return nil
}
