package harness_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"waybill/test/harness"
)

func startShell(t *testing.T, script string) (*harness.Process, *harness.Log) {
	t.Helper()
	log := new(harness.Log)
	p, err := harness.Start(harness.Program{Argv: []string{"/bin/sh", "-c", script}, Output: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.End(os.Kill) })
	return p, log
}

func TestProcessKeepsOutputAndExitCode(t *testing.T) {
	p, log := startShell(t, "echo first; echo second; echo error >&2; exit 3")
	if line := p.FirstLine(); line != "first\n" {
		t.Errorf("first line %q", line)
	}
	if code := p.Wait(); code != 3 || !p.Ended() {
		t.Errorf("exit code %d", code)
	}
	for _, line := range []string{"first\n", "second\n", "error\n"} {
		if !strings.Contains(log.String(), line) {
			t.Errorf("no %q in %q", line, log)
		}
	}
	if err := p.Stop(time.Minute); err == nil || !strings.Contains(err.Error(), "exit code 3") {
		t.Errorf("Stop: %v", err)
	}
}

func TestAwaitReadyOfAProcessThatEnds(t *testing.T) {
	address, err := harness.FreeAddress(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p, _ := startShell(t, "exit 0")
	if err := p.AwaitReady(t.Context(), "http://"+address); err == nil || !strings.Contains(err.Error(), "ended before it served") {
		t.Errorf("AwaitReady: %v", err)
	}
}
