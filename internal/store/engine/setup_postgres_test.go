package engine_test

import (
	"fmt"
	"net/url"
	"testing"
	"time"

	"waybill/internal/store"
	"waybill/internal/store/engine"
	"waybill/internal/store/storetest"
)

func TestPostgresSetup(t *testing.T) {
	t.Parallel()
	u, err := url.Parse(storetest.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	options := u.Query()
	options.Set("application_name", "setup")
	options.Set("synchronous_commit", "off")
	options.Set("default_transaction_read_only", "on")
	u.RawQuery = options.Encode()
	s, err := store.Open(t.Context(), store.Options{URL: u.String()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.DB.Close()
	other, err := store.Open(t.Context(), store.Options{URL: storetest.Postgres(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer other.DB.Close()
	got, err := s.DB.PostgresSetup(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var limit int
	var fsync bool // of the tests' cluster
	err = engine.QueryRow(t.Context(), s.DB.Reads, `SELECT current_setting('max_connections')::int, current_setting('fsync')::bool`).
		Scan(&limit, &fsync)
	if err != nil {
		t.Fatal(err)
	}
	if got.ConnectionLimit >= limit || got.ConnectionLimit < limit-20 || got.OtherConnections < 1 || got.OtherConnections > limit {
		t.Errorf("%d connections of %d, %d open", got.ConnectionLimit, limit, got.OtherConnections)
	}
	got.ConnectionLimit, got.OtherConnections = 0, 0
	want := engine.PostgresSetup{ReadOnly: true, SynchronousCommit: "off", Fsync: fsync, FullPageWrites: true, Pooler: engine.NoPooler}
	if *got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestPoolers does not run in parallel: it changes the time that a pooler has.
func TestPoolers(t *testing.T) {
	before := *engine.PoolerTimeout
	t.Cleanup(func() { *engine.PoolerTimeout = before })
	for _, c := range []struct {
		mode    string
		size    int
		timeout time.Duration
		want    engine.Pooler
	}{
		{"session", 20, time.Minute, engine.SessionPooler},
		{"session", 2, 100 * time.Millisecond, engine.UnknownPooler},
		{"transaction", 20, time.Minute, engine.TransactionPooler},
		{"transaction", 1, time.Minute, engine.TransactionPooler},
	} {
		t.Run(fmt.Sprintf("%s %d", c.mode, c.size), func(t *testing.T) {
			*engine.PoolerTimeout = c.timeout
			s, err := store.Open(t.Context(), store.Options{URL: storetest.Pooler(t, c.mode, c.size), Connections: 6})
			if err != nil {
				t.Fatal(err)
			}
			defer s.DB.Close()
			setup, err := s.DB.PostgresSetup(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if setup.Pooler != c.want {
				t.Errorf("pooler %q, want %q", setup.Pooler, c.want)
			}
		})
	}
}
