package store

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

const (
	// postgresConnections is how many a process opens at most. PostgreSQL takes 100 by
	// default, which is enough for five processes.
	postgresConnections = 18

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
const limitLockWaits = `SELECT set_config('lock_timeout', '10s', false) WHERE current_setting('lock_timeout') = '0'`

func openPostgres(s *Store, o Options) error {
	config, err := pgx.ParseConfig(o.URL)
	if err != nil {
		return errors.New("database URL is not a valid PostgreSQL URL") // err may quote the password
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "waybill"
	}
	s.servers = newServers(s, config)
	s.servers.environment = o.Environment
	reads, writes := s.servers.openDB(config, true), s.servers.openDB(config, false)
	total := cmp.Or(o.Connections, postgresConnections)
	writers := total / 3
	reads.SetMaxOpenConns(total - writers)
	reads.SetMaxIdleConns(total - writers)
	writes.SetMaxOpenConns(writers)
	writes.SetMaxIdleConns(writers)
	s.postgres = &postgresPools{newPool(reads), writes}
	s.reads = s.postgres
	return nil
}

// newServers completes the configuration for all connections.
func newServers(s *Store, config *pgx.ConnConfig) *servers {
	known := &servers{log: s.log, moved: func() { s.ids.moved.Store(true) }, open: make(map[*trackedConn]struct{})}
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
	config.DialFunc = known.dial(true)
	known.hosts = eachHost(config)
	return known
}

// openDB makes a pool. Only reads are cancelled.
func (s *servers) openDB(config *pgx.ConnConfig, reads bool) *sql.DB {
	own := config.Copy()
	own.DialFunc = s.dial(reads)
	own.OnNotice = s.notice
	return sql.OpenDB(connector{stdlib.GetConnector(*own,
		stdlib.OptionBeforeConnect(s.reorder),
		stdlib.OptionAfterConnect(func(ctx context.Context, conn *pgx.Conn) error {
			s.follow(conn.PgConn(), -1)
			err := checkEnvironment(ctx, conn, s.environment)
			if err == nil && !reads {
				_, err = conn.PgConn().Exec(ctx, limitLockWaits).ReadAll()
			}
			if err != nil {
				return errors.Join(err, conn.Close(ctx))
			}
			return nil
		}),
		stdlib.OptionResetSession(func(_ context.Context, conn *pgx.Conn) error {
			if s.ended(conn.PgConn()) {
				return driver.ErrBadConn
			}
			return nil
		}),
	)})
}

// connector marks the dials of connections; see servers.dial.
type connector struct{ driver.Connector }

// Connect makes a connection.
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	return c.Connector.Connect(context.WithValue(ctx, connecting{}, true))
}

func connectPostgres(ctx context.Context, s *Store) error {
	if err := s.postgres.writes.PingContext(ctx); err != nil {
		return err
	}
	return s.postgres.PingContext(ctx)
}
