package storetest

import (
	"errors"
	"os"
	"testing"

	"waybill/test/database"
	"waybill/test/harness"
)

// Pooler runs a PgBouncer before the tests' PostgreSQL and returns its URL. Without
// the program the test is skipped, or fails when CI=true.
func Pooler(t testing.TB, mode string, size int) string {
	t.Helper()
	url, stop, err := harness.StartPooler(t.Context(), copyPostgresTemplate(t, database.URL(t)), mode, size)
	if errors.Is(err, harness.ErrNoPooler) && os.Getenv("CI") != "true" { //nolint:forbidigo // the tests' own
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
	return url
}
