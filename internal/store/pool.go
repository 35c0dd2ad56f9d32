package store

import (
	"context"
	"database/sql"
	"sync"
)

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

// QueryContext is the DB's, prepared.
func (p *pool) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	stmt, err := p.prepared(ctx, query) //nolint:sqlclosecheck // the pool closes it
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, args...)
}

// QueryRowContext is the DB's, prepared.
func (p *pool) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	stmt, err := p.prepared(ctx, query) //nolint:sqlclosecheck // the pool closes it
	if err != nil {
		return p.DB.QueryRowContext(ctx, query, args...) // it has the same complaint
	}
	return stmt.QueryRowContext(ctx, args...)
}
