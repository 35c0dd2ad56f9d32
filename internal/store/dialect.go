package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// The names of the engines, as Engine returns them and as the folders of migrations
// are called.
const (
	SQLite   = "sqlite"
	Postgres = "postgres"
)

// dialect is everything that the engines do differently, except the committers of creates
// (commit_sqlite.go, commit_postgres.go). All other SQL is one text for both.
type dialect struct {
	engine string
	// open makes a store's pools for reads and for writes of a database; connect makes the
	// first connection of each.
	open    func(s *Store, o Options) error
	connect func(ctx context.Context, reads, writes *sql.DB) error
	// migrate runs the missing ones of all migrations; see Store.Migrate.
	migrate func(ctx context.Context, s *Store, all []migration) (applied []string, err error)
	// hasTable selects 1 when the table that its parameter names exists, 0 when not.
	hasTable string
	// lockEnvironment keeps servers out until the transaction ends. Returns ErrInUse.
	lockEnvironment func(ctx context.Context, q querier) error
	// clock selects the engine's time; "" when the engine runs in this process.
	clock string
	// forUpdate is the row lock clause. SQLite has one writer and needs none. Statements that have it find
	// their rows by one account, or by an endpoint or account in a table that is small: PostgreSQL
	// clusters that are sharded by account can run them. Claims do without; see claims.go.
	forUpdate string
	// hasDue is the condition that an endpoint e has deliveries due at $1.
	hasDue string
	// in is the test for membership in the list that the parameter holds, an argument
	// made by list from a []int64 or []string. One text for every length of list.
	in   func(param string) string
	list func(values any) any
	// account names account_id in queries that find orders by their ids. Without the + SQLite
	// would use the index of the account and read all its orders.
	account string
	// fault classifies an error of the driver; nil is faultOther.
	fault func(error) fault
	// commit starts the group commit; it ends when the store's queue is closed.
	commit func(*Store)
	// write runs fn in a transaction; see Store.write.
	write func(ctx context.Context, s *Store, fn func(context.Context, querier) error) error
	// probe makes a harmless write.
	probe func(ctx context.Context, s *Store) error
	// mark makes a transaction that changes nothing wait until it is durable, and with it all
	// that was committed before. "": all that can be read is durable.
	mark string
}

// dialectOf chooses the engine by the scheme of a database URL.
func dialectOf(databaseURL string) (dialect, error) {
	scheme, _, _ := strings.Cut(databaseURL, ":")
	switch scheme {
	case "sqlite":
		return sqliteDialect(), nil
	case "postgres", "postgresql":
		return postgresDialect(), nil
	default:
		return dialect{}, errors.New("database URL must start with sqlite:, postgres:// or postgresql://")
	}
}

func sqliteDialect() dialect {
	return dialect{
		engine:          SQLite,
		open:            openSQLite,
		connect:         connectSQLite,
		migrate:         migrateSQLite,
		hasTable:        `SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = $1`,
		lockEnvironment: func(context.Context, querier) error { return nil }, // the data folder has a lock
		in:              func(param string) string { return "IN (SELECT value FROM json_each(" + param + "))" },
		list: func(values any) any {
			text, err := json.Marshal(values)
			if err != nil {
				panic("list argument is not a slice of int64 or string: " + err.Error())
			}
			return string(text)
		},
		// A list of all would be made first, from all deliveries.
		hasDue:  `EXISTS (SELECT 1 FROM deliveries d WHERE d.endpoint_id = e.endpoint_id AND d.state = 'pending' AND d.due_on <= $1)`,
		account: "+account_id",
		fault:   sqliteFault,
		commit:  commitSQLite,
		write:   writeSQLite,
		probe:   probeSQLite,
	}
}

func postgresDialect() dialect {
	return dialect{
		engine:          Postgres,
		open:            openPostgres,
		connect:         connectPostgres,
		migrate:         migratePostgres,
		hasTable:        `SELECT count(*) FROM pg_class WHERE oid = to_regclass($1)`,
		lockEnvironment: lockPostgresEnvironment,
		clock:           "SELECT clock_timestamp()",
		forUpdate:       " FOR UPDATE",
		// The plan is the same as with EXISTS, which a cluster refuses: endpoints are on all its servers.
		hasDue:  `endpoint_id IN (SELECT d.endpoint_id FROM deliveries d WHERE d.state = 'pending' AND d.due_on <= $1)`,
		in:      func(param string) string { return "= ANY(" + param + ")" },
		list:    func(values any) any { return values },
		account: "account_id",
		fault:   postgresFault,
		commit:  commitPostgres,
		write:   writePostgres,
		probe:   probePostgres,
		mark:    markCommit,
	}
}

const (
	sqliteReaders = 8
	// sqliteBusyTimeout is how long to wait for a lock that another process has.
	sqliteBusyTimeout = 10 * time.Second
)

