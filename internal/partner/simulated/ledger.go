package simulated

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// lockTimeout is how long to wait for another process that writes the ledger.
const lockTimeout = 10 * time.Second

// ledger is an SQLite file.
type ledger struct {
	mu   sync.Mutex
	conn *sqlite.Conn
}

// openLedger opens the file at path. It creates the file and the tables if they do not exist.
func openLedger(path string) (*ledger, error) {
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite|sqlite.OpenCreate|sqlite.OpenWAL)
	if err != nil {
		return nil, fmt.Errorf("open the simulated partner's ledger %s: %w", path, err)
	}
	conn.SetBusyTimeout(lockTimeout)
	err = sqlitex.ExecuteTransient(conn, "pragma synchronous = full", nil)
	if err == nil {
		err = sqlitex.ExecuteScript(conn, schema, nil)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("create the simulated partner's ledger %s: %w", path, err), conn.Close())
	}
	return &ledger{conn: conn}, nil
}

// run runs a statement and calls row, which may be nil, for each row of its result. The numbers of the
// parameters in the text must rise: $1 before $2.
func (l *ledger) run(ctx context.Context, row func(*sqlite.Stmt), statement string, args ...any) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conn.SetInterrupt(ctx.Done())
	defer l.conn.SetInterrupt(nil)
	options := &sqlitex.ExecOptions{Args: args}
	if row != nil {
		options.ResultFunc = func(stmt *sqlite.Stmt) error {
			row(stmt)
			return nil
		}
	}
	err := sqlitex.Execute(l.conn, statement, options)
	if ctx.Err() != nil && sqlite.ErrCode(err) == sqlite.ResultInterrupt {
		err = ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("use the simulated partner's ledger: %w", err)
	}
	return nil
}

func (l *ledger) close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.conn.Close(); err != nil {
		return fmt.Errorf("close the simulated partner's ledger: %w", err)
	}
	return nil
}
