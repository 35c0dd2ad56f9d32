package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waybill/internal/importer"
	"waybill/internal/partnerlabel"
	"waybill/internal/sandbox"
	"waybill/internal/server"
)

// Process is what the operating system gives to one run.
type Process struct {
	Args           []string // without the program's name
	Environ        []string // NAME=value
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// The exit codes.
const (
	exitOK    = 0
	exitError = 1 // the command failed
	exitUsage = 2 // the command line or a setting is wrong: a repetition fails too
)

// Run runs the command that the arguments name and returns the exit code. When ctx ends, a server stops in
// good order.
func Run(ctx context.Context, p Process) int {
	if sandbox.IsProcess(p.Args) {
		return runTasks(p)
	}
	root := newRoot(p)
	root.SetArgs(p.Args)
	root.SetOut(p.Stdout)
	root.SetErr(p.Stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitOK
	}
	if isUsage(err) {
		text := err.Error()
		if usage, ok := errors.AsType[*usageError](err); ok {
			text = usage.message // without what was being done
		}
		for line := range strings.Lines(text) { // one a setting
			fmt.Fprintf(p.Stderr, "waybill: %s\n", strings.TrimSpace(line))
		}
		return exitUsage
	}
	if exit, ok := errors.AsType[*exitCodeError](err); ok {
		fmt.Fprintf(p.Stderr, "waybill: %s\n", exit.message)
		return exit.code
	}
	if !errors.Is(err, errReported) {
		// Errors of the SDK begin with the same prefix.
		fmt.Fprintf(p.Stderr, "waybill: %s\n", strings.TrimPrefix(oneLine(err), "waybill: "))
	}
	return exitError
}

// runTasks makes this process one that reads files that are not trusted. It has no settings.
func runTasks(p Process) int {
	tasks := maps.Clone(partnerlabel.Tasks)
	maps.Copy(tasks, importer.Tasks)
	if err := sandbox.Main(p.Args, tasks); err != nil {
		fmt.Fprintf(p.Stderr, "waybill: %v\n", err)
		return exitError
	}
	return exitOK
}

// isUsage reports whether an error is a mistake in the command line or a setting.
func isUsage(err error) bool {
	_, usage := errors.AsType[*usageError](err)
	_, settings := errors.AsType[*server.SettingsError](err)
	return usage || settings
}

// oneLine is an error on one line. Joined errors and errors of drivers have several, some of them twice.
func oneLine(err error) string {
	var lines []string
	for line := range strings.Lines(err.Error()) {
		if line = strings.TrimSpace(line); line != "" && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "; ")
}

// errReported fails a command that has already printed why.
var errReported = errors.New("already reported")

// usageError is a mistake in the command line or a setting.
type usageError struct{ message string }

func (e *usageError) Error() string { return e.message }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

func newRoot(p Process) *cobra.Command {
	root := newGroup("waybill", "Take cross-border shipment orders",
		`Waybill takes shipment orders over HTTP, stores them, and submits them to the partners that
fulfil them. One binary is the server and its administration.

  waybill serve                      start in development, with a demo account
  waybill doctor                     check the set-up, and say what to fix
  waybill account create "Acme"      an account for a shipper
  waybill key create --account 1     a secret key for it`,
		newServe(p), newMigrate(p), newBackup(p), newRestore(p), newCopy(p), newSkipOrderIDs(p), newResume(p),
		newAccount(p), newKey(p), newUser(p), newService(p),
		newPartner(p), newRules(p), newAudit(p), newAddress(), newOrder(p), newImport(p), newSubmission(p), newCancellation(p),
		newLabel(p), newWebhook(p), newListen(p), newTracking(p), newSimulate(p), newDoctor(p), newEnvironment(p), newVersion(p),
	)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.HiddenDefaultCmd = true
	root.Version = readBuild().String() // makes the flag --version
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usagef("%s (`%s --help` lists the flags)", flagProblem(err), cmd.CommandPath())
	})
	bindSettings(root.PersistentFlags(), everyCommand)
	return root
}

// wantedOfFlag are the values of flags that are not text, by the name of their type.
var wantedOfFlag = map[string]string{
	"bool":     "true or false",
	"int":      "a whole number",
	"int64":    "a whole number",
	"uint64":   "a whole number, not negative",
	"float64":  "a number such as 0.5",
	"duration": "a time such as 30s, 5m or 12h",
}

// flagProblem is what is wrong with a flag. The text of a wrong value names the value that is wanted, in the
// place of the Go function that refused it.
func flagProblem(err error) string {
	wrong, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return err.Error()
	}
	flag := wrong.GetFlag()
	wanted, ok := wantedOfFlag[flag.Value.Type()]
	if !ok {
		return fmt.Sprintf("--%s is %q, which is not valid", flag.Name, wrong.GetValue())
	}
	return fmt.Sprintf("--%s is %q: want %s", flag.Name, wrong.GetValue(), wanted)
}

// newGroup makes a command that has only subcommands.
func newGroup(name, short, long string, commands ...*cobra.Command) *cobra.Command {
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
			return usagef("unknown command %q: %s", cmd.CommandPath()+" "+args[0], hint)
		},
	}
	group.SuggestionsMinimumDistance = 2
	group.AddCommand(commands...)
	return group
}

// noArgs refuses arguments.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no argument, but got %q", cmd.CommandPath(), args[0])
	}
	return nil
}

// oneArg wants the argument that the command's usage names.
// atMostOneArg refuses more than one argument.
func atMostOneArg(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usagef("%s takes at most one argument, but got %d", cmd.CommandPath(), len(args))
	}
	return nil
}

func oneArg(cmd *cobra.Command, args []string) error {
	if len(args) == 1 {
		return nil
	}
	_, name, _ := strings.Cut(cmd.Use, " ")
	return usagef("%s takes one argument, %s, but got %d", cmd.CommandPath(), name, len(args))
}
