package cli_test

import (
	"bytes"
	"strings"
	"testing"

	"waybill/internal/cli"
	"waybill/internal/config"
)

// TestHelpHasEverySetting: `waybill serve --help` is the reference of the settings. It has each flag, its variables and its default.
func TestHelpHasEverySetting(t *testing.T) {
	t.Parallel()
	var help, stderr bytes.Buffer
	if code := cli.Run(t.Context(), cli.Process{Args: []string{"serve", "--help"}, Stdout: &help, Stderr: &stderr}); code != 0 {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	for _, s := range config.Settings() {
		var of string
		for line := range strings.Lines(help.String()) {
			if strings.HasPrefix(strings.TrimSpace(line), "--"+s.Name+" ") {
				of += line
			}
		}
		wanted := []string{strings.ReplaceAll(s.Help, "`", ""), "[$" + s.Variable()}
		if s.FileVariable() != "" {
			wanted = append(wanted, "$"+s.FileVariable()+" names a file with it")
		}
		if s.Default != "" {
			wanted = append(wanted, `(default "`+s.Default+`")`)
		}
		for _, want := range wanted {
			if strings.Count(of, want) != 1 {
				t.Errorf("--%s: the help does not have %q once: %q", s.Name, want, of)
			}
		}
	}
}
