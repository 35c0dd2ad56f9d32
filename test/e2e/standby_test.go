package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestLongDoctorOnAStandby makes the database a standby, as one is whose primary is gone.
func TestLongDoctorOnAStandby(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	db := startCluster(t)
	s := db.newServer()
	s.start()
	if found := s.doctor(); !strings.Contains(found, "transactions can write") {
		t.Errorf("on a primary: %s", found)
	}
	s.stop()
	db.stop(s, syscall.SIGINT)
	if err := os.WriteFile(filepath.Join(db.Folder, "data", "standby.signal"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	db.start()
	s.eventually("the standby responds", func() bool { return !strings.Contains(s.doctor(), "database      failed") })
	if found := s.doctor(); !strings.Contains(found, "failed   it is a standby, which is read-only") ||
		!strings.Contains(found, "- writes: name the primary") {
		t.Errorf("on a standby: %s", found)
	}
}

// doctor runs the command, which exits with 1 when a check failed, and returns what it prints.
func (s *server) doctor() string {
	s.t.Helper()
	found, err := s.waybill("doctor")
	if len(found) == 0 {
		s.t.Fatalf("doctor prints nothing: %v", err)
	}
	return string(found)
}
