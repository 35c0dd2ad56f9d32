package store

import (
	"context"
	"errors"

	"waybill/internal/shipment"
)

// SeedDemo makes the data of a new development environment in one transaction: the demo account, its
// services and a key named demo, whose secret is key or, if that is "", random. It returns the secret
// and true. If the demo account exists, it makes sure that key, unless it is "", is live, and returns
// key and false. Processes that seed at the same time agree on one account. Returns ErrNameTaken if
// another account has its name or key.
func (s *Store) SeedDemo(ctx context.Context, key string) (secret string, created bool, err error) {
	err = s.write(ctx, func(ctx context.Context, q querier) error {
		secret, created, err = s.insertDemo(ctx, q, key)
		return err
	})
	s.callers.clear()
	s.services.clear()
	if err != nil {
		return "", false, s.explain("make the demo account", err)
	}
	return secret, created, nil
}

func (s *Store) insertDemo(ctx context.Context, q querier, key string) (secret string, created bool, err error) {
	account := Account{Name: "Demo shipper", Demo: true, CreatedOn: s.clock()}
	taken := insertAccount(ctx, q, &account)
	created = taken == nil
	if errors.Is(taken, ErrNameTaken) {
		err := queryRow(ctx, q, `SELECT account_id FROM accounts WHERE demo = 1`).Scan(&account.AccountID)
		if errors.Is(err, errNoRows) {
			return "", false, taken
		}
		if err != nil || key == "" {
			return "", false, err
		}
	} else if taken != nil {
		return "", false, taken
	}
	if secret = key; secret == "" {
		if secret, err = s.newSecret(); err != nil {
			return "", false, err
		}
	}
	k := Key{AccountID: account.AccountID, Name: "demo", CreatedOn: s.clock()}
	if err := s.makeLive(ctx, q, &k, secret); err != nil {
		return "", false, err
	}
	if created {
		err = insertDemoServices(ctx, q)
	}
	return secret, created, err
}

// DemoOperatorEmail is the e-mail address of the demo operator.
const DemoOperatorEmail = "operator@example.com"

// SeedDemoOperator makes sure that there is a user with DemoOperatorEmail and returns it. A new one is an operator-admin,
// and an admin of the demo account if there is one.
func (s *Store) SeedDemoOperator(ctx context.Context) (User, error) {
	var u User
	err := s.write(ctx, func(ctx context.Context, q querier) (err error) {
		if u, err = selectUser(ctx, q, `u.email = $1`, DemoOperatorEmail); !errors.Is(err, ErrNotFound) {
			return err
		}
		u = User{Email: DemoOperatorEmail, Name: "Demo operator", OperatorRole: OperatorAdmin}
		if err := s.insertUser(ctx, q, &u); err != nil {
			return err
		}
		var accountID int64
		err = queryRow(ctx, q, `SELECT account_id FROM accounts WHERE demo = 1`).Scan(&accountID)
		if err != nil {
			return orNothing(err)
		}
		return s.setMembership(ctx, q, accountID, u.UserID, AccountAdmin)
	})
	if errors.Is(err, ErrNameTaken) { // another process made it at the same time
		return s.UserByEmail(ctx, DemoOperatorEmail)
	}
	return u, s.explain("make the demo operator", err)
}

// insertDemoServices skips ids that the operator has used.
func insertDemoServices(ctx context.Context, q querier) error {
	for _, sv := range shipment.DemoServices() {
		if _, err := insertService(ctx, q, sv); err != nil && !errors.Is(err, ErrNameTaken) {
			return err
		}
	}
	return nil
}
