package main

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"waybill/test/harness"
)

// TestLongFaults is a small run on each engine, through a pooler, with a standby, and in a Citus cluster: every process is
// killed once, every promise has cases and holds.
func TestLongFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		testRun(t, "", "-sqlite")
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		testRun(t, postgresURL(t))
	})
	t.Run("pgbouncer", func(t *testing.T) {
		t.Parallel()
		base := postgresURL(t)
		if _, err := exec.LookPath("pgbouncer"); err != nil && os.Getenv("CI") != "true" {
			t.Skip("SKIPPED: pgbouncer is not installed")
		}
		testRun(t, base, "-pooler", "-orders", "50")
	})
	t.Run("replica", func(t *testing.T) {
		t.Parallel()
		testRun(t, "", "-replica", "-orders", "50")
	})
	t.Run("citus", func(t *testing.T) {
		t.Parallel()
		base := os.Getenv(harness.CitusVariable)
		if base == "" {
			t.Skipf("SKIPPED ON CITUS: %s is not set; set it to the URL of the coordinator of a cluster", harness.CitusVariable)
		}
		testRun(t, base)
	})
}

// postgresURL is that of the tests' PostgreSQL.
func postgresURL(t *testing.T) string {
	t.Helper()
	base := os.Getenv(harness.PostgresVariable)
	if base == "" {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s is not set, and CI=true forbids to skip PostgreSQL", harness.PostgresVariable)
		}
		t.Skipf("SKIPPED ON POSTGRESQL: %s is not set; run the tests by scripts/with-postgres", harness.PostgresVariable)
	}
	return base
}

func testRun(t *testing.T, postgresURL string, args ...string) {
	t.Helper()
	var out strings.Builder
	args = append([]string{"-orders", "150", "-kills", "1", "-every", "500ms", "-seed", "1", "-keep", t.TempDir()}, args...)
	err := run(t.Context(), args, postgresURL, &out, t.Output())
	if errors.Is(err, harness.ErrNoPostgres) {
		t.Skip("SKIPPED ON POSTGRESQL: there is none to start")
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	promises, _, found := strings.Cut(out.String(), "| what happened")
	if !found {
		t.Fatalf("no second table in:\n%s", &out)
	}
	for line := range strings.Lines(promises) {
		if cells := strings.Split(line, "|"); len(cells) == 5 && strings.TrimSpace(cells[2]) == "0" {
			t.Errorf("a promise without a case: %s", line)
		}
	}
	t.Log(&out)
}
