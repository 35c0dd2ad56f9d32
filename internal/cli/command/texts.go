package command

import (
	"strings"

	"github.com/spf13/cobra"
)

// Texts are the texts of the commands of a package, as its commands.txt has them: for each command a line with # and its usage, what it
// does on one line, perhaps more about it, perhaps examples, and perhaps its flags, which Flags makes: each on a line with its default and
// what it is about, "as" and a usage for those of another command. If they are "Flags in this order" the help has them so, else sorted.
type Texts string

// Of makes the command with a usage, which begins with the groups of the command. Another function completes it.
func (t Texts) Of(usage string) *cobra.Command {
	_, after, found := strings.Cut("\n"+string(t), "\n# "+usage+"\n")
	if !found {
		panic("no texts of the command " + usage)
	}
	about, _, _ := strings.Cut(after, "\n# ")
	about, flags, _ := strings.Cut(strings.TrimRight(about, "\n"), "\n\nFlags")
	about, example, _ := strings.Cut(about, "\n\nExamples:\n")
	short, long, _ := strings.Cut(about, "\n\n")
	for group, rest, _ := strings.Cut(usage, " "); rest != "" && 'a' <= rest[0] && rest[0] <= 'z'; group, rest, _ = strings.Cut(usage, " ") {
		usage = strings.TrimPrefix(usage, group+" ")
	}
	flags, others, isAs := strings.Cut(flags, "\n  as ")
	if isAs {
		_, others, _ = strings.Cut(t.Of(others).Annotations[flagTexts], "\n")
		flags += "\n" + others
	}
	return &cobra.Command{Use: usage, Short: short, Long: long, Example: example, Annotations: map[string]string{flagTexts: flags}}
}

// New is Of with what the command does.
func (t Texts) New(usage string, run func(*cobra.Command, []string) error) *cobra.Command {
	cmd := t.Of(usage)
	cmd.RunE = run
	return cmd
}

// Group makes a command that has only subcommands.
func (t Texts) Group(usage string, commands ...*cobra.Command) *cobra.Command {
	c := t.Of(usage)
	return NewGroup(c.Use, c.Short, c.Long, commands...)
}
