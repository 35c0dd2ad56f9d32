package cli_test

import (
	"bytes"
	"strings"
	"testing"

	"waybill/internal/cli"
)

// TestRulesFromStandardInput: - is the standard input, which is limited as files are.
func TestRulesFromStandardInput(t *testing.T) {
	t.Parallel()
	environ := []string{"WAYBILL_DATA=" + t.TempDir()}
	run := func(input string, args ...string) (code int, printed string) {
		var out bytes.Buffer
		code = cli.Run(t.Context(), cli.Process{Args: args, Environ: environ, Stdin: strings.NewReader(input), Stdout: &out, Stderr: &out})
		return code, out.String()
	}
	if code, printed := run("", "migrate"); code != 0 {
		t.Fatal(printed)
	}
	if code, printed := run(`{"id":"heavy","severity":"error","kind":"max_weight","kg":30}`, "rules", "set", "-"); code != 0 ||
		!strings.Contains(printed, "heavy   added") {
		t.Errorf("exit code %d: %s", code, printed)
	}
	large := strings.Repeat(" ", 16<<20+1)
	if code, printed := run(large, "rules", "set", "-"); code != 1 || !strings.Contains(printed, "larger than 16 MiB") {
		t.Errorf("exit code %d: %s", code, printed)
	}
}
