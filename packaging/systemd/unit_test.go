// Package systemd_test checks the unit files.
package systemd_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

var units = []string{"waybill.service", "waybill-backup.service"}

// TestUnitsAreHardened runs systemd-analyze security. Its score is from 0 (safe) to 10. The threshold is in tenths.
func TestUnitsAreHardened(t *testing.T) {
	for _, unit := range units {
		out, err := analyze(t, "security", "--offline=true", "--threshold=20", unit)
		if err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
}

// TestUnitsAreCorrect allows one warning: the binary is not installed.
func TestUnitsAreCorrect(t *testing.T) {
	out, _ := analyze(t, append([]string{"verify"}, units...)...)
	for line := range strings.Lines(out) {
		if !strings.Contains(line, "/usr/local/bin/waybill is not executable") {
			t.Error(line)
		}
	}
}

func analyze(t *testing.T, args ...string) (out string, err error) {
	t.Helper()
	program, err := exec.LookPath("systemd-analyze")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("systemd-analyze is not installed, and CI=true does not allow to skip the test")
		}
		t.Skip("SKIPPED: systemd-analyze is not installed")
	}
	raw, err := exec.CommandContext(t.Context(), program, args...).CombinedOutput()
	return string(raw), err
}
