package cli

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waybill/internal/cli/command"
	"waybill/internal/cli/doctor"
	"waybill/internal/cli/maintenance"
	"waybill/internal/cli/operator"
	"waybill/internal/cli/orders"
	"waybill/internal/data"
	"waybill/internal/feature"
	"waybill/internal/feature/all"
	"waybill/internal/importer"
	"waybill/internal/partnerlabel"
	"waybill/internal/sandbox"
)

// Process is what the operating system gives to one run.
type Process = command.Process

// The exit codes.
const (
	exitOK    = 0
	exitError = 1 // the command failed
)

// Run runs the command that the arguments name and returns the exit code. When ctx ends, a server ends
// the requests under way, and stops.
func Run(ctx context.Context, p Process) int {
	if sandbox.IsProcess(p.Args) {
		return runTasks(p)
	}
	p.Parts = all.Parts()
	root := Root(p)
	root.SetArgs(p.Args)
	root.SetOut(p.Stdout)
	root.SetErr(p.Stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitOK
	}
	exit, has := errors.AsType[*command.ExitCodeError](err)
	if _, isSetting := errors.AsType[*data.SettingsError](err); isSetting && !has {
		exit, has = &command.ExitCodeError{Code: command.ExitUsage, Message: err.Error()}, true
	}
	if !has {
		// Errors of the SDK begin with the same prefix.
		exit = &command.ExitCodeError{Code: exitError, Message: strings.TrimPrefix(command.OneLine(err), "waybill: ")}
	}
	for line := range strings.Lines(exit.Message) { // one a setting; without what was being done
		fmt.Fprintf(p.Stderr, "waybill: %s\n", strings.TrimSpace(line))
	}
	return exit.Code
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

//go:embed commands.txt
var commands command.Texts

// Root makes the command waybill with all others.
func Root(p Process) *cobra.Command {
	root := commands.Group("waybill",
		slices.Concat([]*cobra.Command{newServe(p), doctor.New(p), newVersion()}, maintenance.Commands(p), operator.Commands(p),
			orders.Commands(p))...,
	)
	addFeatures(root, p)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.HiddenDefaultCmd = true
	root.Version = command.ReadBuild().String() // makes the flag --version
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return command.Usagef("%s (`%s --help` lists the flags)", flagProblem(err), cmd.CommandPath())
	})
	command.BindSettings(root.PersistentFlags(), command.EveryCommand)
	return root
}

// addFeatures adds the commands of features, to root or below another command.
func addFeatures(root *cobra.Command, p Process) {
	features := slices.DeleteFunc(all.Features(feature.Process{}), func(f feature.Feature) bool { return f.Commands == nil })
	for _, f := range features {
		command.Add(root, f.Commands(p)[""]...)
	}
	for _, f := range features { // below the commands of the core and of other features
		for name, added := range f.Commands(p) {
			for _, one := range root.Commands() {
				if one.Name() == name {
					command.Add(one, added...)
				}
			}
		}
	}
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

// flagProblem describes what is wrong with a flag. The text of a wrong value names the value that is wanted, in the
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
