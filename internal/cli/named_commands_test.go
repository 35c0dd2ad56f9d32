package cli_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"waybill/internal/cli"
	"waybill/internal/sandbox"
)

// namedCommand is a command in a text: in quotes, after a prompt, or indented as an example.
var namedCommand = regexp.MustCompile("(?m)(?:[`\"']|\\$ |^  )waybill ([a-z][^`\"'\n|>]*)")

// noCommands begin texts that read like a command: the kinds of the files of label/pages, and the process that reads files.
var noCommands = []string{"forms", "pages", "pictures", sandbox.Command}

// TestNamedCommandsExist looks up the commands that outputs, help and the documentation name, with their flags.
func TestNamedCommandsExist(t *testing.T) {
	t.Parallel()
	root, found := cli.Root(cli.Process{}), 0
	look := func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(path, "_test.go") ||
			!slices.Contains([]string{".go", ".md", ".json", ".html", ".env", ".service", ".txt"}, filepath.Ext(path)) {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range namedCommand.FindAllStringSubmatch(string(text), -1) {
			words := strings.Fields(m[1])
			if found++; slices.Contains(noCommands, words[0]) {
				continue
			}
			if wrong := unknownWord(root, words); wrong != "" {
				t.Errorf("%s names `waybill %s`, which has no %s", strings.TrimPrefix(path, "../../"), strings.TrimSpace(m[1]), wrong)
			}
		}
		return err
	}
	for _, place := range []string{"internal", "docs", "packaging", "README.md", "CONTRIBUTING.md", "SECURITY.md"} {
		if err := filepath.WalkDir("../../"+place, look); err != nil {
			t.Fatal(err)
		}
	}
	if found < 300 {
		t.Errorf("only %d commands are found", found)
	}
}

// unknownWord returns the first word that is no subcommand and no flag where one is expected; "" if there is none.
func unknownWord(cmd *cobra.Command, words []string) string {
	inCommand := true
	for _, word := range words {
		word = strings.Trim(word, ".,;:()[]")
		if flag, isFlag := strings.CutPrefix(word, "--"); isFlag {
			name, _, _ := strings.Cut(flag, "=")
			cmd.InitDefaultHelpFlag()
			if cmd.Flags().Lookup(name) == nil && cmd.InheritedFlags().Lookup(name) == nil {
				return word
			}
			continue
		}
		if !inCommand {
			continue
		}
		sub := slices.IndexFunc(cmd.Commands(), func(c *cobra.Command) bool { return c.Name() == word })
		if inCommand = sub >= 0; inCommand {
			cmd = cmd.Commands()[sub]
		} else if cmd.HasSubCommands() && !strings.Contains(cmd.Use, " ") {
			return word // it has subcommands only
		}
	}
	return ""
}
