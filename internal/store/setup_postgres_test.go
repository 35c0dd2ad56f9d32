package store

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"testing"

	"waybill/test/harness"
)

func TestPostgresSetup(t *testing.T) {
	t.Parallel()
	u, err := url.Parse(emptyDatabase(t, Postgres))
	if err != nil {
		t.Fatal(err)
	}
	options := u.Query()
	options.Set("synchronous_commit", "off")
	options.Set("default_transaction_read_only", "on")
	u.RawQuery = options.Encode()
	s, err := Open(t.Context(), Options{URL: u.String()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	got, err := s.PostgresSetup(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var limit int
	if err := queryRow(t.Context(), s.reads, `SELECT current_setting('max_connections')::int`).Scan(&limit); err != nil {
		t.Fatal(err)
	}
	if got.ConnectionLimit >= limit || got.ConnectionLimit < limit-20 || got.OtherConnections < 1 || got.OtherConnections > limit {
		t.Errorf("%d connections of %d, %d open", got.ConnectionLimit, limit, got.OtherConnections)
	}
	got.ConnectionLimit, got.OtherConnections = 0, 0
	want := PostgresSetup{ReadOnly: true, SynchronousCommit: "off", Fsync: true, FullPageWrites: true, Pooler: NoPooler}
	if *got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestPoolers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode string
		size int
		want Pooler
	}{
		{"session", 20, SessionPooler},
		{"session", 2, UnknownPooler},
		{"transaction", 20, TransactionPooler},
		{"transaction", 1, TransactionPooler},
	} {
		t.Run(fmt.Sprintf("%s %d", c.mode, c.size), func(t *testing.T) {
			t.Parallel()
			s, err := Open(t.Context(), Options{URL: StartPooler(t, c.mode, c.size), Connections: 6})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			setup, err := s.PostgresSetup(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if setup.Pooler != c.want {
				t.Errorf("pooler %q, want %q", setup.Pooler, c.want)
			}
		})
	}
}

// StartPooler runs a PgBouncer before the tests' PostgreSQL and returns its URL. Without
// the program the test is skipped, or fails when CI=true.
func StartPooler(t testing.TB, mode string, size int) string {
	t.Helper()
	pooler, stop, err := harness.StartPooler(t.Context(), emptyDatabase(t, Postgres), mode, size)
	if errors.Is(err, harness.ErrNoPooler) && os.Getenv("CI") != "true" {
		t.Skip("SKIPPED: pgbouncer is not installed")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	return pooler
}
