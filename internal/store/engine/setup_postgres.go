package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// PostgresSetup is the configuration of a PostgreSQL server that decides whether rows can be stored
// durably.
type PostgresSetup struct {
	Standby           bool   // it replays another server's log, and takes no writes
	ReadOnly          bool   // transactions take no writes: a standby, or default_transaction_read_only
	SynchronousCommit string // the setting, as our connections have it
	Standbys          string // synchronous_standby_names; "" is none
	Fsync             bool
	FullPageWrites    bool

	// ConnectionLimit is how many connections the server, the database and the role allow.
	ConnectionLimit int
	// OtherConnections are open to any database of the server. Those of our role and
	// application from this machine are not counted.
	OtherConnections int

	Pooler Pooler
}

// Pooler is the kind of connection pooler before PostgreSQL.
type Pooler string

// The poolers.
const (
	NoPooler          Pooler = "none"
	SessionPooler     Pooler = "session"     // as far as could be seen
	TransactionPooler Pooler = "transaction" // connections change between transactions
	UnknownPooler     Pooler = "unknown"     // one that gave too few connections to find out
)

// PostgresSetup reads the set-up, also of a database that is not migrated. It works
// through any pooler, and writes nothing.
func (s *DB) PostgresSetup(ctx context.Context) (*PostgresSetup, error) {
	if s.Dialect.Engine != Postgres {
		return nil, errors.New("read the set-up of PostgreSQL: this is " + s.Dialect.Engine)
	}
	var setup PostgresSetup
	var readOnly, fsync, fullPageWrites string
	// The simple protocol: a transaction pooler loses prepared statements.
	err := QueryRow(ctx, s.postgres, `SELECT pg_is_in_recovery(),
			current_setting('transaction_read_only'), current_setting('synchronous_commit'), current_setting('synchronous_standby_names'),
			current_setting('fsync'), current_setting('full_page_writes'),
			(SELECT least(nullif(datconnlimit, -1), nullif(rolconnlimit, -1), current_setting('max_connections')::int
					- current_setting('superuser_reserved_connections')::int - coalesce(current_setting('reserved_connections', true), '0')::int)
				FROM pg_database, pg_roles WHERE datname = current_database() AND rolname = current_user),
			(SELECT coalesce(sum(numbackends), 0)::int FROM pg_stat_database) - (SELECT count(*)::int FROM pg_stat_activity
				WHERE usename = current_user AND application_name = current_setting('application_name')
				AND client_addr IS NOT DISTINCT FROM inet_client_addr())`, pgx.QueryExecModeSimpleProtocol).
		Scan(&setup.Standby, &readOnly, &setup.SynchronousCommit, &setup.Standbys, &fsync, &fullPageWrites,
			&setup.ConnectionLimit, &setup.OtherConnections)
	if err != nil {
		return nil, s.Explain("read the set-up of PostgreSQL", err)
	}
	const on = "on"
	setup.ReadOnly, setup.Fsync, setup.FullPageWrites = readOnly == on, fsync == on, fullPageWrites == on
	setup.Standbys = strings.TrimSpace(setup.Standbys)
	if setup.Pooler, err = s.findPooler(ctx); err != nil {
		return nil, s.Explain("look for a connection pooler", err)
	}
	return &setup, nil
}

// poolerProbes is how many transactions are open at once while a pooler is looked for.
const poolerProbes = 3

// poolerTimeout is how long a pooler may take to give so many connections. Tests change it.
var poolerTimeout = 3 * time.Second

// findPooler compares the process id that the connection was given at its start with the
// one that runs its statements: a pooler gives one of its own. If it pools by transaction,
// a session that is idle loses its process to another session's transaction.
func (s *DB) findPooler(ctx context.Context) (Pooler, error) {
	idle, err := s.postgres.reads.Acquire(ctx)
	if err != nil {
		return "", fmt.Errorf("connect: %w", err)
	}
	defer idle.Release()
	process, err := runningProcess(ctx, by{idle})
	if err != nil || process == idle.Conn().PgConn().PID() {
		return NoPooler, err
	}
	probing, cancel := context.WithTimeout(ctx, poolerTimeout)
	defer cancel()
	shared, err := s.sharesProcess(probing, process, poolerProbes)
	switch {
	case shared:
		return TransactionPooler, nil
	case errors.Is(err, context.DeadlineExceeded):
		return UnknownPooler, ctx.Err()
	}
	return SessionPooler, err
}

// sharesProcess reports whether any of several transactions, open at once, runs in a process.
func (s *DB) sharesProcess(ctx context.Context, process uint32, transactions int) (bool, error) {
	if transactions == 0 {
		return false, nil
	}
	tx, err := s.postgres.reads.BeginTx(ctx, pgx.TxOptions{AccessMode: pgx.ReadOnly})
	if err != nil {
		return false, fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // it was only read
	theirs, err := runningProcess(ctx, by{tx})
	if err != nil || theirs == process {
		return theirs == process, err
	}
	return s.sharesProcess(ctx, process, transactions-1)
}

func runningProcess(ctx context.Context, q Querier) (pid uint32, err error) {
	return Value[uint32](ctx, q, `SELECT pg_backend_pid()`, pgx.QueryExecModeSimpleProtocol)
}
