package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"waybill/internal/rules"
	"waybill/internal/ruleset"
	"waybill/internal/store"
)

// ruleChangeView is what a change did to a rule, as printed.
type ruleChangeView struct {
	Rule    string `json:"rule"`
	Outcome string `json:"outcome"` // added, changed, unchanged, deleted or restored
}

func viewRuleChange(r ruleset.Result) ruleChangeView {
	return ruleChangeView{Rule: r.RuleID, Outcome: string(r.Outcome)}
}

var ruleChangeColumns = []field[ruleChangeView]{
	{"RULE", "", func(v ruleChangeView) any { return v.Rule }},
	{"OUTCOME", "", func(v ruleChangeView) any { return v.Outcome }},
}

// newRulesChange makes a command that changes rules by a file of rules.
func newRulesChange(
	p Process, cmd *cobra.Command, change func(context.Context, *store.Store, []rules.Rule) ([]ruleset.Result, error),
) *cobra.Command {
	cmd.Args = oneArg
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		wanted, err := readRules(p, args[0])
		if err != nil {
			return err
		}
		return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
			results, err := change(ctx, s, wanted)
			if err != nil {
				return explainRules(p, args[0], err)
			}
			return list(cmd, mapped(results, viewRuleChange), ruleChangeColumns, "The file has no rules, and none was set.")
		})
	}
	addJSONFlag(cmd)
	return cmd
}

func newRulesSet(p Process) *cobra.Command {
	return newRulesChange(p, &cobra.Command{
		Use:   "set FILE",
		Short: "Add the rules of a JSON file, or replace those with the same ids",
		Long: `Adds the rules of a JSON file, one or an array, and replaces those with the same ids: all or none.
"-" is the standard input. Try a rule first: waybill rules test and waybill rules check.`,
		Example: `  waybill rules set korea.json
  waybill rules show heavy | jq '.kg = 25' | waybill rules set -`,
	}, ruleset.Set)
}

func newRulesImport(p Process) *cobra.Command {
	var dryRun bool
	cmd := newRulesChange(p, &cobra.Command{
		Use:   "import FILE",
		Short: "Make the rules that are set exactly those of a JSON file",
		Long: `Makes the rules that are set exactly those of a JSON file: adds, replaces, and deletes those that
are not in it, all or none. "waybill rules export" writes such a file. "-" is the standard input.`,
		Example: `  waybill rules import rules.json --dry-run
  waybill rules import rules.json`,
	}, func(ctx context.Context, s *store.Store, wanted []rules.Rule) ([]ruleset.Result, error) {
		return ruleset.Replace(ctx, s, wanted, dryRun)
	})
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "only print what would change")
	return cmd
}

func newRulesDelete(p Process) *cobra.Command {
	return &cobra.Command{
		Use:     "delete RULE",
		Short:   "Delete a rule that was set; a built-in one with its id applies again",
		Example: "  waybill rules delete heavy",
		Args:    oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
				result, err := ruleset.Delete(ctx, s, args[0])
				switch {
				case errors.Is(err, ruleset.ErrBuiltIn):
					return fmt.Errorf("rule %q is built in, and cannot be deleted: set it with \"disabled\": true to turn it off", args[0])
				case errors.Is(err, store.ErrNotFound):
					return noRule(args[0])
				case err != nil:
					return err
				case result.Outcome == ruleset.Restored:
					fmt.Fprintf(cmd.OutOrStdout(), "rule %s: deleted. The built-in rule applies again.\n", args[0])
					return nil
				}
				fmt.Fprintf(cmd.OutOrStdout(), "rule %s: deleted\n", args[0])
				return nil
			})
		},
	}
}

func newRulesExport(p Process) *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Print the rules that were set as JSON, as `waybill rules import` takes them",
		Example: `  waybill rules export > rules.json
  waybill rules export --all        also the built-in ones`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
				entries, err := ruleset.List(ctx, s)
				if err != nil {
					return err
				}
				if !all {
					entries = withoutBuiltIn(entries)
				}
				return printJSON(cmd.OutOrStdout(), mapped(entries, func(e ruleset.Entry) json.RawMessage { return json.RawMessage(e.JSON) }))
			})
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "also the built-in ones")
	return cmd
}
