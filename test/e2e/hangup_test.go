package e2e_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestHangupChangesTheLogLevel sends SIGHUP to a server whose file of the log level changed: to debug, and to a wrong one.
func TestHangupChangesTheLogLevel(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "log-level")
	s := newServer(t, "", t.TempDir(), "WAYBILL_LOG_LEVEL=", "WAYBILL_LOG_LEVEL_FILE="+file)
	request := func() (log string) {
		t.Helper()
		if a, err := s.get("/nothing"); err != nil || a.status != http.StatusNotFound {
			t.Fatalf("a request after the signal: %d, %v", a.status, err)
		}
		return s.log.String()
	}
	hangUp := func(level, message string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(level+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if p := s.process.Load(); p == nil {
			s.start()
		} else if err := p.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		s.eventually(message, func() bool { return strings.Contains(s.log.String(), message) })
	}
	hangUp("warn", "http://")
	if log := request(); strings.Contains(log, "msg=request") || strings.Contains(log, `"msg":"request"`) {
		t.Errorf("log at level warn: %s", log)
	}
	hangUp("debug", `"log_level":"DEBUG"`)
	s.eventually("a request is logged", func() bool { return strings.Contains(request(), `"msg":"request"`) })
	hangUp("loud", `WAYBILL_LOG_LEVEL_FILE is \"loud\"`)
	requests := strings.Count(request(), `"msg":"request"`)
	s.eventually("a request is logged at the level before", func() bool { return strings.Count(request(), `"msg":"request"`) > requests })
	if code := s.stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}
