package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// statements is what a *sql.DB, a *sql.Conn and a *sql.Tx have in common.
type statements interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// unprepared makes a querier of a *sql.DB, a *sql.Conn or a *sql.Tx.
type unprepared struct{ statements }

func (u unprepared) exec(ctx context.Context, query string, args ...any) (changed int64, err error) {
	return changes(u.ExecContext(ctx, query, args...))
}

func (u unprepared) query(ctx context.Context, query string, args ...any) (rowSet, error) {
	return sqlRowSet(u.QueryContext(ctx, query, args...))
}

// changes returns how many rows a statement changed.
func changes(result sql.Result, err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// sqlRows makes a rowSet of the rows of database/sql.
type sqlRows struct{ *sql.Rows }

func sqlRowSet(rows *sql.Rows, err error) (rowSet, error) {
	if err != nil {
		return nil, err
	}
	return sqlRows{rows}, nil
}

func (r sqlRows) Close() { _ = r.Rows.Close() } // Err returns the same error

// postgresPools are the connections to PostgreSQL.
type postgresPools struct {
	*pool  // for reads
	writes *sql.DB
}

// Close closes all connections.
func (p *postgresPools) Close() error { return errors.Join(p.pool.Close(), p.writes.Close()) }

// pool holds the connections for reads and prepares each statement once: SQLite needs more time to
// parse a statement than to run it. There are few different texts, because a list is one argument (see
// dialect.in).
type pool struct {
	*sql.DB
	mu    sync.Mutex
	stmts map[string]*sql.Stmt
}

func newPool(db *sql.DB) *pool { return &pool{DB: db, stmts: make(map[string]*sql.Stmt)} }

func (p *pool) prepared(ctx context.Context, query string) (*sql.Stmt, error) {
	p.mu.Lock()
	stmt := p.stmts[query]
	p.mu.Unlock()
	if stmt != nil {
		return stmt, nil
	}
	stmt, err := p.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if earlier := p.stmts[query]; earlier != nil {
		return earlier, stmt.Close() //nolint:sqlclosecheck // the other one is in use already
	}
	p.stmts[query] = stmt
	return stmt, nil
}

// exec makes the pool a querier. The few statements that it runs are not prepared.
func (p *pool) exec(ctx context.Context, query string, args ...any) (changed int64, err error) {
	return changes(p.ExecContext(ctx, query, args...))
}

// query makes the pool a querier. A statement that cannot be prepared runs unprepared: it has the same
// error, or finds another connection when the one that would prepare it is dead.
func (p *pool) query(ctx context.Context, query string, args ...any) (rowSet, error) {
	stmt, err := p.prepared(ctx, query) //nolint:sqlclosecheck // the pool closes it
	if err != nil {
		return sqlRowSet(p.QueryContext(ctx, query, args...))
	}
	return sqlRowSet(stmt.QueryContext(ctx, args...))
}
