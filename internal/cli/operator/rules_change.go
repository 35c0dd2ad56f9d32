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
	return newRulesChange(p, commands.Of("rules set FILE"), inforce.Set)
}

func newRulesImport(p command.Process) *cobra.Command {
	var dryRun bool
	cmd := newRulesChange(p, commands.Of("rules import FILE"),
		func(ctx context.Context, m *masterdata.Store, wanted []rules.Rule) ([]inforce.Result, error) {
			return inforce.Replace(ctx, m, wanted, dryRun)
		})
	return command.Flags(cmd, "dry-run", &dryRun)
}

func newRulesDelete(p command.Process) *cobra.Command {
	return commands.New("rules delete RULE",
		command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
			result, err := inforce.Delete(ctx, s.MasterData, args[0])
			then := ""
			if result.Outcome == inforce.Restored {
				then = ". The built-in rule applies again."
			}
			return command.Confirm(cmd, command.Explain(err, command.Becausef(inforce.ErrBuiltIn,
				"rule %q is built in, and cannot be deleted: set it with \"disabled\": true to turn it off", args[0]), noRule(args[0])),
				"rule %s: deleted%s\n", args[0], then)
		}))
}

func newRulesExport(p command.Process) *cobra.Command {
	var all bool
	cmd := commands.New("rules export",
		command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, _ []string) error {
			entries, err := listRules(ctx, s, all)
			if err != nil {
				return err
			}
			return command.PrintJSON(cmd.OutOrStdout(),
				each.Of(entries, func(e inforce.Entry) json.RawMessage { return json.RawMessage(e.JSON) }))
		}))
	return command.Flags(cmd, "all", &all)
}