// openSQLite opens the file of a sqlite: URL and makes it with mode 0600 if it does not exist.
//
// Pragmas belong to a connection, so they are in the DSN. page_size takes effect only before the first
// table; 8 KiB inserted 12 % faster than 4. There is one writer: several are slower, and a transaction
// that starts with a read cannot wait for the lock, hence BEGIN IMMEDIATE.
func openSQLite(s *Store, o Options) error {
	path := sqlitePath(o.URL)
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("open database file: %w: %w", ErrUnavailable, err)
	}
	if err := file.Close(); err != nil {
		return fmt.Errorf("open database file: %w", err)
	}
	dsn := func(pragmas ...string) string {
		values := url.Values{"_txlock": {"immediate"}, "_pragma": append([]string{
			fmt.Sprintf(
				"busy_timeout(%d)",
				sqliteBusyTimeout.Milliseconds(),
			),
			"page_size(8192)",
			"journal_mode(WAL)",
			"synchronous(FULL)",
			"foreign_keys(1)",
		}, pragmas...)}
		return sqliteName(path, values)
	}
	writes, err := sql.Open("sqlite", dsn("cache_size(-32768)"))
	if err != nil {
		return err
	}
	reads, err := sql.Open("sqlite", dsn("cache_size(-8192)", "query_only(1)"))
	if err != nil {
		return err
	}
	writes.SetMaxOpenConns(1)
	reads.SetMaxOpenConns(sqliteReaders)
	reads.SetMaxIdleConns(sqliteReaders)
	s.reads, s.writes = newPool(reads), writes
	return nil
}

func sqlitePath(databaseURL string) string {
	return strings.TrimPrefix(strings.TrimPrefix(databaseURL, "sqlite:"), "//")
}

// sqliteName is the name of a file and its connection options for the driver.
func sqliteName(path string, options url.Values) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + options.Encode()
}

// connectSQLite makes a new file a WAL database by its first connection. SQLite does not wait for the
// lock that this needs: another process may be doing the same.
func connectSQLite(ctx context.Context, reads, writes *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, sqliteBusyTimeout)
	defer cancel()
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	err := writes.PingContext(ctx)
	for isBusy(err) {
		select {
		case <-again.C:
			err = writes.PingContext(ctx)
		case <-ctx.Done():
			return err
		}
	}
	if err != nil {
		return err
	}
	return reads.PingContext(ctx)
}

func isBusy(err error) bool {
	var coded *sqlite.Error
	return errors.As(err, &coded) && coded.Code()&0xff == sqlite3.SQLITE_BUSY
}

// sqliteFaults by the primary result code, the low byte of a code.
var sqliteFaults = map[int]fault{
	sqlite3.SQLITE_PERM:     faultUnavailable,
	sqlite3.SQLITE_BUSY:     faultUnavailable, // another process kept the lock past busy_timeout
	sqlite3.SQLITE_LOCKED:   faultUnavailable,
	sqlite3.SQLITE_NOMEM:    faultUnavailable,
	sqlite3.SQLITE_READONLY: faultUnavailable,
	sqlite3.SQLITE_IOERR:    faultUnavailable,
	sqlite3.SQLITE_CORRUPT:  faultDamaged,
	sqlite3.SQLITE_FULL:     faultUnavailable,
	sqlite3.SQLITE_CANTOPEN: faultUnavailable,
	sqlite3.SQLITE_NOTADB:   faultDamaged,
}

func sqliteFault(err error) fault {
	var coded *sqlite.Error
	if !errors.As(err, &coded) {
		return connectionFault(err)
	}
	switch coded.Code() {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_ROWID,
		sqlite3.SQLITE_CONSTRAINT_CHECK:
		return faultConstraint
	}
	return sqliteFaults[coded.Code()&0xff]
}

// postgresFaults by SQLSTATE, or by its class: the first two characters.
var postgresFaults = map[string]fault{
	"23505": faultConstraint,  // unique
	"23514": faultConstraint,  // check
	"40001": faultRetry,       // serialization failure
	"40P01": faultRetry,       // deadlock
	"08":    faultUnavailable, // connection exception
	"25006": faultUnavailable, // read-only transaction: a standby
	"28":    faultUnavailable, // authentication refused
	"3D000": faultUnavailable, // no such database
	"55P03": faultUnavailable, // a lock was not available in time
	"53":    faultUnavailable, // disk full, out of memory, too many connections
	"57P01": faultUnavailable, // administrator shutdown
	"57P02": faultUnavailable, // crash shutdown
	"57P03": faultUnavailable, // cannot connect now
	"58":    faultUnavailable, // system error, such as input/output
}

func postgresFault(err error) fault {
	if errors.Is(err, ErrUnavailable) {
		return faultUnavailable
	}
	var coded *pgconn.PgError
	if errors.As(err, &coded) && len(coded.Code) == 5 {
		if f, known := postgresFaults[coded.Code]; known {
			return f
		}
		return postgresFaults[coded.Code[:2]]
	}
	return connectionFault(err)
}

// connectionFault recognizes the errors of a lost or refused connection.
func connectionFault(err error) fault {
	if errors.Is(err, context.Canceled) {
		return faultOther
	}
	var connect *pgconn.ConnectError
	var network net.Error
	switch {
	case errors.As(err, &connect), errors.As(err, &network),
		errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed),
		errors.Is(err, pgconn.ErrConnClosed), errors.Is(err, driver.ErrBadConn), errors.Is(err, sql.ErrConnDone):
		return faultUnavailable
	}
	return faultOther
}
