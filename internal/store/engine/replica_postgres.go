package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// selectReplay says which data a server of PostgreSQL has, and how much of the log of the primary it has written,
// or replayed if it is a standby.
const selectReplay = `SELECT system_identifier::text || ' ' || encode(sha256(tracking_key), 'hex'), pg_is_in_recovery(),
	coalesce(pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END, '0/0'), 0)::bigint
	FROM pg_control_system(), secrets`

// replayState is a row of selectReplay.
type replayState struct {
	data    string // the same on a primary and its standbys
	standby bool
	lsn     int64 // a position in the log, in bytes
}

func replayOf(ctx context.Context, q Querier) (state replayState, err error) {
	err = QueryRow(ctx, q, selectReplay).Scan(&state.data, &state.standby, &state.lsn)
	return state, err
}

var errPoolerFound = errors.New("found a pooler before the replica; connect again")

// openReplica makes a pool of connections to a standby. It connects in the background: a standby that is not there
// keeps no server from starting.
func openReplica(s *DB, url string, connections int) (*replica, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, errors.New("the URL of the replica is not a valid PostgreSQL URL") // err may quote the password
	}
	r := &replica{
		primary: s.Reads, elapsed: s.Elapsed, log: s.log, horizon: -MaxReplicaLag, wrote: make(map[int64]time.Duration),
		finished: make(chan struct{}),
	}
	config.ConnConfig.RuntimeParams["application_name"] = cmp.Or(config.ConnConfig.RuntimeParams["application_name"], "waybill")
	config.ConnConfig.ConnectTimeout = cmp.Or(config.ConnConfig.ConnectTimeout, postgresNextHost)
	config.MaxConns, config.MinConns, config.MinIdleConns = int32(connections), 0, 0
	config.BeforeConnect = func(_ context.Context, connects *pgx.ConnConfig) error {
		if r.pooled.Load() {
			connects.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
		}
		return nil
	}
	config.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		pooled, err := isPooled(ctx, conn.PgConn())
		if err == nil && pooled && !r.pooled.Swap(true) {
			return errPoolerFound
		}
		if err == nil && !pooled {
			_, err = conn.PgConn().Exec(ctx, compileNothing).ReadAll()
		}
		return err
	}
	r.pool, err = pgxpool.NewWithConfig(context.Background(), config)
	return r, err
}

// follow looks at the replica until the store is closed.
func (r *replica) follow() {
	ctx, stop := context.WithCancel(context.Background())
	r.stop = stop
	go func() {
		defer close(r.finished)
		for ctx.Err() == nil {
			if err := r.look(ctx); err != nil && ctx.Err() == nil {
				r.mu.Lock()
				r.leaveOut(err.Error())
				r.mu.Unlock()
			}
			_ = pause(ctx, replicaEvery) // the loop asks whether ctx has ended
		}
	}()
}

// look finds out how far the replica is. An error says why it cannot be used.
func (r *replica) look(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, replicaTimeout)
	defer cancel()
	at := r.elapsed()
	primary, standby, err := r.compare(ctx)
	if err != nil {
		return err
	}
	r.advance(at, primary.lsn, standby.lsn)
	return nil
}

// compare asks first the primary, then the replica, how far they are. An error says why the replica cannot be used.
func (r *replica) compare(ctx context.Context) (primary, standby replayState, err error) {
	if primary, err = replayOf(ctx, r.primary); err != nil {
		return primary, standby, fmt.Errorf("ask the primary how far it is: %w", err)
	}
	standby, err = replayOf(ctx, by{r.pool})
	switch {
	case err != nil:
		err = fmt.Errorf("ask it how far it is: %w", err)
	case standby.data != primary.data:
		err = errors.New("it has other data than the primary: name a standby of it, and the same database")
	case !standby.standby:
		err = errors.New("it is no standby but a primary")
	}
	return primary, standby, err
}

// ReplicaLag returns how long the standby at a URL takes until it has what the primary has written at the call. It
// stops waiting after MaxReplicaLag, and returns more. Returns an error that says why the standby cannot be used.
func (s *DB) ReplicaLag(ctx context.Context, url string) (time.Duration, error) {
	r, err := openReplica(s, url, 1)
	if err != nil {
		return 0, s.Explain("open the replica", err)
	}
	defer r.pool.Close()
	began := s.Elapsed()
	first, standby, err := r.compare(ctx)
	for ; err == nil; _, standby, err = r.compare(ctx) {
		if lag := s.Elapsed() - began; standby.lsn >= first.lsn || lag > MaxReplicaLag {
			return lag, nil
		}
		if err := pause(ctx, replicaEvery/4); err != nil {
			return 0, s.Explain("look at the replica", err)
		}
	}
	return 0, s.Explain("look at the replica", err)
}

// close ends the reads and closes the connections. It does not wait for connections that hang.
func (r *replica) close() {
	r.stop()
	<-r.finished
	r.mu.Lock()
	if r.session != nil {
		r.end()
		r.session = nil
	}
	r.mu.Unlock()
	closePools(r.pool)
}
