package engine

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

func (onPostgres) transact(ctx context.Context, s *DB, fn func(Querier) error) error {
	return pgx.BeginFunc(ctx, s.postgres.writes, func(tx pgx.Tx) error { return fn(by{tx}) })
}

func (onPostgres) insertRows(ctx context.Context, q Querier, t copyTable, next func() ([]any, error)) error {
	_, err := q.(by).statements.(pgx.Tx).CopyFrom(ctx, pgx.Identifier{t.name}, t.names(), pgx.CopyFromFunc(func() ([]any, error) {
		row, err := next()
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		return row, err
	}))
	return err
}

// copyTables reads the catalog of the schema.
func (onPostgres) copyTables(ctx context.Context, q Querier) ([]copyTable, error) {
	return gatherTables(ctx, q, `SELECT c.table_name::text, c.column_name::text, c.data_type::text,
			coalesce((SELECT k.ordinal_position FROM information_schema.table_constraints p
				JOIN information_schema.key_column_usage k USING (constraint_schema, constraint_name, table_name)
				WHERE p.constraint_type = 'PRIMARY KEY' AND p.table_schema = c.table_schema AND p.table_name = c.table_name
				AND k.column_name = c.column_name), 0)::bigint,
			c.is_identity = 'YES'
		FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
		WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' ORDER BY c.table_name, c.ordinal_position`)
}

// lastIdentity returns the greatest id that was ever issued, which may have belonged to a deleted row.
func (onPostgres) lastIdentity(ctx context.Context, q Querier, t copyTable) (last int64, err error) {
	sequence, err := Value[string](ctx, q, `SELECT pg_get_serial_sequence($1, $2)`, t.name, t.identity)
	if err != nil {
		return 0, err
	}
	return Value[int64](ctx, q, `SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM `+sequence)
}

func (onPostgres) setIdentity(ctx context.Context, q Querier, t copyTable, last int64) error {
	if last == 0 {
		return nil
	}
	return Exec(ctx, q, `SELECT setval(pg_get_serial_sequence($1, $2), $3)`, t.name, t.identity, last)
}

// LockForCopy keeps servers and other copies out of a database that is PostgreSQL until unlock is called; an SQLite file
// has the lock of its data folder. The store must have been opened without an environment. Returns ErrInUse while servers
// or commands are connected, and an error behind a connection pooler, which hides them.
func (s *DB) LockForCopy(ctx context.Context) (unlock func() error, err error) {
	unlock, err = s.Dialect.lockForCopy(ctx, s)
	return unlock, s.Explain("lock the database", err)
}

func (onPostgres) lockForCopy(ctx context.Context, s *DB) (unlock func() error, err error) {
	if s.servers.pooler.Load() {
		return nil, errors.New("the URL leads to a connection pooler, which hides running servers: name PostgreSQL itself")
	}
	conn, err := s.postgres.reads.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	_, err = conn.Exec(ctx, `SET lock_timeout = '2s'`)
	if err == nil {
		_, err = conn.Exec(ctx, `SELECT pg_advisory_lock(`+environmentLock+`)`)
	}
	if coded, ok := errors.AsType[*pgconn.PgError](err); ok && coded.Code == "55P03" { // lock not available
		err = ErrInUse
	}
	if err != nil {
		return nil, errors.Join(err, conn.Hijack().Close(ctx)) // with its settings
	}
	return func() error {
		defer conn.Release()
		if _, err := conn.Exec(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock(`+environmentLock+`)`); err != nil {
			return fmt.Errorf("unlock the database: %w", err)
		}
		return nil
	}, nil
}
