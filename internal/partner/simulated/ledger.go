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
	path string
	mu   sync.Mutex
	conn *sqlite.Conn // nil: the disk had no room to open it
}

// openLedger opens the file at path. It creates the file and the tables if they do not exist. On a full disk the ledger is opened
// by a later call, so that the server starts.
func openLedger(path string) (*ledger, error) {
	l := &ledger{path: path}
	err := l.open()
	switch code := sqlite.ErrCode(err).ToPrimary(); code {
	case sqlite.ResultFull, sqlite.ResultIOErr, sqlite.ResultCantOpen:
		return l, nil
	}
	return l, err
}

func (l *ledger) open() error {
	conn, err := sqlite.OpenConn(l.path, sqlite.OpenReadWrite|sqlite.OpenCreate|sqlite.OpenWAL)
	if err != nil {
		return fmt.Errorf("open the simulated partner's ledger %s: %w", l.path, err)
	}
	conn.SetBusyTimeout(lockTimeout)
	err = sqlitex.ExecuteTransient(conn, "pragma synchronous = full", nil)
	if err == nil {
		err = sqlitex.ExecuteScript(conn, schema, nil)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("create the simulated partner's ledger %s: %w", l.path, err), conn.Close())
	}
	l.conn = conn
	return nil
}

// run runs a statement and calls row, which may be nil, for each row of its result. The numbers of the
// parameters in the text must rise: $1 before $2.
func (l *ledger) run(ctx context.Context, row func(*sqlite.Stmt), statement string, args ...any) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn == nil {
		if err := l.open(); err != nil {
			return err
		}
	}
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
	if l.conn == nil {
		return nil
	}
	if err := l.conn.Close(); err != nil {
		return fmt.Errorf("close the simulated partner's ledger: %w", err)
	}
	return nil
}
