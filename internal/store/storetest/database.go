package storetest

import (
	"cmp"
	"sync"
	"testing"

	"waybill/internal/store"
	"waybill/internal/store/engine"
	"waybill/test/database"
)

// The engines of tests, beside those of the store.
const (
	citus  = database.Citus
	pooler = "pooler" // PgBouncer before PostgreSQL, which runs each transaction in any of its sessions
)

// SQLite returns the URL of a file that does not exist yet, in a folder that goes with
// the test.
func SQLite(tb testing.TB) string {
	tb.Helper()
	return database.SQLite(tb)
}

// Postgres returns the URL of a migrated database, a copy of a template, that is dropped at the end of the test. Without
// WAYBILL_TEST_POSTGRES_URL the test is skipped, or fails when CI=true.
func Postgres(tb testing.TB) string {
	tb.Helper()
	database.SkipUnless(tb, engine.Postgres)
	return copyPostgresTemplate(tb, database.URL(tb))
}

// AllEngines are SQLite and PostgreSQL, and citus if there is a cluster, or those of WAYBILL_TEST_ENGINES.
func AllEngines() []string { return withCitus(engine.SQLite, engine.Postgres) }

func withCitus(engines ...string) []string {
	return database.Engines(database.WithCitus(engines...)...)
}

// Database returns the URL of a database without rows on one of the engines.
func Database(tb testing.TB, name string) string {
	tb.Helper()
	switch name {
	case engine.SQLite:
		return SQLite(tb)
	case engine.Postgres:
		return Postgres(tb)
	case citus:
		return citusSchema(tb)
	case pooler:
		return Pooler(tb, "transaction", 20)
	}
	tb.Fatalf("there is no engine %s", name)
	return ""
}

// migrating serializes the migrations in a cluster: each locks its metadata, and others would wait until they give up and try again.
var migrating sync.Mutex

// citusSchema returns the URL of a schema of the cluster with all tables, those of features too. A test opens it with the parts that it
// is about, and these alone could not distribute the tables of others.
func citusSchema(tb testing.TB) string {
	tb.Helper()
	all := store.Options{URL: database.CitusSchema(tb)}
	for _, tables := range database.TablesOfFeatures(tb) {
		all.Parts = append(all.Parts, store.Part{Tables: store.ParseTables(tables)})
	}
	migrating.Lock()
	err := migrate(tb.Context(), all)
	migrating.Unlock()
	if err != nil {
		tb.Fatalf("migrate a schema of the cluster: %v", err)
	}
	return all.URL
}

// Engines runs test on all engines, with -short without PostgreSQL, with the URL of a database without rows.
func Engines(t *testing.T, test func(t *testing.T, databaseURL string)) {
	t.Helper()
	engines := AllEngines()
	if testing.Short() {
		engines = withCitus(engine.SQLite)
	}
	for _, name := range engines {
		t.Run(name, func(t *testing.T) { test(t, Database(t, name)) })
	}
}

// Open opens the database of o.URL, migrates it, and closes it at the end of the test.
func Open(tb testing.TB, o store.Options) *store.Store {
	tb.Helper()
	copyTemplate(tb, o.URL)
	var p plans
	o.Prepared = p.prepared
	o.Connections = cmp.Or(o.Connections, 6) // a connection costs PostgreSQL as much as a short test
	s, err := store.Open(tb.Context(), o)
	if err != nil {
		tb.Fatalf("open the store: %v", err)
	}
	tb.Cleanup(func() {
		p.check(tb, s)
		if err := s.DB.Close(); err != nil {
			tb.Errorf("close the store: %v", err)
		}
	})
	if _, err := s.DB.Migrate(tb.Context()); err != nil {
		tb.Fatalf("migrate the store: %v", err)
	}
	return s
}
