package sandbox

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

// enforced reports whether memory and processor time are limited.
const enforced = !raceDetector

// systemTasks report what a process may do and has.
var systemTasks = Tasks{
	"files": func([]byte) ([]byte, error) {
		var names []string
		folder, err := os.ReadDir("/proc/self/fd")
		for _, entry := range folder {
			target, _ := os.Readlink("/proc/self/fd/" + entry.Name())
			names = append(names, target)
		}
		return []byte(strings.Join(names, "\n")), err
	},
	"write": func([]byte) ([]byte, error) {
		return nil, os.WriteFile("/tmp/waybill-sandbox-test", []byte("x"), 0o600)
	},
	"oom":    func([]byte) ([]byte, error) { return os.ReadFile("/proc/self/oom_score_adj") },
	"limits": func([]byte) ([]byte, error) { return os.ReadFile("/proc/self/limits") },
	"env":    func([]byte) ([]byte, error) { return os.ReadFile("/proc/self/environ") },
}

func TestProcessIsLimited(t *testing.T) {
	t.Parallel()
	r := newRunner(t, DefaultLimits)
	ask := func(task string) string {
		t.Helper()
		got, err := r.Run(t.Context(), "acme", task, nil)
		if err != nil {
			return err.Error()
		}
		return string(got)
	}
	limits := ask("limits")
	for name, want := range map[string]string{"Max cpu time": "5", "Max core file size": "0", "Max file size": "0", "Max open files": "16"} {
		_, rest, _ := strings.Cut(limits, name)
		if fields := strings.Fields(rest); len(fields) < 2 || fields[0] != want || fields[1] != want {
			t.Errorf("%s is not %s: %s", name, want, limits)
		}
	}
	if got := ask("write"); !strings.Contains(got, "file too large") && !strings.Contains(got, "died") {
		t.Errorf("it wrote a file: %q", got)
	}
	if got := strings.TrimSpace(ask("oom")); got != "1000" {
		t.Errorf("oom_score_adj is %s", got)
	}
}

// TestInheritedFilesAreNotHandedOn checks that a file that a service manager left open is not open in the
// process.
func TestInheritedFilesAreNotHandedOn(t *testing.T) {
	inherited, err := syscall.Open(os.DevNull, syscall.O_RDONLY, 0) // without O_CLOEXEC
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = syscall.Close(inherited) }()
	got, err := newRunner(t, DefaultLimits).Run(t.Context(), "acme", "files", nil)
	if err != nil || strings.Contains(string(got), os.DevNull) {
		t.Errorf("%v, the process has %s", err, got)
	}
}

// TestSecretsAreNotHandedOn checks that the process does not inherit the settings, which hold secrets.
func TestSecretsAreNotHandedOn(t *testing.T) {
	t.Setenv("WAYBILL_DATABASE_URL", "postgres://secret")
	got, err := newRunner(t, DefaultLimits).Run(t.Context(), "acme", "env", nil)
	if err != nil || len(got) == 0 {
		t.Fatal(err)
	}
	for variable := range strings.SplitSeq(strings.TrimSuffix(string(got), "\x00"), "\x00") {
		if name, _, _ := strings.Cut(variable, "="); name != "GOMAXPROCS" && name != "GOTRACEBACK" && name != "GORACE" && name != "PWD" {
			t.Errorf("the process has %s", variable)
		}
	}
}
