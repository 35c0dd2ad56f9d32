package command

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/each"
	"waybill/internal/store"
)

// Process is what the operating system gives to one run.
type Process struct {
	Args           []string // without the program's name
	Environ        []string // NAME=value
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Parts          []store.Part // of features, for the store; set by Run of package cli
}

// OneLine is an error on one line. Joined errors and errors of drivers have several, some of them twice.
func OneLine(err error) string {
	var lines []string
	for line := range strings.Lines(err.Error()) {
		if line = strings.TrimSpace(line); line != "" && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "; ")
}

// ErrReported fails a command that has already printed why.
var ErrReported error = &ExitCodeError{Code: 1}

// FailIf is the result of a command that has printed failures: ErrReported, unless it could not print them.
func FailIf(failed bool, printed error) error {
	if printed == nil && failed {
		return ErrReported
	}
	return printed
}

// ExitUsage is the exit code of a mistake in the command line or a setting: a repetition fails too.
const ExitUsage = 2

// Usagef makes the error of such a mistake.
func Usagef(format string, args ...any) error {
	return &ExitCodeError{ExitUsage, fmt.Sprintf(format, args...)}
}

// NewGroup makes a command that has only subcommands.
func NewGroup(name, short, long string, commands ...*cobra.Command) *cobra.Command {
	group := &cobra.Command{
		Use:   name,
		Short: short,
		Long:  long,
		Args:  cobra.ArbitraryArgs, // so that RunE sees an unknown command
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			hint := fmt.Sprintf("`%s --help` lists the commands", cmd.CommandPath())
			if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
				hint = fmt.Sprintf("did you mean `%s %s`?", cmd.CommandPath(), near[0])
			}
			return Usagef("unknown command %q: %s", cmd.CommandPath()+" "+args[0], hint)
		},
	}
	group.SuggestionsMinimumDistance = 2
	Add(group, commands...)
	return group
}

// Add adds commands to a group.
func Add(group *cobra.Command, commands ...*cobra.Command) {
	group.AddCommand(commands...)
	complete(group)
}

// complete has a command and its subcommands take the arguments that their usage names, unless they say otherwise. It ends the program if
// a flag of their texts was not made.
func complete(cmd *cobra.Command) {
	if cmd.Args == nil {
		cmd.Args = argsOf(cmd.Use)
	}
	for _, flag := range flagTextsOf(cmd) {
		if cmd.Flags().Lookup(flag.name) == nil {
			panic("the command " + cmd.Use + " has no flag --" + flag.name)
		}
	}
	for _, sub := range cmd.Commands() {
		complete(sub)
	}
}

// argsOf checks arguments by a usage such as "show ID [NAME]... --flag VALUE".
func argsOf(usage string) cobra.PositionalArgs {
	least, most := 0, 0
	for _, word := range strings.Fields(usage)[1:] {
		if strings.HasPrefix(word, "-") || strings.HasPrefix(word, "(") { // the flags
			break
		}
		if !strings.HasPrefix(word, "[") {
			least++
		}
		if most++; strings.Contains(word, "...") {
			return cobra.MinimumNArgs(least)
		}
	}
	switch {
	case most < 2:
		return func(cmd *cobra.Command, args []string) error { return checkArgs(cmd, args, least, most) }
	case least == most:
		return cobra.ExactArgs(most)
	}
	return cobra.RangeArgs(least, most)
}

// checkArgs checks the arguments of a command that takes one or none.
func checkArgs(cmd *cobra.Command, args []string, least, most int) error {
	_, name, _ := strings.Cut(cmd.Use, " ")
	switch {
	case least <= len(args) && len(args) <= most:
		return nil
	case most == 0:
		return Usagef("%s takes no argument, but got %q", cmd.CommandPath(), args[0])
	case least == 0:
		return Usagef("%s takes at most one argument, but got %d", cmd.CommandPath(), len(args))
	}
	return Usagef("%s takes one argument, %s, but got %d", cmd.CommandPath(), name, len(args))
}

// ParseTime reads a date or a time in the argument of a flag; "" is the zero time.
func ParseTime(flag, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		at, err = time.Parse(time.RFC3339, text)
	}
	if err != nil {
		return time.Time{}, Usagef("%s is %q: want a date as 2030-12-31 or a time as 2030-12-31T18:00:00Z", flag, text)
	}
	return at.UTC(), nil
}

// MaxListed bounds --limit: a listing holds the orders in memory.
const MaxListed = 10_000

// Alternatives joins words as "a, b or c".
func Alternatives[State ~string](states []State) string {
	words := each.Of(states, func(s State) string { return string(s) })
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// ExitCodeError ends a command with an exit code of its own. It is printed without what was being done; "" prints nothing.
type ExitCodeError struct {
	Code    int
	Message string
}

func (e *ExitCodeError) Error() string { return e.Message }

// maxInput bounds the input of a command, in bytes, like the body of a request.
const maxInput = 16 << 20

// OpenInput opens a file, or the standard input if the path is -.
func OpenInput(p Process, path string) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(p.Stdin), nil
	}
	return os.Open(path)
}

// ReadInput reads a file of at most maxInput, or the standard input if the path is -.
func ReadInput(p Process, path string) ([]byte, error) {
	input, err := OpenInput(p, path)
	if err != nil {
		return nil, err
	}
	defer input.Close()
	text, err := io.ReadAll(io.LimitReader(input, maxInput+1))
	if err == nil && int64(len(text)) > maxInput {
		err = fmt.Errorf("the input is larger than %d MiB", maxInput>>20)
	}
	return text, err
}
