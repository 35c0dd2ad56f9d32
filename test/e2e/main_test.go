package e2e_test

import (
	"context"
	"flag"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"waybill/test/harness"
)

// binary is the waybill under test.
var binary string

func TestMain(m *testing.M) {
	if err := buildAndRun(m); err != nil {
		log.Fatal(err)
	}
}

func buildAndRun(m *testing.M) error {
	folder, err := os.MkdirTemp("", "waybill-e2e-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }() // it is a temporary folder
	binary = filepath.Join(folder, "waybill")
	if err := harness.Build(context.Background(), folder, "waybill/cmd/waybill"); err != nil {
		return err
	}
	// The tests wait more than they compute, so more of them than processors run at once.
	if err := flag.Set("test.parallel", "8"); err != nil {
		return err
	}
	m.Run()
	return nil
}

// tool is the path of a program that a test needs, which .ci/run installs. Without it the
// test is skipped, but not in CI.
func tool(t *testing.T, name string) string {
	t.Helper()
	binary, err := exec.LookPath(name)
	if err != nil {
		binary = "/usr/sbin/" + name // not in the path of every user
		_, err = os.Stat(binary)
	}
	switch {
	case err != nil && os.Getenv("CI") != "":
		t.Fatalf("%s is not installed", name)
	case err != nil:
		t.Skipf("%s is not installed", name)
	}
	return binary
}
