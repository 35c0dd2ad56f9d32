package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// attemptsAtWrite is how often a transaction that PostgreSQL undid runs in all.
const attemptsAtWrite = 5

// writePostgres runs fn in a transaction of its own, again when PostgreSQL undid it to
// resolve a conflict. It is not run again when the connection is lost: the transaction
// may have been committed.
func writePostgres(ctx context.Context, s *Store, fn func(context.Context, querier) error) error {
	var err error
	for range attemptsAtWrite {
		if err = s.inTransaction(ctx, fn); err == nil || s.dialect.fault(err) != faultRetry {
			return err
		}
	}
	return err
}

func (s *Store) inTransaction(ctx context.Context, fn func(context.Context, querier) error) error {
	tx, err := s.writes.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	if err := fn(ctx, tx); err != nil {
		return errors.Join(err, rollback(tx))
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// rollback undoes a transaction that may be over already.
func rollback(tx *sql.Tx) error {
	if err := tx.Rollback(); !errors.Is(err, sql.ErrTxDone) {
		return err
	}
	return nil
}
