package engine

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
)

// Options are the parameters of Open.
type Options struct {
	URL         string // sqlite:PATH, or postgres:// or postgresql:// as libpq has it
	Connections int    // to PostgreSQL at most, 6 or more; 0: 13
	// ReplicaURL is a standby of the PostgreSQL database, from which FromReplica reads as far as it has the rows; "": there
	// is none.
	ReplicaURL string
	// Environment is development or production: a database with the other mark is not opened.
	// "": any database is opened.
	Environment string
	Now         func() time.Time // nil: time.Now
	// Elapsed is the time since some moment, by a clock that cannot be set. Caches expire by it,
	// since Now may be set back. Nil: since Open.
	Elapsed func() time.Duration
	Rand    io.Reader    // nil: crypto/rand.Reader
	Log     *slog.Logger // nil: discards
	Schema  Schema
	Batches Batches
	// Prepared receives each statement that a connection to SQLite prepares; may be nil. Tests look at how SQLite runs it.
	Prepared func(query string)
}

// DB is an open database. Its methods are safe for concurrent use.
type DB struct {
	Dialect Dialect
	Reads   readPool
	now     func() time.Time
	Elapsed func() time.Duration
	random  io.Reader // safe for concurrent use
	log     *slog.Logger
	schema  Schema
	batches Batches

	// gate is held for reading by every write, for writing by Close.
	gate       sync.RWMutex
	closed     atomic.Bool
	background sync.WaitGroup // notes of last use
	committers sync.WaitGroup
	queue      chan *job     // unbuffered: a job is with a committer or still with its sender
	ended      chan struct{} // closed when the database is

	outage   outage
	file     sqliteFile     // SQLite alone
	postgres *postgresPools // PostgreSQL alone; reads are the same
	servers  *servers       // PostgreSQL alone
	Replica  *replica       // PostgreSQL alone; nil: there is none
	lookups  chan *job      // PostgreSQL alone; see confirm
	shared   chan *job      // PostgreSQL alone; see writeShared
	waits    string         // PostgreSQL alone: limitShareWaits; tests of an order of locks set no limit
	// damaged: the engine found damage in its file, which only an operator can repair.
	damaged atomic.Bool
}

// Open connects to a database. For SQLite it makes the file, which only its owner can read. It does
// not migrate. Returns ErrUnavailable if the engine cannot be reached, and an OtherEnvironmentError,
// having written nothing, if the database is marked with another environment.
func Open(ctx context.Context, o Options) (*DB, error) {
	dialect, err := dialectOf(o.URL)
	if err != nil {
		return nil, err
	}
	db := &DB{
		Dialect: dialect,
		now:     o.Now,
		Elapsed: o.Elapsed,
		random:  &lockedReader{reader: o.Rand},
		log:     o.Log,
		schema:  o.Schema,
		batches: o.Batches,
		queue:   make(chan *job),
		ended:   make(chan struct{}),
		lookups: make(chan *job),
		shared:  make(chan *job),
		waits:   limitShareWaits,
		outage:  outage{hung: make(chan struct{})},
	}
	if db.now == nil {
		db.now = time.Now
	}
	if db.Elapsed == nil {
		opened := time.Now() // time.Since reads the monotonic clock
		db.Elapsed = func() time.Duration { return time.Since(opened) }
	}
	if o.Rand == nil {
		db.random = rand.Reader
	}
	if db.log == nil {
		db.log = slog.New(slog.DiscardHandler)
	}
	if dialect.Engine == SQLite { // every connection to PostgreSQL checks it
		if err := checkSQLite(ctx, o); err != nil {
			return nil, err
		}
	}
	if err := dialect.open(db, o); err != nil {
		return nil, err
	}
	dialect.commit(db)
	if err := dialect.connect(ctx, db); err != nil {
		return nil, errors.Join(db.Explain("connect to the database", err), db.Close())
	}
	return db, nil
}

// Engine is SQLite or Postgres.
func (s *DB) Engine() string { return s.Dialect.Engine }

// Ping reads a row. It does not write: while writes fail, the store probes them once a second, and
// Ping reports the result, since a read may succeed where a write fails, as with a full disk. Returns
// ErrUnavailable if the engine cannot read or write, ErrDamaged once any method found damage, and
// another error if the database is not migrated.
func (s *DB) Ping(ctx context.Context) error {
	if s.damaged.Load() {
		return ErrDamaged
	}
	if s.outage.failed.Load() {
		return s.Explain("ping the database", fmt.Errorf("%w: the last write failed or hangs", ErrUnavailable))
	}
	_, err := Value[int](ctx, s.Reads, `SELECT max(version) FROM schema_migrations`)
	return s.Explain("ping the database", err)
}

// Close waits for the writes under way and closes the connections. Methods that are called later
// return ErrUnavailable.
func (s *DB) Close() error {
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
	if s.Replica != nil {
		s.Replica.close()
	}
	if err := s.Reads.Close(); err != nil {
		return fmt.Errorf("close the database: %w", err)
	}
	return nil
}

// IsClosed reports whether Close was called.
func (s *DB) IsClosed() bool { return s.closed.Load() }
