package harness

import (
	"os"
	"os/exec"
	"testing"
)

// Tool is the path of a program that a test needs, which .ci/tools installs. Without it the test is skipped, but
// not in CI.
func Tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		path = "/usr/sbin/" + name // not in the path of every user
		_, err = os.Stat(path)
	}
	switch {
	case err != nil && os.Getenv("CI") != "": //nolint:forbidigo // a setting of the tests
		t.Fatalf("%s is not installed, and CI forbids to skip its tests", name)
	case err != nil:
		t.Skipf("SKIPPED: %s is not installed", name)
	}
	return path
}
