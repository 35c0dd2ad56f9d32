package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// lookTimeout is how long a host may take to say whether it is the primary.
const lookTimeout = 2 * time.Second

// server is one run of a PostgreSQL server as primary. The zero value is an unknown one: a standby, or
// a database that does not answer identifyServer.
type server struct {
	system   string // the identifier of the cluster, which its standbys share
	timeline string // in 8 hexadecimal digits; a promotion begins a greater one
	started  string // when the server was started
}

// before reports whether s was primary before other was.
func (s server) before(other server) bool {
	return s.timeline != "" && s.system == other.system && s.timeline < other.timeline
}

// endedBy reports whether s cannot serve any more because other does: other has a later timeline, or
// the same timeline after a restart, perhaps on another machine.
func (s server) endedBy(other server) bool {
	return s.before(other) || s.system == other.system && s.timeline == other.timeline && s.started != other.started
}

// identifyServer selects the fields of a server.
const identifyServer = `SELECT system_identifier, substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8),
	extract(epoch FROM pg_postmaster_start_time()) FROM pg_control_system() WHERE NOT pg_is_in_recovery()`

// identify returns which server a connection leads to.
func identify(ctx context.Context, conn *pgconn.PgConn) (server, error) {
	results, err := conn.Exec(ctx, identifyServer).ReadAll()
	if _, refused := errors.AsType[*pgconn.PgError](err); refused {
		return server{}, nil // a relative of PostgreSQL that lacks these functions
	}
	if err != nil || len(results[0].Rows) == 0 {
		return server{}, err
	}
	row := results[0].Rows[0]
	return server{system: string(row[0]), timeline: string(row[1]), started: string(row[2])}, nil
}

// errOldPrimary refuses a server that another one has taken over from: its new rows would be lost.
var errOldPrimary = errors.New("the server was primary before another took over; stop it or make it a standby")

// servers are the PostgreSQL servers of the database URL, and the connections to them. When one takes
// over from another, all connections to the other are closed, because they may hang. A server that was
// taken over from is not used again.
type servers struct {
	log *slog.Logger
	// moved is called when another server has become primary, while a connection is made to it.
	moved       func()
	hosts       []*pgx.ConnConfig // each with one host alone, in the order of the URL
	dials       net.Dialer
	environment string // see checkEnvironment

	pooler       atomic.Bool  // a connection leads to a pooler; see isPooled
	modeIsSet    bool         // the URL has default_query_exec_mode
	distributed  atomic.Bool  // the tables are distributed in a Citus cluster
	unreplicated atomic.Int64 // COMMITs that ended before their standby had them
	shards       shardServers // in a cluster

	mu      sync.Mutex
	primary server
	first   int // of hosts: where the primary was found last
	open    map[*trackedConn]struct{}
}

// trackedConn is a connection that servers can close.
type trackedConn struct {
	net.Conn
	servers *servers
	server  server // guarded by servers.mu
}

// Close closes the connection, unless that was done when another server took over.
func (c *trackedConn) Close() error {
	c.servers.mu.Lock()
	_, isOpen := c.servers.open[c]
	delete(c.servers.open, c)
	c.servers.mu.Unlock()
	if !isOpen {
		return nil
	}
	return c.Conn.Close()
}

// dial is the DialFunc of new connections.
func (s *servers) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := s.dials.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	tracked := &trackedConn{Conn: conn, servers: s}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open[tracked] = struct{}{}
	return tracked, nil
}

var errNoCancelRequest = errors.New("writes are never cancelled")

// refuseCancels completes the configuration of one connection. Once it is made, pgx dials only to send a
// cancel request. With cancels false none is sent: PostgreSQL ends a COMMIT that waits for its standby by
// committing without it.
func (s *servers) refuseCancels(config *pgx.ConnConfig, cancels bool) {
	var connected atomic.Bool
	config.AfterConnect = func(context.Context, *pgconn.PgConn) error {
		connected.Store(true)
		return nil
	}
	config.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		switch {
		case !connected.Load():
			return s.dial(ctx, network, address)
		case cancels:
			return s.dials.DialContext(ctx, network, address)
		default:
			return nil, errNoCancelRequest
		}
	}
}

// notice counts the commits whose wait for the standby was cancelled, by an administrator or another
// program: PostgreSQL warns, and reports them as done. The warning has no code of its own, and its
// text is in the language of the server.
func (s *servers) notice(_ *pgconn.PgConn, n *pgconn.Notice) {
	fromShard := n.Routine == "DefaultCitusNoticeReceiver" && n.SeverityUnlocalized == "WARNING" // which names no routine
	if n.Routine == "SyncRepWaitForLSN" || fromShard {
		s.unreplicated.Add(1)
	}
}

