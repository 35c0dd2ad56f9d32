package operator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/inforce"
	"waybill/internal/orders"
	"waybill/internal/request"
	"waybill/internal/rules"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// findingView is the finding of a rule about an order, as printed.
type findingView struct {
	Order    string `json:"order"` // its tracking number; of a file its reference, else its place
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Field    string `json:"field"`
	Message  string `json:"message"`
	Fault    string `json:"fault,omitempty"` // the rule could not be checked, and found nothing
}

var findingColumns = command.Columns("ORDER, RULE, SEVERITY, FIELD, MESSAGE",
	command.Value("MESSAGE", func(v findingView) any { return cmp.Or(v.Fault, v.Message) }),
)

func viewFindings(order, language string, findings []rules.Finding) []findingView {
	views := make([]findingView, len(findings))
	for i := range findings {
		f := &findings[i]
		views[i] = findingView{
			Order: order, Rule: f.Rule.ID, Severity: string(f.Rule.Severity), Field: findingField(f),
			Message: f.Message(language).String(), Fault: f.Fault,
		}
		if f.Fault != "" {
			views[i].Severity, views[i].Message = "fault", ""
		}
	}
	return views
}

// findingField is the place of a finding, such as items[0].item_hs_code.
func findingField(f *rules.Finding) string {
	switch {
	case f.Index < 0:
		return f.Field
	case f.Field == "tax_ids":
		return fmt.Sprintf("tax_ids[%d].number", f.Index)
	}
	return fmt.Sprintf("items[%d].%s", f.Index, f.Field)
}

// ruleTest are the flags of a test.
type ruleTest struct {
	order, at, language string
	accountID           int64
	explain             bool
}

func newRulesTest(p command.Process) *cobra.Command {
	var test ruleTest
	cmd := commands.Of("rules test --order FILE [RULES]")
	cmd.Args = cobra.MaximumNArgs(1)
	cmd.RunE = command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
		if test.order == "" {
			return command.Usagef("--order is missing: name the file of the orders")
		}
		at, err := parseDay(test.at, time.Now())
		if err != nil {
			return err
		}
		var tried []rules.Rule
		path := ""
		if len(args) > 0 {
			path = args[0]
			if tried, err = readRules(p, path); err != nil {
				return err
			}
		}
		set, err := inforce.Try(ctx, s.MasterData, tried)
		if err != nil {
			return explainRules(p, path, err)
		}
		return testRules(ctx, cmd, p, s, set, test, at)
	})
	return command.WithJSON(command.Flags(cmd, "order", &test.order, "account", &test.accountID, "at", &test.at,
		"language", &test.language, "explain", &test.explain))
}

// parseDay reads a date; "" is now.
func parseDay(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return now, nil
	}
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return time.Time{}, command.Usagef("--at is %q: want a date as 2030-12-31", text)
	}
	return day, nil
}

func testRules(
	ctx context.Context, cmd *cobra.Command, p command.Process, s *store.Store, set *rules.Set, test ruleTest, at time.Time,
) error {
	read, err := readOrderFile(ctx, p, s, test.order)
	if invalid, ok := errors.AsType[*request.InvalidOrdersError](err); ok {
		for _, problem := range invalid.Problems {
			fmt.Fprintf(p.Stderr, "%s: %s: %s: %s\n", test.order, problem.Order, problem.Field, problem.Message)
		}
		return fmt.Errorf("%s has orders that are invalid without any rule: rules are checked for valid orders", test.order)
	}
	if err != nil {
		return err
	}
	for i := range read {
		read[i].AccountID = test.accountID
		if err := inforce.FillOrigin(ctx, s.MasterData, &read[i]); err != nil {
			return command.Explain(err, command.Accounts.NotFound(test.accountID))
		}
	}
	if test.explain {
		return explainOrders(cmd, set, read, test, at)
	}
	var found []findingView
	refused := false
	for i := range read {
		o := &read[i]
		findings := set.Check(o, at)
		found = append(found, viewFindings(request.OrderName(i, o.ShipperOrderID, o.TrackingNo), test.language, findings)...)
		refused = refused || slices.ContainsFunc(findings, func(f rules.Finding) bool { return f.Refuses() })
	}
	return command.FailIf(refused, command.List(cmd, nil, found, findingColumns, "The rules find nothing."))
}

