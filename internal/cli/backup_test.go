package cli_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"waybill/internal/cli"
)

// TestBackupThroughPipes: the archive leaves by standard output and enters by standard input, and nothing stays in the
// data folder but the database.
func TestBackupThroughPipes(t *testing.T) {
	t.Parallel()
	data, restored := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "data")
	waybill(t, data, "migrate")
	waybill(t, data, "account", "create", "Acme")
	var archive, said bytes.Buffer
	process := cli.Process{Args: []string{"backup", "-"}, Environ: []string{"WAYBILL_DATA=" + data}, Stdout: &archive, Stderr: &said}
	const want = "Backed up 0 orders and 0 labels of partners to standard output.\n"
	if code := cli.Run(t.Context(), process); code != 0 || said.String() != want {
		t.Fatalf("backup: %d, %s", code, &said)
	}
	if left, err := filepath.Glob(filepath.Join(data, ".*")); err != nil || len(left) > 0 {
		t.Errorf("the data folder has %v, %v", left, err)
	}
	said.Reset()
	process = cli.Process{
		Args: []string{"restore", "-"}, Environ: []string{"WAYBILL_DATA=" + restored}, Stdin: &archive, Stdout: &said, Stderr: &said,
	}
	if code := cli.Run(t.Context(), process); code != 0 {
		t.Fatalf("restore: %d, %s", code, &said)
	}
	if accounts := waybill(t, restored, "account", "list"); !strings.Contains(accounts, "Acme") {
		t.Errorf("restored: %s", accounts)
	}
}
