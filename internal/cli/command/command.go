package command

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"waybill/internal/each"

	"github.com/spf13/cobra"
)

// Process is what the operating system gives to one run.
type Process struct {
	Args           []string // without the program's name
	Environ        []string // NAME=value
	Stdin          io.Reader
	Stdout, Stderr io.Writer
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
var ErrReported = errors.New("already reported")

// UsageError is a mistake in the command line or a setting.
type UsageError struct{ Message string }

func (e *UsageError) Error() string { return e.Message }

// Usagef makes a UsageError.
func Usagef(format string, args ...any) error {
	return &UsageError{fmt.Sprintf(format, args...)}
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
	group.AddCommand(commands...)
	return group
}

// NoArgs refuses arguments.
func NoArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return Usagef("%s takes no argument, but got %q", cmd.CommandPath(), args[0])
	}
	return nil
}

// AtMostOneArg refuses more than one argument.
func AtMostOneArg(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return Usagef("%s takes at most one argument, but got %d", cmd.CommandPath(), len(args))
	}
	return nil
}

// OneArg wants the argument that the command's usage names.
func OneArg(cmd *cobra.Command, args []string) error {
	if len(args) == 1 {
		return nil
	}
	_, name, _ := strings.Cut(cmd.Use, " ")
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

// ExitCodeError ends a command with an exit code of its own.
type ExitCodeError struct {
	Code    int
	Message string
}

func (e *ExitCodeError) Error() string { return e.Message }
