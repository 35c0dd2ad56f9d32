package engine

import (
	"context"
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
	driver
	Engine string
	// hasTable selects 1 when the table that its parameter names exists, 0 when not.
	hasTable string
	// TablesOfOrders selects the names of the tables of this database that have an account_id and an order_id.
	TablesOfOrders string
	// hasChecksums selects 1 when schema_migrations has checksums, 0 when not.
	hasChecksums string
	// clock selects the engine's time; "" when the engine runs in this process.
	clock string
	// ForUpdate is the row lock clause. SQLite has one writer and needs none. Statements that have it find
	// their rows by one account, or by an endpoint or account in a table that is small: PostgreSQL
	// clusters that are sharded by account can run them. Claims do without; see claims.go.
	ForUpdate string
	// ForShare is the row lock clause of those who may have the row at the same time, but not while one has it by ForUpdate.
	ForShare string
	// Facts selects the name and version of the engine, and the bytes of the database.
	Facts string
	// Account names account_id in queries that find rows by their ids. Without the + SQLite
	// would use the index of the account and read all its rows.
	Account string
	// mark makes a transaction that changes nothing wait until it is durable, and with it all
	// that was committed before. "": all that can be read is durable.
	mark string
}

// AccountOf is Account of a table with this name in the query.
func (d *Dialect) AccountOf(table string) string {
	return strings.Replace(d.Account, "account_id", table+".account_id", 1)
}

// driver is the functions of an engine.
type driver interface {
	// open sets the store's connections to a database; connect makes the first of them.
	open(s *DB, o Options) error
	connect(ctx context.Context, s *DB) error
	// migrate runs the missing ones of all migrations; see Store.Migrate.
	migrate(ctx context.Context, s *DB, all []Migration) (applied []string, err error)
	// lockEnvironment keeps servers out until the transaction ends. Returns ErrInUse.
	lockEnvironment(ctx context.Context, q Querier) error
	// In is the test for membership in the list that the parameter holds, an argument
	// made by List from a []int64 or []string. One text for every length of list.
	In(param string) string
	List(values any) any
	// Probe makes a query read its index once for each text of the list that the parameter holds and that a column has, the next one of the
	// index. With In and a long list PostgreSQL may read all rows that fulfil the other conditions, since it does not know their number.
	Probe(query, column, param string) string
	// fault classifies an error of the driver; nil is faultOther.
	fault(err error) fault
	// commit starts the group commit; it ends when the store's queue is closed.
	commit(s *DB)
	// write runs fn in a transaction; see Store.write.
	write(ctx context.Context, s *DB, fn func(context.Context, Querier) error) error
	// writeShared is write for writes that may share a transaction; see Store.writeShared.
	writeShared(ctx context.Context, s *DB, row Guard, fn func(context.Context, Querier) error) error
	// probe makes a harmless write.
	probe(ctx context.Context, s *DB) error
	// The parts of Copy: see there.
	lockForCopy(ctx context.Context, s *DB) (unlock func() error, err error)
	copyTables(ctx context.Context, q Querier) ([]copyTable, error)
	// transact runs fn in a transaction, for as long as it takes.
	transact(ctx context.Context, s *DB, fn func(Querier) error) error
	// insertRows inserts rows until next returns io.EOF.
	insertRows(ctx context.Context, q Querier, t copyTable, next func() ([]any, error)) error
	lastIdentity(ctx context.Context, q Querier, t copyTable) (last int64, err error)
	setIdentity(ctx context.Context, q Querier, t copyTable, last int64) error
}

type (
	onSQLite   struct{}
	onPostgres struct{}
)

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
		driver:       onSQLite{},
		Engine:       SQLite,
		hasTable:     `SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = $1`,
		hasChecksums: `SELECT count(*) FROM pragma_table_info('schema_migrations') WHERE name = 'checksum'`,
		TablesOfOrders: `SELECT t.name FROM sqlite_master t JOIN pragma_table_info(t.name) c ON c.name = 'order_id'
			JOIN pragma_table_info(t.name) a ON a.name = 'account_id' WHERE t.type = 'table'`,
		Facts:   `SELECT 'SQLite ' || sqlite_version(), page_count * page_size FROM pragma_page_count, pragma_page_size`,
		Account: "+account_id",
	}
}

