package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/rules"
	"waybill/internal/ruleset"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

func newRules(p Process) *cobra.Command {
	return newGroup("rules", "Manage what is demanded of orders",
		`A rule says what a service, a lane or an account demands of an order. One that is an error
refuses orders, and one that is a warning tells the shipper. The built-in rules are all warnings.
A rule that is set takes the place of the built-in rule with its id. A running server follows
within a second, and "waybill audit list --subject rule" shows who changed what.`,
		newRulesList(p), newRulesShow(p), newRulesSet(p), newRulesDelete(p), newRulesTest(p), newRulesCheck(p),
		newRulesExport(p), newRulesImport(p),
	)
}

// ruleView is a rule as printed.
type ruleView struct {
	Rule      json.RawMessage `json:"rule"`
	Origin    string          `json:"origin"`     // built-in, replaced or operator
	State     string          `json:"state"`      // on, off, not yet, ended or wrong
	UpdatedOn *time.Time      `json:"updated_on"` // null for a built-in rule
	Problems  []string        `json:"problems"`   // why it is not checked, if the state is wrong
	rule      rules.Rule
}

func viewRule(e ruleset.Entry) ruleView {
	return ruleView{
		Rule: json.RawMessage(e.JSON), Origin: string(e.Origin), State: string(e.State(time.Now())), UpdatedOn: orNull(e.UpdatedOn),
		Problems: mapped(e.Problems, rules.Problem.String), rule: e.Rule,
	}
}

var ruleColumns = []field[ruleView]{
	{"RULE", "", func(v ruleView) any { return v.rule.ID }},
	{"SEVERITY", "", func(v ruleView) any { return orDash(string(v.rule.Severity)) }},
	{"KIND", "", func(v ruleView) any { return orDash(string(v.rule.Kind)) }},
	{"FOR", "", func(v ruleView) any { return scope(&v.rule) }},
	{"ORIGIN", "", func(v ruleView) any { return v.Origin }},
	{"STATE", "", func(v ruleView) any { return v.State }},
}

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
	codes := make([]string, len(all))
	for i, c := range all {
		codes[i] = string(c)
	}
	return cmp.Or(strings.Join(codes, " "), "any")
}

func newRulesList(p Process) *cobra.Command {
	var setOnly bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the rules, also those that are off",
		Example: `  waybill rules list
  waybill rules list --set          without the built-in ones`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
				entries, err := ruleset.List(ctx, s)
				if err != nil {
					return err
				}
				if setOnly {
					entries = withoutBuiltIn(entries)
				}
				return list(cmd, mapped(entries, viewRule), ruleColumns, "There are no rules: `waybill rules set FILE` sets those of a file.")
			})
		},
	}
	cmd.Flags().BoolVar(&setOnly, "set", false, "only those that were set, without the built-in ones")
	addJSONFlag(cmd)
	return cmd
}

// withoutBuiltIn is the rules that the operator set.
func withoutBuiltIn(entries []ruleset.Entry) []ruleset.Entry {
	var kept []ruleset.Entry
	for _, e := range entries {
		if e.Origin != ruleset.BuiltIn {
			kept = append(kept, e)
		}
	}
	return kept
}

func newRulesShow(p Process) *cobra.Command {
	return &cobra.Command{
		Use:   "show RULE",
		Short: "Print a rule as JSON, as `waybill rules set` takes it",
		Example: `  waybill rules show heavy
  waybill rules show heavy | jq '.disabled = true' | waybill rules set -`,
		Args: oneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
				e, err := ruleset.Find(ctx, s, args[0])
				if errors.Is(err, store.ErrNotFound) {
					return noRule(args[0])
				}
				if err != nil {
					return err
				}
				return printJSON(cmd.OutOrStdout(), json.RawMessage(e.JSON))
			})
		},
	}
}

func noRule(id string) error {
	return fmt.Errorf("there is no rule %q: `waybill rules list` shows them", id)
}

// maxRulesFile bounds a file of rules, in bytes.
const maxRulesFile = 16 << 20

// readRules reads the rules of a file, or of the standard input if the path is -.
func readRules(p Process, path string) ([]rules.Rule, error) {
	text, err := readInput(p, path, maxRulesFile)
	if err != nil {
		return nil, fmt.Errorf("read the rules: %w", err)
	}
	all, err := rules.Parse(text)
	return all, explainRules(p, path, err)
}

// readInput reads a file, or the standard input if the path is -.
func readInput(p Process, path string, most int64) ([]byte, error) {
	input := p.Stdin
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		input = file
	}
	text, err := io.ReadAll(io.LimitReader(input, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("the input is larger than %d MiB", most>>20)
	}
	return text, err
}

// explainRules prints what is wrong with rules, each problem on a line.
func explainRules(p Process, path string, err error) error {
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
	return fmt.Errorf("%s has %s: nothing was changed", path, count(int64(len(invalid.Problems)), "problem", "problems"))
}
