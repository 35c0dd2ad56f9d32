package engine

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// postgresCloseTimeout is how long connections may be in use after the store is closed. Those that are
// used longer are closed when they are given back.
const postgresCloseTimeout = 2 * time.Second

// statements is implemented by *pgxpool.Pool, *pgx.Conn and pgx.Tx.
type statements interface {
	Exec(ctx context.Context, query string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, query string, args ...any) (pgx.Rows, error)
}

// by makes a querier of a *pgxpool.Pool, a *pgx.Conn or a pgx.Tx.
type by struct{ statements }

func (b by) Exec(ctx context.Context, query string, args ...any) (changed int64, err error) {
	tag, err := b.statements.Exec(ctx, query, args...)
	return tag.RowsAffected(), err
}

func (b by) Query(ctx context.Context, query string, args ...any) (Rows, error) {
	return b.statements.Query(ctx, query, args...) //nolint:sqlclosecheck // the caller closes them
}

// postgresPools are the connections to PostgreSQL.
type postgresPools struct{ reads, writes *pgxpool.Pool }

// Exec makes the connections for reads a querier.
func (p *postgresPools) Exec(ctx context.Context, query string, args ...any) (changed int64, err error) {
	return by{p.reads}.Exec(ctx, query, args...)
}

// Query makes the connections for reads a querier. It uses another connection when the first one has died, and
// those to the replica within FromReplica.
func (p *postgresPools) Query(ctx context.Context, query string, args ...any) (rows Rows, err error) {
	if r := replicaOf(ctx); r != nil {
		return queryLiving(ctx, r.pool, query, args) //nolint:sqlclosecheck // the caller closes them
	}
	return queryLiving(ctx, p.reads, query, args) //nolint:sqlclosecheck // the caller closes them
}

// queryLiving sends a query by a connection of a pool, and by another one when that has died while it was idle.
// Each one that has died leaves the pool.
func queryLiving(ctx context.Context, pool *pgxpool.Pool, query string, args []any) (rows pgx.Rows, err error) {
	for range postgresConnections {
		rows, err = pool.Query(ctx, query, args...)
		if err == nil && rows.Conn().IsClosed() { // pgx returns no error if the statement was prepared: the rows have it
			rows.Close()
			err = rows.Err()
		}
		if err == nil || !pgconn.SafeToRetry(err) {
			break
		}
	}
	return rows, err
}

// Close closes all connections. pgxpool waits until the last one is given back: Close does not, beyond
// postgresCloseTimeout.
func (p *postgresPools) Close() error {
	closePools(p.reads, p.writes)
	return nil
}

func closePools(pools ...*pgxpool.Pool) {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		for _, pool := range pools {
			pool.Close()
		}
	}()
	select {
	case <-closed:
	case <-time.After(postgresCloseTimeout):
	}
}
