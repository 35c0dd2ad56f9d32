package store

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"sync"
	"time"

	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/once"
	"waybill/internal/store/people"
	"waybill/internal/store/requestlog"
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
	// EventTolerance is how much earlier than the present status of an order an event of another source may be and still move it.
	// 0: 15 minutes.
	EventTolerance time.Duration
	// ObserveCommit receives the number of orders of each group commit of creates; may be nil.
	ObserveCommit func(orders int)
	Parts         []Part             // of features
	Prepared      func(query string) // see engine.Options; may be nil
}

// engine are the options of the engine.
func (o *Options) engine(b engine.Batches, schema engine.Schema) engine.Options {
	return engine.Options{
		URL: o.URL, Connections: o.Connections, ReplicaURL: o.ReplicaURL, Environment: o.Environment,
		Now: o.Now, Elapsed: o.Elapsed, Rand: o.Rand, Log: o.Log, Schema: schema, Batches: b, Prepared: o.Prepared,
	}
}

// Store is an open database of orders. Its methods are safe for concurrent use.
type Store struct {
	DB         *engine.DB
	Audit      *audit.Log
	Once       *once.Responses
	Requests   *requestlog.Log
	MasterData *masterdata.Store
	People     *people.Store
	Webhooks   *Webhooks
	Ledger     *Ledger

	Prints      *Prints
	Search      *Search
	Annotations *Annotations
	Journeys    *Journeys

	parts     []Part
	tables    []Table
	observe   func(orders int)
	tolerance time.Duration // see Options.EventTolerance
	// smallSetSize is how many orders a list by page reads and sorts at most that no index has in its order.
	smallSetSize int64
	// mostFound is how many orders of a search a list by page has.
	mostFound int

	ids     idSource
	numbers [numCounters]idSource
	issuers struct {
		sync.Mutex
		*issuers // nil until the secrets are read
	}
}

// Open connects to a database. For SQLite it makes the file, which only its owner can read. It does
// not migrate. Returns ErrUnavailable if the engine cannot be reached, and an OtherEnvironmentError,
// having written nothing, if the database is marked with another environment.
func Open(ctx context.Context, o Options) (*Store, error) {
	return open(ctx, o, newSchema(o.Parts))
}

func open(ctx context.Context, o Options, schema engine.Schema) (*Store, error) {
	s := &Store{parts: o.Parts, tables: tablesOf(o.Parts)}
	s.observe, s.tolerance, s.smallSetSize, s.mostFound = o.ObserveCommit, cmp.Or(o.EventTolerance, 15*time.Minute), 10_000, 10_000
	if s.observe == nil {
		s.observe = func(int) {}
	}
	db, err := engine.Open(ctx, o.engine(&creates{s}, schema))
	if err != nil {
		return nil, err
	}
	s.DB, s.Audit, s.Once, s.Requests = db, &audit.Log{DB: db}, &once.Responses{DB: db}, &requestlog.Log{DB: db}
	s.MasterData = masterdata.New(db, s.Audit, o.KeyPrefix)
	s.People = people.New(db, s.Audit, s.MasterData)
	s.Ledger = &Ledger{store: s}
	s.Prints, s.Search, s.Annotations, s.Journeys = &Prints{s}, &Search{s}, &Annotations{s}, &Journeys{s}
	s.Webhooks = &Webhooks{store: s, due: make(chan struct{}, 1)}
	return s, nil
}

// CheckEnvironment is the first check of Open, for callers that do something else before Open. Returns
// an OtherEnvironmentError if the database is marked with another environment than o.Environment. It
// writes nothing, not even the files that SQLite makes.
func CheckEnvironment(ctx context.Context, o Options) error {
	return engine.CheckEnvironment(ctx, o.engine(&creates{&Store{}}, newSchema(nil)))
}
