package main

import (
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"waybill/test/harness"
)

// TestLongHistory is a small run on each engine.
func TestLongHistory(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		testRun(t, "", "-sqlite")
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		base := os.Getenv(harness.PostgresVariable)
		switch {
		case base == "" && os.Getenv("CI") == "true":
			t.Fatalf("%s is not set, and CI=true forbids to skip PostgreSQL", harness.PostgresVariable)
		case base == "":
			t.Skipf("SKIPPED ON POSTGRESQL: %s is not set; run the tests by scripts/with-postgres", harness.PostgresVariable)
		}
		testRun(t, base)
	})
	t.Run("replica", func(t *testing.T) {
		t.Parallel()
		out := testRun(t, "", "-replica")
		if !usedStandby.MatchString(out) {
			t.Errorf("no view was older than an acknowledged change: the standby was not used\n%s", out)
		}
	})
}

// usedStandby is the line of views that only a standby can have shown.
var usedStandby = regexp.MustCompile(`older than an acknowledged change +\| [1-9]`)

func testRun(t *testing.T, postgresURL string, args ...string) string {
	t.Helper()
	var out, progress strings.Builder
	args = append(args, "-duration", "15s", "-seed", "1", "-keep", t.TempDir())
	err := run(t.Context(), args, postgresURL, &out, &progress)
	if errors.Is(err, harness.ErrNoPostgres) {
		t.Skip("SKIPPED ON POSTGRESQL: there is none to start")
	}
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, &progress, &out)
	}
	return out.String()
}
