package engine

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"zombiezen.com/go/sqlite"
)

// The names of the engines, as Engine returns them and as the folders of migrations
// are called.
const (
	SQLite   = "sqlite"
	Postgres = "postgres"
)

// Dialect is everything that the engines do differently, except the committers of creates
// (commit_sqlite.go, commit_postgres.go). All other SQL is one text for both.
type Dialect struct {
	Engine string
	// open sets the store's connections to a database; connect makes the first of them.
	open    func(s *DB, o Options) error
	connect func(ctx context.Context, s *DB) error
	// migrate runs the missing ones of all migrations; see Store.Migrate.
	migrate func(ctx context.Context, s *DB, all []Migration) (applied []string, err error)
	// hasTable selects 1 when the table that its parameter names exists, 0 when not.
	hasTable string
	// TablesWith selects the names of the tables with a column that its parameter names.
	TablesWith string
	// hasChecksums selects 1 when schema_migrations has checksums, 0 when not.
	hasChecksums string
	// lockEnvironment keeps servers out until the transaction ends. Returns ErrInUse.
	lockEnvironment func(ctx context.Context, q Querier) error
	// clock selects the engine's time; "" when the engine runs in this process.
	clock string
	// ForUpdate is the row lock clause. SQLite has one writer and needs none. Statements that have it find
	// their rows by one account, or by an endpoint or account in a table that is small: PostgreSQL
	// clusters that are sharded by account can run them. Claims do without; see claims.go.
	ForUpdate string
	// facts selects the name and version of the engine, and the bytes of the database.
	Facts string
	// in is the test for membership in the list that the parameter holds, an argument
	// made by list from a []int64 or []string. One text for every length of list.
	In   func(param string) string
	List func(values any) any
	// account names account_id in queries that find rows by their ids. Without the + SQLite
	// would use the index of the account and read all its rows.
	Account string
	// fault classifies an error of the driver; nil is faultOther.
	fault func(error) fault
	// commit starts the group commit; it ends when the store's queue is closed.
	commit func(*DB)
	// write runs fn in a transaction; see Store.write.
	write func(ctx context.Context, s *DB, fn func(context.Context, Querier) error) error
	// writeShared is write for writes that may share a transaction; see Store.writeShared.
	writeShared func(ctx context.Context, s *DB, row Guard, fn func(context.Context, Querier) error) error
	// probe makes a harmless write.
	probe func(ctx context.Context, s *DB) error
	// The parts of Copy: see there.
	lockForCopy  func(ctx context.Context, s *DB) (unlock func() error, err error)
	copyTables   func(ctx context.Context, q Querier) ([]copyTable, error)
	copyWriter   func(ctx context.Context, s *DB) (copyWriter, error)
	lastIdentity func(ctx context.Context, q Querier, t copyTable) (last int64, err error)
	setIdentity  func(ctx context.Context, to copyTarget, t copyTable, last int64) error
	// mark makes a transaction that changes nothing wait until it is durable, and with it all
	// that was committed before. "": all that can be read is durable.
	mark string
}

// dialectOf chooses the engine by the scheme of a database URL.
func dialectOf(databaseURL string) (Dialect, error) {
	scheme, _, _ := strings.Cut(databaseURL, ":")
	switch scheme {
	case "sqlite":
		return sqliteDialect(), nil
	case "postgres", "postgresql":
		return postgresDialect(), nil
	default:
		return Dialect{}, errors.New("database URL must start with sqlite:, postgres:// or postgresql://")
	}
}

