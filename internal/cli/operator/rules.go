package operator

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/each"
	"waybill/internal/inforce"
	"waybill/internal/rules"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

func newRules(p command.Process) *cobra.Command {
	return commands.Group("rules",
		newRulesList(p), newRulesShow(p), newRulesSet(p), newRulesDelete(p), newRulesTest(p), newRulesCheck(p),
		newRulesExport(p), newRulesImport(p), newRulesRates(p),
	)
}

// ruleFields: an origin is built-in, replaced or operator, and a built-in rule has no time of a change.
var ruleFields = command.Columns(`rule, RULE=Rule.ID, SEVERITY=Rule.Severity, KIND=Rule.Kind, FOR, ORIGIN origin, STATE state,
	updated_on, problems`,
	command.Value("rule", func(e inforce.Entry) any { return json.RawMessage(e.JSON) }),
	command.Value("FOR", func(e inforce.Entry) any { return scope(&e.Rule) }),
	command.Value("state", func(e inforce.Entry) any { return e.State(time.Now()) }), // on, off, not yet, ended or wrong
	command.Value("problems", func(e inforce.Entry) any { return each.Of(e.Problems, rules.Problem.String) }),
)

// scope is the orders that a rule is about, for people.
func scope(r *rules.Rule) string {
	var parts []string
	if r.ServiceID != 0 {
		parts = append(parts, fmt.Sprintf("service %d", r.ServiceID))
	}
	if r.AccountID != 0 {
		parts = append(parts, fmt.Sprintf("account %d", r.AccountID))
	}
	if r.Origins != nil || r.Destinations != nil {
		parts = append(parts, countries(r.Origins)+" -> "+countries(r.Destinations))
	}
	return cmp.Or(strings.Join(parts, ", "), "all")
}

// shownCountries is how many countries of a rule a table names.
const shownCountries = 3

func countries(all []shipment.Country) string {
	if len(all) > shownCountries {
		return fmt.Sprintf("%d countries", len(all))
	}
	return cmp.Or(strings.Join(each.Of(all, func(c shipment.Country) string { return string(c) }), " "), "any")
}

func newRulesList(p command.Process) *cobra.Command {
	var setOnly bool
	cmd := command.Flags(commands.Of("rules list"), "set", &setOnly)
	return command.NewList(p, cmd, ruleFields, "There are no rules: `waybill rules set FILE` sets those of a file.",
		func(ctx context.Context, s *store.Store) ([]inforce.Entry, error) { return listRules(ctx, s, !setOnly) })
}

// listRules are the rules that the operator set, or all.
func listRules(ctx context.Context, s *store.Store, all bool) ([]inforce.Entry, error) {
	entries, err := inforce.List(ctx, s.MasterData)
	return slices.DeleteFunc(entries, func(e inforce.Entry) bool { return !all && e.Origin == inforce.BuiltIn }), err
}

func newRulesShow(p command.Process) *cobra.Command {
	return commands.New("rules show RULE",
		command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
			e, err := inforce.Find(ctx, s.MasterData, args[0])
			if err != nil {
				return command.Explain(err, noRule(args[0]))
			}
			return command.PrintJSON(cmd.OutOrStdout(), json.RawMessage(e.JSON))
		}))
}

func noRule(id string) command.Because {
	return command.Rules.NotFound(strconv.Quote(id))
}

// readRules reads the rules of a file, or of the standard input if the path is -.
func readRules(p command.Process, path string) ([]rules.Rule, error) {
	text, err := command.ReadInput(p, path)
	if err != nil {
		return nil, fmt.Errorf("read the rules: %w", err)
	}
	all, err := rules.Parse(text)
	return all, explainRules(p, path, err)
}

// explainRules prints what is wrong with rules, each problem on a line.
func explainRules(p command.Process, path string, err error) error {
	if path == "-" {
		path = "standard input"
	}
	invalid, ok := errors.AsType[*rules.InvalidError](err)
	if !ok {
		return err
	}
	for _, problem := range invalid.Problems {
		fmt.Fprintf(p.Stderr, "%s: %s\n", path, problem)
	}
	return fmt.Errorf("%s has %s: nothing was changed", path, command.Count(int64(len(invalid.Problems)), "problem", "problems"))
}
