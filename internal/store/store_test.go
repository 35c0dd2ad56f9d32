package store_test

import (
	"flag"
	"testing"

	"waybill/internal/store/storetest"
)

// TestMain runs more tests at once than there are processors: they wait for commits most of the time.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "6"); err != nil {
		panic(err)
	}
	m.Run()
}

func TestSQLite(t *testing.T) { storetest.RunAll(t, storetest.SQLite) }

// TestPooler has PgBouncer before PostgreSQL, which runs each transaction in any of its sessions.
func TestPooler(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	storetest.RunAll(t, func(tb testing.TB) string { return storetest.Pooler(tb, "transaction", 20) })
}

func TestPostgres(t *testing.T) { storetest.RunAll(t, storetest.Postgres) }

// TestCitus has the tables distributed in a cluster.
func TestCitus(t *testing.T) { storetest.RunAll(t, storetest.Citus) }