func sqliteDialect() Dialect {
	return Dialect{
		Engine:          SQLite,
		open:            openSQLite,
		connect:         connectSQLite,
		migrate:         migrateSQLite,
		hasTable:        `SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = $1`,
		hasChecksums:    `SELECT count(*) FROM pragma_table_info('schema_migrations') WHERE name = 'checksum'`,
		TablesWith:      `SELECT t.name FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND c.name = $1`,
		lockEnvironment: func(context.Context, Querier) error { return nil }, // the data folder has a lock
		Facts:           `SELECT 'SQLite ' || sqlite_version(), page_count * page_size FROM pragma_page_count, pragma_page_size`,
		In:              func(param string) string { return "IN (SELECT value FROM json_each(" + param + "))" },
		List: func(values any) any {
			text, err := json.Marshal(values)
			if err != nil {
				panic("list argument is not a slice of int64 or string: " + err.Error())
			}
			return string(text)
		},
		Account: "+account_id",
		fault:   sqliteFault,
		commit:  commitSQLite,
		write:   writeSQLite,
		writeShared: func(ctx context.Context, s *DB, _ Guard, fn func(context.Context, Querier) error) error {
			return writeSQLite(ctx, s, fn) // all its writes share transactions
		},
		probe:        probeSQLite,
		lockForCopy:  lockSQLiteForCopy,
		copyTables:   sqliteCopyTables,
		copyWriter:   copyToSQLite,
		lastIdentity: sqliteLastIdentity,
		setIdentity:  sqliteSetIdentity,
	}
}

func postgresDialect() Dialect {
	return Dialect{
		Engine:       Postgres,
		open:         openPostgres,
		connect:      connectPostgres,
		migrate:      migratePostgres,
		hasTable:     `SELECT count(*) FROM pg_class WHERE oid = to_regclass($1)`,
		hasChecksums: `SELECT count(*) FROM pg_attribute WHERE attrelid = to_regclass('schema_migrations') AND attname = 'checksum'`,
		TablesWith: `SELECT CAST(relname AS TEXT) FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
			WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND a.attname = $1`,
		lockEnvironment: lockPostgresEnvironment,
		Facts:           `SELECT 'PostgreSQL ' || current_setting('server_version'), pg_database_size(current_database())`,
		clock:           "SELECT clock_timestamp()",
		ForUpdate:       " FOR UPDATE",
		In:              func(param string) string { return "= ANY(" + param + ")" },
		List:            func(values any) any { return values },
		Account:         "account_id",
		fault:           postgresFault,
		commit:          commitPostgres,
		write:           writePostgres,
		writeShared:     writeSharedPostgres,
		probe:           probePostgres,
		mark:            markCommit,

		lockForCopy:  lockPostgresForCopy,
		copyTables:   postgresCopyTables,
		copyWriter:   copyToPostgres,
		lastIdentity: postgresLastIdentity,
		setIdentity:  postgresSetIdentity,
	}
}

// sqliteFaults by the primary result code.
var sqliteFaults = map[sqlite.ResultCode]fault{
	sqlite.ResultPerm:     faultUnavailable,
	sqlite.ResultBusy:     faultUnavailable, // another process kept the lock past sqliteBusyTimeout
	sqlite.ResultLocked:   faultUnavailable,
	sqlite.ResultNoMem:    faultUnavailable,
	sqlite.ResultReadOnly: faultUnavailable,
	sqlite.ResultIOErr:    faultUnavailable,
	sqlite.ResultCorrupt:  faultDamaged,
	sqlite.ResultFull:     faultUnavailable,
	sqlite.ResultCantOpen: faultUnavailable,
	sqlite.ResultNotADB:   faultDamaged,
}

func sqliteFault(err error) fault {
	code := sqlite.ErrCode(err)
	switch code {
	case sqlite.ResultConstraintUnique, sqlite.ResultConstraintPrimaryKey, sqlite.ResultConstraintRowID,
		sqlite.ResultConstraintCheck:
		return faultConstraint
	case sqlite.ResultError: // perhaps an error of another package
		return connectionFault(err)
	}
	return sqliteFaults[code.ToPrimary()]
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
		if coded.Routine == citusCopyFailed {
			return faultConstraint
		}
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
		errors.Is(err, pgconn.ErrConnClosed):
		return faultUnavailable
	}
	return faultOther
}
