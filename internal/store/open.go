package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"waybill/internal/shipment"
)

// Options is what Open needs to know.
type Options struct {
	URL         string           // sqlite:PATH, or postgres:// or postgresql:// as libpq has it
	Connections int              // to PostgreSQL at most, 6 or more; 0: 18
	Now         func() time.Time // nil: time.Now
	// Elapsed is the time since some moment by a clock that nobody sets. What is remembered
	// expires by it, since Now may be set back. Nil: since Open.
	Elapsed   func() time.Duration
	Rand      io.Reader    // keys, batch numbers; nil: crypto/rand.Reader
	KeyPrefix string       // of the secret keys that are made
	Log       *slog.Logger // nil: discards
	// ObserveCommit is told how many orders each group commit of creates held; may be nil.
	ObserveCommit func(orders int)
}

// Store is an open database. Its methods are safe for concurrent use.
type Store struct {
	dialect dialect
	reads   *pool
	writes  *sql.DB
	now     func() time.Time
	elapsed func() time.Duration
	random  io.Reader
	prefix  string // see Options.KeyPrefix
	log     *slog.Logger
	observe func(orders int)

	// gate is held for reading by every write, for writing by Close.
	gate       sync.RWMutex
	closed     atomic.Bool
	background sync.WaitGroup // notes of last use
	committers sync.WaitGroup
	queue      chan *job // unbuffered: a job is taken by a committer or still its sender's

	// cannotWrite says that the last create found no room, or no engine. See Ping.
	cannotWrite atomic.Bool
	// damaged says that the engine found its file damaged, which only an operator can repair.
	damaged atomic.Bool

	ids      idSource
	callers  callerCache
	services cache[map[int64]shipment.Service]
	prefixes cache[[]string]
	// subscriptions are the endpoints of the accounts that have any.
	subscriptions cache[map[int64][]subscription]
	due           dueSignal
	issuers       struct {
		sync.Mutex
		*issuers // nil until the secrets are read
	}
}

// Open connects to a database; for SQLite it makes the file, readable by the owner
// alone. It does not migrate. Returns ErrUnavailable if the engine does not answer.
func Open(ctx context.Context, o Options) (*Store, error) {
	dialect, err := dialectOf(o.URL)
	if err != nil {
		return nil, err
	}
	reads, writes, err := dialect.open(o)
	if err != nil {
		return nil, err
	}
	s := &Store{
		dialect: dialect,
		reads:   newPool(reads),
		writes:  writes,
		now:     o.Now,
		elapsed: o.Elapsed,
		random:  o.Rand,
		prefix:  o.KeyPrefix,
		log:     o.Log,
		observe: o.ObserveCommit,
		queue:   make(chan *job),
		due:     dueSignal{channel: make(chan struct{}, 1)},
	}
	if s.now == nil {
		s.now = time.Now
	}
	if s.elapsed == nil {
		opened := time.Now() // time.Since reads the monotonic clock
		s.elapsed = func() time.Duration { return time.Since(opened) }
	}
	if s.random == nil {
		s.random = rand.Reader
	}
	s.random = &lockedReader{reader: s.random}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.observe == nil {
		s.observe = func(int) {}
	}
	dialect.commit(s)
	if err := dialect.connect(ctx, reads, writes); err != nil {
		return nil, errors.Join(s.explain("connect to the database", err), s.Close())
	}
	return s, nil
}

// Engine is SQLite or Postgres.
func (s *Store) Engine() string { return s.dialect.engine }

// Ping reads a row, and writes one when the last create found that the engine cannot, as
// with a full disk: then a read alone would say that all is well. Returns ErrUnavailable
// when the engine does not do it, ErrDamaged once any verb found that, and another error
// when the database is not migrated.
func (s *Store) Ping(ctx context.Context) error {
	if s.damaged.Load() {
		return ErrDamaged
	}
	var version int
	err := s.reads.QueryRowContext(ctx, `SELECT max(version) FROM schema_migrations`).Scan(&version)
	if err == nil && s.cannotWrite.Load() {
		err = s.tryToWrite(ctx)
	}
	return s.explain("ping the database", err)
}

// tryToWrite gives an order id away, as every stop of a process does.
func (s *Store) tryToWrite(ctx context.Context) error {
	err := s.write(ctx, func(ctx context.Context, q querier) error {
		_, err := q.ExecContext(ctx, `UPDATE counters SET next_value = next_value + 1 WHERE name = 'order_id'`)
		return err
	})
	s.noteWrite(err)
	return err
}

// noteWrite remembers whether the engine could write when it was last asked to.
func (s *Store) noteWrite(err error) {
	switch {
	case err == nil:
		s.cannotWrite.Store(false)
	case s.dialect.fault(err) == faultUnavailable:
		s.cannotWrite.Store(true)
	}
}

// Close lets the writes under way finish and closes the connections. Verbs called
// later return ErrUnavailable.
func (s *Store) Close() error {
	s.gate.Lock()
	already := s.closed.Swap(true)
	s.gate.Unlock()
	if already {
		return nil
	}
	s.background.Wait()
	close(s.queue)
	s.committers.Wait()
	if err := errors.Join(s.reads.Close(), s.writes.Close()); err != nil {
		return fmt.Errorf("close the database: %w", err)
	}
	return nil
}

// lockedReader makes a source of randomness safe for concurrent use.
type lockedReader struct {
	mu     sync.Mutex
	reader io.Reader
}

func (r *lockedReader) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return io.ReadFull(r.reader, p)
}

// micros is t as the database holds it: UTC microseconds since 1970, 0 for the zero time.
func micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

// fromMicros undoes micros.
func fromMicros(v int64) time.Time {
	if v == 0 {
		return time.Time{}
	}
	return time.UnixMicro(v).UTC()
}

// flag is b as the database holds it.
func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
