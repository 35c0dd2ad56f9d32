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

// TestTextsOfCommandsAreUsed looks up the commands whose texts are in files.
func TestTextsOfCommandsAreUsed(t *testing.T) {
	t.Parallel()
	usages := map[string]bool{"waybill": true}
	var add func(cmd *cobra.Command, groups string)
	add = func(cmd *cobra.Command, groups string) {
		for _, sub := range cmd.Commands() {
			usages[groups+sub.Use] = true
			add(sub, groups+sub.Name()+" ")
		}
	}
	add(cli.Root(cli.Process{}), "")
	found := 0
	for _, pattern := range []string{"commands.txt", "*/commands.txt", "../feature/*/commands.txt"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(text)) {
				if usage, is := strings.CutPrefix(strings.TrimSpace(line), "# "); is {
					if found++; !usages[usage] {
						t.Errorf("%s has texts of %q, which is no command", file, usage)
					}
				}
			}
		}
	}
	if found < 150 {
		t.Errorf("only the texts of %d commands are found", found)
	}
}
