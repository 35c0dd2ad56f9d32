package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"waybill/internal/shipment"
)

// Options are the parameters of Open.
type Options struct {
	URL         string // sqlite:PATH, or postgres:// or postgresql:// as libpq has it
	Connections int    // to PostgreSQL at most, 6 or more; 0: 13
	// ReplicaURL is a standby of the PostgreSQL database, from which orders, tracks and labels are read as far as
	// it has them; "": there is none.
	ReplicaURL string
	// Environment is development or production: a database with the other mark is not opened.
	// "": any database is opened.
	Environment string
	Now         func() time.Time // nil: time.Now
	// Elapsed is the time since some moment, by a clock that cannot be set. Caches expire by it,
	// since Now may be set back. Nil: since Open.
	Elapsed   func() time.Duration
	Rand      io.Reader    // keys, batch numbers; nil: crypto/rand.Reader
	KeyPrefix string       // of the secret keys that are made
	Log       *slog.Logger // nil: discards
	// ObserveCommit receives the number of orders of each group commit of creates; may be nil.
	ObserveCommit func(orders int)
}

// Store is an open database. Its methods are safe for concurrent use.
type Store struct {
	dialect dialect
	reads   readPool
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
	queue      chan *job     // unbuffered: a job is with a committer or still with its sender
	ended      chan struct{} // closed when the store is

	outage   outage
	file     sqliteFile     // SQLite alone
	postgres *postgresPools // PostgreSQL alone; reads are the same
	servers  *servers       // PostgreSQL alone
	shards   shardServers   // PostgreSQL in a cluster alone
	replica  *replica       // PostgreSQL alone; nil: there is none
	lookups  chan *job      // PostgreSQL alone; see confirm
	shared   chan *job      // PostgreSQL alone; see writeShared
	// damaged: the engine found damage in its file, which only an operator can repair.
	damaged atomic.Bool

	ids      idSource
	rivals   rivalry
	callers  callerCache
	services cache[map[int64]shipment.Service]
	prefixes cache[[]string]
	// What accounts and services set for their labels.
	accountLabels *labelSettings[shipment.AccountLabels]
	serviceLabels *labelSettings[shipment.ServiceLabels]
	// rulesVersion is that of the rules when it was read last.
	rulesVersion cache[int64]
	// subscriptions are the endpoints of the accounts that have any.
	subscriptions cache[map[int64][]subscription]
	due           dueSignal
	issuers       struct {
		sync.Mutex
		*issuers // nil until the secrets are read
	}
}

// Open connects to a database. For SQLite it makes the file, which only its owner can read. It does
// not migrate. Returns ErrUnavailable if the engine cannot be reached, and an OtherEnvironmentError,
// having written nothing, if the database is marked with another environment.
func Open(ctx context.Context, o Options) (*Store, error) {
	dialect, err := dialectOf(o.URL)
	if err != nil {
		return nil, err
	}
	s := &Store{
		dialect: dialect,
		now:     o.Now,
		elapsed: o.Elapsed,
		random:  o.Rand,
		prefix:  o.KeyPrefix,
		log:     o.Log,
		observe: o.ObserveCommit,
		queue:   make(chan *job),

		accountLabels: newAccountLabels(),
		serviceLabels: newServiceLabels(),

		ended:   make(chan struct{}),
		lookups: make(chan *job),
		shared:  make(chan *job),
		outage:  outage{hung: make(chan struct{})},
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
	if dialect.engine == SQLite { // every connection to PostgreSQL checks it
		if err := checkSQLite(ctx, o); err != nil {
			return nil, err
		}
	}
	if err := dialect.open(s, o); err != nil {
		return nil, err
	}
	dialect.commit(s)
	if err := dialect.connect(ctx, s); err != nil {
		return nil, errors.Join(s.explain("connect to the database", err), s.Close())
	}
	return s, nil
}

// Engine is SQLite or Postgres.
func (s *Store) Engine() string { return s.dialect.engine }

// Ping reads a row. It does not write: while writes fail, the store probes them once a second, and
// Ping reports the result, since a read may succeed where a write fails, as with a full disk. Returns
// ErrUnavailable if the engine cannot read or write, ErrDamaged once any method found damage, and
// another error if the database is not migrated.
func (s *Store) Ping(ctx context.Context) error {
	if s.damaged.Load() {
		return ErrDamaged
	}
	if s.outage.isOn() {
		return s.explain("ping the database", fmt.Errorf("%w: the last write failed or hangs", ErrUnavailable))
	}
	var version int
	err := queryRow(ctx, s.reads, `SELECT max(version) FROM schema_migrations`).Scan(&version)
	return s.explain("ping the database", err)
}

// Close waits for the writes under way and closes the connections. Methods that are called later
// return ErrUnavailable.
func (s *Store) Close() error {
	s.gate.Lock()
	already := s.closed.Swap(true)
	s.gate.Unlock()
	if already {
		return nil
	}
	close(s.ended)
	s.background.Wait()
	close(s.queue)
	close(s.lookups)
	close(s.shared)
	s.committers.Wait()
	if s.replica != nil {
		s.replica.close()
	}
	if err := s.reads.Close(); err != nil {
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
