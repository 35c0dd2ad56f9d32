package operator

import (
	"context"
	"encoding/json"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/each"
	"waybill/internal/inforce"
	"waybill/internal/rules"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// ruleChangeFields: an outcome is added, changed, unchanged, deleted or restored.
var ruleChangeFields = command.Columns[inforce.Result]("RULE rule=RuleID, OUTCOME outcome")

// newRulesChange makes a command that changes rules by a file of rules.
func newRulesChange(
	p command.Process, cmd *cobra.Command, change func(context.Context, *masterdata.Store, []rules.Rule) ([]inforce.Result, error),
) *cobra.Command {
	cmd.RunE = command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
		wanted, err := readRules(p, args[0])
		if err != nil {
			return err
		}
		results, err := change(ctx, s.MasterData, wanted)
		return command.List(cmd, explainRules(p, args[0], err), results, ruleChangeFields, "The file has no rules, and none was set.")
	})
	return command.WithJSON(cmd)
}

func newRulesSet(p command.Process) *cobra.Command {
	return newRulesChange(p, &cobra.Command{
		Use:   "set FILE",
		Short: "Add the rules of a JSON file, or replace those with the same ids",
		Long: `Adds the rules of a JSON file, one or an array, and replaces those with the same ids: all or none.
"-" is the standard input. Try a rule first: waybill rules test and waybill rules check.`,
		Example: `  waybill rules set korea.json
  waybill rules show heavy | jq '.kg = 25' | waybill rules set -`,
	}, inforce.Set)
}

func newRulesImport(p command.Process) *cobra.Command {
	var dryRun bool
	cmd := newRulesChange(p, &cobra.Command{
		Use:   "import FILE",
		Short: "Make the rules that are set exactly those of a JSON file",
		Long: `Makes the rules that are set exactly those of a JSON file: adds, replaces, and deletes those that
are not in it, all or none. "waybill rules export" writes such a file. "-" is the standard input.`,
		Example: `  waybill rules import rules.json --dry-run
  waybill rules import rules.json`,
	}, func(ctx context.Context, m *masterdata.Store, wanted []rules.Rule) ([]inforce.Result, error) {
		return inforce.Replace(ctx, m, wanted, dryRun)
	})
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "only print what would change")
	return cmd
}

func newRulesDelete(p command.Process) *cobra.Command {
	return &cobra.Command{
		Use:     "delete RULE",
		Short:   "Delete a rule that was set; a built-in one with its id applies again",
		Example: "  waybill rules delete heavy",
		RunE: command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
			result, err := inforce.Delete(ctx, s.MasterData, args[0])
			then := ""
			if result.Outcome == inforce.Restored {
				then = ". The built-in rule applies again."
			}
			return command.Confirm(cmd, command.Explain(err, command.Becausef(inforce.ErrBuiltIn,
				"rule %q is built in, and cannot be deleted: set it with \"disabled\": true to turn it off", args[0]), noRule(args[0])),
				"rule %s: deleted%s\n", args[0], then)
		}),
	}
}

func newRulesExport(p command.Process) *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Print the rules that were set as JSON, as `waybill rules import` takes them",
		Example: `  waybill rules export > rules.json
  waybill rules export --all        also the built-in ones`,
		RunE: command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, _ []string) error {
			entries, err := listRules(ctx, s, all)
			if err != nil {
				return err
			}
			return command.PrintJSON(cmd.OutOrStdout(),
				each.Of(entries, func(e inforce.Entry) json.RawMessage { return json.RawMessage(e.JSON) }))
		}),
	}
	cmd.Flags().BoolVar(&all, "all", false, "also the built-in ones")
	return cmd
}
