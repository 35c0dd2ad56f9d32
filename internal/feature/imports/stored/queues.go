package stored

import (
	"context"
	"time"

	"waybill/internal/store"
	"waybill/internal/store/engine"
)

// Queue is the lease on all imports of an account.
type Queue struct {
	AccountID  int64
	LeaseOwner string
	LeaseToken int64
	Wakes      int64 // what had given the queue work when it was claimed
}

// ClaimImports leases up to limit accounts that have imports to work on to owner, the longest due first. No other
// process gets them until the lease ends.
func (s *Imports) ClaimImports(ctx context.Context, owner string, limit int, lease time.Duration) ([]Queue, error) {
	return engine.Changed(ctx, s.Store.DB, "claim imports", func(ctx context.Context, q engine.Querier) ([]Queue, error) {
		now := s.Store.DB.Now()
		return store.ClaimDue(s.Store.Ledger, limit, func(limit int) ([][2]int64, error) {
			return engine.Pairs(ctx, q, `SELECT account_id, lease_token FROM import_queues
				WHERE has_work = 1 AND due_on <= $1 ORDER BY due_on LIMIT CAST($2 AS BIGINT)`, engine.Micros(now), limit)
		}, func(accountID, token int64) ([]Queue, error) {
			return engine.Collect(ctx, q, func(row engine.Scanner, queue *Queue) error {
				return row.Scan(&queue.AccountID, &queue.LeaseOwner, &queue.LeaseToken, &queue.Wakes)
			}, `UPDATE import_queues SET lease_owner = $1, lease_token = lease_token + 1, due_on = $2
				WHERE account_id = $3 AND lease_token = $4 AND has_work = 1 AND due_on <= $5
				RETURNING account_id, lease_owner, lease_token, wakes`,
				owner, engine.Micros(now.Add(lease)), accountID, token, engine.Micros(now))
		})
	})
}

// KeepImports renews a lease. It sets queue.Wakes to what has given it work since. Returns store.ErrLeaseLost.
func (s *Imports) KeepImports(ctx context.Context, queue *Queue, lease time.Duration) error {
	return s.Store.DB.Change(ctx, "renew the lease of imports", func(ctx context.Context, q engine.Querier) error {
		err := engine.QueryRow(ctx, q, `UPDATE import_queues SET due_on = $1
			WHERE account_id = $2 AND lease_owner = $3 AND lease_token = $4 RETURNING wakes`,
			engine.Micros(s.Store.DB.Now().Add(lease)), queue.AccountID, queue.LeaseOwner, queue.LeaseToken).Scan(&queue.Wakes)
		return engine.IfNone(err, store.ErrLeaseLost)
	})
}

// ReleaseImports ends a lease. The account is due again after the wait, if it isIdle only if something has given it work since
// queue.Wakes. A lease that was lost stays so.
func (s *Imports) ReleaseImports(ctx context.Context, queue Queue, isIdle bool, wait time.Duration) error {
	return s.Store.DB.Execute(ctx, "end the lease of imports", `UPDATE import_queues SET lease_owner = '', due_on = $1,
			has_work = CASE WHEN $2 = 1 AND wakes = $3 THEN 0 ELSE 1 END
		WHERE account_id = $4 AND lease_owner = $5 AND lease_token = $6`,
		engine.Micros(s.Store.DB.Now().Add(wait)), engine.Flag(isIdle), queue.Wakes, queue.AccountID, queue.LeaseOwner, queue.LeaseToken)
}

// ImportsToWorkOn returns the imports of an account that are to be checked or created, or to end, the oldest first.
func (s *Imports) ImportsToWorkOn(ctx context.Context, accountID int64) ([]Import, error) {
	return engine.List(ctx, s.Store.DB, "list imports to work on", scanImport, `SELECT `+importColumns+` FROM imports i
		WHERE i.account_id = $1 AND i.state IN ('checking', 'creating') ORDER BY i.import_id`, accountID)
}

// holding is Store.Change while the queue's lease is held by its owner. Returns store.ErrLeaseLost, and nothing is done, if it is not.
func (s *Imports) holding(ctx context.Context, doing string, queue Queue, fn func(context.Context, engine.Querier) error) error {
	return s.Store.Change(ctx, doing, func(ctx context.Context, q engine.Querier) error {
		err := engine.UpdateOne(ctx, q, store.ErrLeaseLost, `UPDATE import_queues SET lease_token = lease_token
			WHERE account_id = $1 AND lease_owner = $2 AND lease_token = $3`, queue.AccountID, queue.LeaseOwner, queue.LeaseToken)
		if err != nil {
			return err
		}
		return fn(ctx, q)
	})
}

// AdvanceImport is ChangeImport by the worker that holds the lease, and gives nobody work. Returns store.ErrLeaseLost.
func (s *Imports) AdvanceImport(ctx context.Context, queue Queue, importID int64, fn func(*Import) error) (Import, error) {
	var changed Import
	err := s.holding(ctx, "advance an import", queue, func(ctx context.Context, q engine.Querier) (err error) {
		changed, err = s.changeImport(ctx, q, queue.AccountID, importID, s.Store.DB.Now(), fn)
		return err
	})
	return changed, err
}