func postgresDialect() Dialect {
	return Dialect{
		driver:       onPostgres{},
		Engine:       Postgres,
		hasTable:     `SELECT count(*) FROM pg_class WHERE oid = to_regclass($1)`,
		hasChecksums: `SELECT count(*) FROM pg_attribute WHERE attrelid = to_regclass('schema_migrations') AND attname = 'checksum'`,
		TablesOfOrders: `SELECT CAST(relname AS TEXT) FROM pg_class c
			JOIN pg_attribute o ON o.attrelid = c.oid AND o.attname = 'order_id' AND o.atttypid = 'bigint'::regtype
			JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'account_id' AND a.atttypid = 'bigint'::regtype
			WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND has_table_privilege(c.oid, 'SELECT')`,
		Facts:     `SELECT 'PostgreSQL ' || current_setting('server_version'), pg_database_size(current_database())`,
		clock:     "SELECT clock_timestamp()",
		ForUpdate: " FOR UPDATE",
		ForShare:  " FOR SHARE",
		Account:   "account_id",
		mark:      markCommit,
	}
}

func (onSQLite) lockEnvironment(context.Context, Querier) error { return nil } // the data folder has a lock

func (onSQLite) In(param string) string { return "IN (SELECT value FROM json_each(" + param + "))" }

func (onPostgres) In(param string) string { return "= ANY(" + param + ")" }

func (onSQLite) List(values any) any   { return JSON(values) }
func (onPostgres) List(values any) any { return values }

func (onSQLite) Probe(query, column, param string) string {
	return query + " AND " + column + " IN (SELECT value FROM json_each(" + param + "))"
}

func (onPostgres) Probe(query, column, param string) string {
	//nolint:unqueryvet // the columns are those of the query
	return "SELECT t.* FROM unnest(CAST(" + param + " AS text[])) v CROSS JOIN LATERAL (" + query + " AND " + column + " = v OFFSET 0) t"
}

func (onSQLite) fault(err error) fault {
	code := sqlite.ErrCode(err)
	switch code {
	case sqlite.ResultConstraintUnique, sqlite.ResultConstraintPrimaryKey, sqlite.ResultConstraintRowID,
		sqlite.ResultConstraintCheck:
		return faultConstraint
	case sqlite.ResultError: // perhaps an error of another package
		return connectionFault(err)
	}
	switch code.ToPrimary() {
	case sqlite.ResultPerm, sqlite.ResultLocked, sqlite.ResultNoMem, sqlite.ResultReadOnly, sqlite.ResultIOErr, sqlite.ResultFull,
		sqlite.ResultCantOpen, sqlite.ResultBusy: // busy: another process kept the lock past sqliteBusyTimeout
		return faultUnavailable
	case sqlite.ResultCorrupt, sqlite.ResultNotADB:
		return faultDamaged
	}
	return faultOther
}

// fault is by the SQLSTATE, or by its class: the first two characters.
func (onPostgres) fault(err error) fault {
	if errors.Is(err, ErrUnavailable) {
		return faultUnavailable
	}
	var coded *pgconn.PgError
	if !errors.As(err, &coded) || len(coded.Code) != 5 {
		return connectionFault(err)
	}
	if coded.Routine == citusCopyFailed {
		return faultConstraint
	}
	switch coded.Code {
	case "23505", "23514": // unique, check
		return faultConstraint
	case "40001", "40P01": // serialization failure, deadlock
		return faultRetry
	case "25006", // read-only transaction: a standby
		"3D000",                   // no such database
		"55P03",                   // a lock was not available in time
		"57P01", "57P02", "57P03": // administrator shutdown, crash shutdown, cannot connect now
		return faultUnavailable
	}
	switch coded.Code[:2] {
	case "08", // connection exception
		"28", // authentication refused
		"53", // disk full, out of memory, too many connections
		"58": // system error, such as input/output
		return faultUnavailable
	}
	return faultOther
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