func readOrderFile(ctx context.Context, p command.Process, s *store.Store, path string) ([]shipment.Order, error) {
	text, err := command.ReadInput(p, path)
	if err != nil {
		return nil, fmt.Errorf("read the orders: %w", err)
	}
	services, err := s.MasterData.LiveServices(ctx)
	if err != nil {
		return nil, err
	}
	read, err := orders.ReadFile(ctx, text, services)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return read, nil
}

// ruleCheckView is the result of trying rules, as printed.
type ruleCheckView struct {
	Orders   int            `json:"orders"`   // that were checked
	Refused  int            `json:"refused"`  // of them
	Warned   int            `json:"warned"`   // of those that are not refused
	Failed   int            `json:"failed"`   // with a rule that could not be checked
	ByRule   map[string]int `json:"by_rule"`  // orders by rule
	Findings []findingView  `json:"findings"` // of the newest orders
}

// maxChecked bounds --against-last: it is about the orders of an hour of work of the command.
const maxChecked = 10_000_000

func newRulesCheck(p command.Process) *cobra.Command {
	var accountID int64
	var most, limit int
	cmd := commands.New("rules check FILE",
		command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
			switch {
			case most < 1 || most > maxChecked:
				return command.Usagef("--against-last is %d: want 1 to %d", most, maxChecked)
			case limit < 0 || limit > command.MaxListed:
				return command.Usagef("--limit is %d: want 0 to %d", limit, command.MaxListed)
			}
			tried, err := readRules(p, args[0])
			if err != nil {
				return err
			}
			view := ruleCheckView{Findings: []findingView{}}
			trial, err := inforce.CheckNewest(ctx, s.MasterData, s, tried, accountID, most, func(o *shipment.Order, findings []rules.Finding) {
				found := viewFindings(o.TrackingNo, "en", findings)
				view.Findings = append(view.Findings, found[:min(len(found), limit-len(view.Findings))]...)
			})
			if err != nil {
				return explainRules(p, args[0], err)
			}
			view.Orders, view.Refused, view.Warned, view.Failed, view.ByRule = trial.Orders, trial.Refused, trial.Warned, trial.Failed, trial.ByRule
			if command.WantsJSON(cmd) {
				return command.PrintJSON(cmd.OutOrStdout(), view)
			}
			return view.print(cmd.OutOrStdout())
		}))
	return command.WithJSON(command.Flags(cmd, "against-last", &most, "account", &accountID, "limit", &limit))
}

func (v *ruleCheckView) print(w io.Writer) error {
	fmt.Fprintf(w, "Of the last %s the rules would have refused %d, and warned about %d.\n",
		command.Count(int64(v.Orders), "order", "orders"), v.Refused, v.Warned)
	if v.Failed > 0 {
		fmt.Fprintf(w, "For %s a rule could not be checked.\n", command.Count(int64(v.Failed), "order", "orders"))
	}
	if len(v.ByRule) == 0 {
		return nil
	}
	fmt.Fprintln(w)
	err := command.PrintTable(w, slices.Sorted(maps.Keys(v.ByRule)), []command.Field[string]{
		command.Of("RULE", "", func(id string) any { return id }),
		command.Of("ORDERS", "", func(id string) any { return strconv.Itoa(v.ByRule[id]) }),
	})
	if err != nil || len(v.Findings) == 0 {
		return err
	}
	fmt.Fprintln(w)
	return command.PrintTable(w, v.Findings, findingColumns)
}
