package cli_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"waybill/internal/store"
	"waybill/internal/store/storetest"
	"waybill/test/harness"
)

// TestDoctorLooksAtPostgres gives a role settings that lose orders, in a cluster of its own with fsync, which the tests' cluster has not.
func TestDoctorLooksAtPostgres(t *testing.T) {
	t.Parallel()
	cluster, remove, err := harness.StartPostgres("--fsync")
	if errors.Is(err, harness.ErrNoPostgres) {
		t.Skip("SKIPPED ON POSTGRESQL: there is none to start")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := remove(); err != nil {
			t.Error(err)
		}
	})
	url := cluster.URL
	storetest.Open(t, store.Options{URL: url})
	data := filepath.Join(t.TempDir(), "data") // made when it is needed
	if code, said := runs(t, data, []string{"WAYBILL_DATABASE_URL=" + url}, "doctor"); code != 0 || strings.Contains(said, "damage") {
		t.Errorf("doctor: %d, %s", code, said)
	}
	url += "&synchronous_commit=off&default_transaction_read_only=on"
	code, said := runs(t, data, []string{"WAYBILL_DATABASE_URL=" + url, "WAYBILL_DATABASE_CONNECTIONS=1000"}, "doctor")
	for _, line := range []string{
		"- writes: turn default_transaction_read_only off", "- durability: turn it on",
		"- connections: raise max_connections",
	} {
		if code != 1 || !strings.Contains(said, line) {
			t.Errorf("doctor: %d, %s", code, said)
		}
	}
}
