package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// postgresConnections is how many a process opens at most. PostgreSQL takes 100 by
	// default, of which it keeps 3: enough for seven processes.
	postgresConnections = 13

	// postgresConnectTimeout is how long a connection to a host may take, when the URL has no
	// connect_timeout and names one host; postgresNextHost is for several hosts. One that is
	// frozen must not keep the next from being tried.
	postgresConnectTimeout = 5 * time.Second
	postgresNextHost       = 2 * time.Second

	// postgresUnanswered is how long the machine of a server may take to acknowledge what was
	// sent to it. It does so also when the server itself hangs: see servers for that.
	postgresUnanswered = 20 * time.Second
	keepAliveProbes    = 3
)

// limitLockWaits sets how long a write may wait for a lock, unless the operator has set that.
// It is less than postgresCommitTimeout, so that PostgreSQL undoes what waits, and its
// connection can be used again. It is no parameter of the connection: poolers refuse those.
// Behind a pooler it is limited in each transaction, because a session has no settings of its own.
const (
	limitLockWaits = `SELECT set_config('lock_timeout', '10s', `
	unlessLimited  = `) WHERE current_setting('lock_timeout') = '0'`
)

// compileNothing keeps a read from being compiled, which takes up to a second: a list of all accounts reads few rows, but its plan expects
// many. Behind a pooler the operator turns it off, because a session has no settings of its own.
const compileNothing = `SELECT set_config('jit', 'off', false)`

// isPooled reports whether a connection leads to a connection pooler: a pooler gives a process id of its
// own. It may run each transaction in another session of PostgreSQL. Therefore statements have no names
// then, and no lock or setting is left in a session.
func isPooled(ctx context.Context, conn *pgconn.PgConn) (bool, error) {
	results, err := conn.Exec(ctx, `SELECT pg_backend_pid()`).ReadAll()
	if err != nil {
		return false, fmt.Errorf("look for a pooler: %w", err)
	}
	return string(results[0].Rows[0][0]) != strconv.FormatUint(uint64(conn.PID()), 10), nil
}

func (onPostgres) open(s *DB, o Options) error {
	config, err := pgxpool.ParseConfig(o.URL)
	if err != nil {
		return errors.New("database URL is not a valid PostgreSQL URL") // err may quote the password
	}
	config.ConnConfig.RuntimeParams["application_name"] = cmp.Or(config.ConnConfig.RuntimeParams["application_name"], "waybill")
	s.servers = newServers(s, config.ConnConfig)
	s.servers.environment = o.Environment
	s.servers.modeIsSet = strings.Contains(o.URL, "default_query_exec_mode=")
	total := cmp.Or(o.Connections, postgresConnections)
	writers := total / 3
	s.postgres = &postgresPools{}
	s.Reads = s.postgres
	if s.postgres.reads, err = s.servers.openPool(config, total-writers, true); err != nil {
		return err
	}
	if s.postgres.writes, err = s.servers.openPool(config, writers, false); err != nil {
		s.postgres.reads.Close()
		return err
	}
	if o.ReplicaURL != "" {
		if s.Replica, err = openReplica(s, o.ReplicaURL, total-writers); err != nil {
			return errors.Join(err, s.postgres.Close())
		}
		s.Replica.follow()
	}
	return nil
}

// newServers completes the configuration for all connections.
func newServers(s *DB, config *pgx.ConnConfig) *servers {
	known := &servers{log: s.log, moved: s.batches.Moved, open: make(map[*trackedConn]struct{})}
	known.dials = net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{
			Enable: true, Idle: postgresUnanswered, Interval: postgresUnanswered / keepAliveProbes, Count: keepAliveProbes,
		},
		Control: limitUnacknowledged,
	}
	several := len(eachHost(config)) > 1
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = postgresConnectTimeout
		if several {
			config.ConnectTimeout = postgresNextHost
		}
	}
	if several && config.ValidateConnect == nil { // a standby is of no use
		config.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	config.ValidateConnect = known.validate(config.ValidateConnect)
	config.DialFunc = known.dial
	known.hosts = eachHost(config)
	return known
}

// openPool makes a pool. Only reads are cancelled.
func (s *servers) openPool(config *pgxpool.Config, connections int, reads bool) (*pgxpool.Pool, error) {
	own := config.Copy()
	own.ConnConfig.OnNotice = s.notice
	own.MinConns, own.MinIdleConns, own.MaxConns = 0, 0, int32(connections)
	// The lock of the environment lives as long as a connection.
	own.MaxConnLifetime, own.MaxConnIdleTime = math.MaxInt64, math.MaxInt64
	own.BeforeConnect = func(_ context.Context, connects *pgx.ConnConfig) error {
		s.reorder(connects)
		if s.pooler.Load() && !s.modeIsSet {
			connects.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
		}
		s.refuseCancels(connects, reads)
		return nil
	}
	own.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		s.follow(conn.PgConn(), -1)
		pooled, err := isPooled(ctx, conn.PgConn())
		if err != nil {
			return err
		}
		if pooled {
			s.pooler.Store(true)
		}
		err = checkEnvironment(ctx, conn, s.environment, pooled)
		if err == nil && reads && !pooled {
			_, err = conn.PgConn().Exec(ctx, compileNothing).ReadAll()
		}
		if err == nil && !reads && !pooled {
			_, err = conn.PgConn().Exec(ctx, limitLockWaits+"false"+unlessLimited).ReadAll()
		}
		return err
	}
	own.PrepareConn = func(_ context.Context, conn *pgx.Conn) (bool, error) { return !s.ended(conn.PgConn()), nil }
	return pgxpool.NewWithConfig(context.Background(), own)
}

func (onPostgres) connect(ctx context.Context, s *DB) error {
	if err := s.postgres.writes.Ping(ctx); err != nil {
		return err
	}
	if s.servers.pooler.Load() {
		s.postgres.writes.Reset() // its connection was made before the pooler was known
	}
	return s.noteDistribution(ctx)
}