// validate identifies the server of a new connection, after the test of target_session_attrs in the
// URL. Returns errOldPrimary, so that the next host is tried.
func (s *servers) validate(attributes pgconn.ValidateConnectFunc) pgconn.ValidateConnectFunc {
	return func(ctx context.Context, conn *pgconn.PgConn) error {
		if attributes != nil {
			if err := attributes(ctx, conn); err != nil {
				return err
			}
		}
		found, err := identify(ctx, conn)
		if err != nil {
			return fmt.Errorf("identify the server: %w", err)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if found.before(s.primary) {
			return errOldPrimary
		}
		if tracked := trackedBelow(conn); tracked != nil {
			tracked.server = found
		}
		return nil
	}
}

// trackedBelow returns the tracked connection below the TLS of a connection.
func trackedBelow(conn *pgconn.PgConn) *trackedConn {
	below := conn.Conn()
	if secured, ok := below.(interface{ NetConn() net.Conn }); ok {
		below = secured.NetConn()
	}
	tracked, _ := below.(*trackedConn)
	return tracked
}

// ended reports whether a connection leads to a server that another took over from.
func (s *servers) ended(conn *pgconn.PgConn) bool {
	tracked := trackedBelow(conn)
	s.mu.Lock()
	defer s.mu.Unlock()
	return tracked != nil && tracked.server.endedBy(s.primary)
}

// follow closes the connections to servers that the server of a new connection has taken over from.
// host is its index in hosts, -1 if unknown.
func (s *servers) follow(conn *pgconn.PgConn, host int) {
	tracked := trackedBelow(conn)
	if tracked == nil {
		return
	}
	s.mu.Lock()
	found, earlier := tracked.server, s.primary
	if found.timeline == "" || found.before(earlier) {
		s.mu.Unlock()
		return
	}
	s.primary = found
	if host >= 0 {
		s.first = host
	}
	var old []net.Conn
	for t := range s.open {
		if t.server.timeline != "" && t.server.endedBy(found) {
			old = append(old, t.Conn)
			delete(s.open, t)
		}
	}
	s.mu.Unlock()
	for _, c := range old {
		_ = c.Close() // callers that wait for it get the error
	}
	if earlier != (server{}) && earlier != found {
		s.log.Warn("another database server is primary, or it was restarted",
			"timeline", found.timeline, "connections_closed", len(old))
		s.moved()
	}
}

// look asks all hosts at once which one is primary, and follows the newest. It takes lookTimeout at
// most. It runs while writes hang: a server that is frozen does not report that it is no longer
// primary.
func (s *servers) look(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	var asked sync.WaitGroup
	for i, host := range s.hosts {
		asked.Go(func() {
			conn, err := pgconn.ConnectConfig(ctx, &host.Config)
			if err != nil {
				s.log.Debug("look for the primary", "host", host.Host, "error", err)
				return
			}
			s.follow(conn, i)
			_ = conn.Close(ctx)
		})
	}
	asked.Wait()
}

// reorder tries the host first where the primary was found last.
func (s *servers) reorder(config *pgx.ConnConfig) {
	s.mu.Lock()
	first := s.first
	s.mu.Unlock()
	if first == 0 {
		return
	}
	addresses := addressesOf(s.hosts[first])
	for i, host := range s.hosts {
		if i != first {
			addresses = append(addresses, addressesOf(host)...)
		}
	}
	setAddresses(config, addresses)
}

// addressesOf returns the addresses of a configuration in its order: each host of the URL, perhaps
// with TLS and then without.
func addressesOf(config *pgx.ConnConfig) []*pgconn.FallbackConfig {
	return append([]*pgconn.FallbackConfig{{Host: config.Host, Port: config.Port, TLSConfig: config.TLSConfig}}, config.Fallbacks...)
}

func setAddresses(config *pgx.ConnConfig, addresses []*pgconn.FallbackConfig) {
	config.Host, config.Port, config.TLSConfig = addresses[0].Host, addresses[0].Port, addresses[0].TLSConfig
	config.Fallbacks = addresses[1:]
}

// eachHost returns a configuration for each host of one.
func eachHost(config *pgx.ConnConfig) (hosts []*pgx.ConnConfig) {
	addresses := addressesOf(config)
	for len(addresses) > 0 {
		host, n := addresses[0], 1
		for n < len(addresses) && addresses[n].Host == host.Host && addresses[n].Port == host.Port {
			n++
		}
		one := config.Copy()
		setAddresses(one, addresses[:n:n])
		hosts, addresses = append(hosts, one), addresses[n:]
	}
	return hosts
}
