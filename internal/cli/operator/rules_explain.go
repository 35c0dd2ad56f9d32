package operator

import (
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/request"
	"waybill/internal/rules"
	"waybill/internal/shipment"
)

// verdictView is the verdict of a rule about an order, as printed.
type verdictView struct {
	Order    string        `json:"order"` // as in findingView
	Rule     string        `json:"rule"`
	Result   string        `json:"result"`   // refuses, warns, passes or skipped; fault: it could not be checked
	Reason   string        `json:"reason"`   // why it is skipped: see skipReasons; "": it is not
	Findings []findingView `json:"findings"` // of a rule that refuses or warns
}

// skipReasons are the reasons for which a rule is not checked, in words.
var skipReasons = map[rules.Skip]string{
	rules.SkipDisabled: "it is off", rules.SkipService: "for another service", rules.SkipAccount: "for another account",
	rules.SkipLane: "for other countries", rules.SkipDay: "not on this day", rules.SkipReturn: "not for returns",
	rules.SkipWhen: "its condition does not hold", rules.SkipNoRate: "a currency of the order has no exchange rate",
}

var verdictColumns = command.Columns("ORDER, RULE, RESULT, REASON",
	command.Value("REASON", func(v verdictView) any { return v.reason() }),
)

// reason is why a rule is skipped, or what it finds first.
func (v verdictView) reason() string {
	if len(v.Findings) == 0 {
		return command.OrDash(v.Reason)
	}
	first := v.Findings[0]
	if first.Fault != "" {
		return first.Fault
	}
	return first.Field + ": " + first.Message
}

// explainOrders prints what every rule says about orders. It reports an error if one would be refused.
func explainOrders(cmd *cobra.Command, set *rules.Set, orders []shipment.Order, test ruleTest, at time.Time) error {
	var verdicts []verdictView
	refused := false
	for i := range orders {
		o := &orders[i]
		for _, v := range set.Explain(o, at) {
			view := viewVerdict(request.OrderName(i, o.ShipperOrderID, o.TrackingNo), test.language, v)
			verdicts = append(verdicts, view)
			refused = refused || view.Result == "refuses"
		}
	}
	return command.FailIf(refused, command.List(cmd, nil, verdicts, verdictColumns, "There are no rules."))
}

func viewVerdict(order, language string, v rules.Verdict) verdictView {
	view := verdictView{Order: order, Rule: v.Rule.ID, Result: "passes", Findings: viewFindings(order, language, v.Findings)}
	if reason, skipped := skipReasons[v.Skip]; skipped {
		view.Result, view.Reason = "skipped", reason
	}
	for i := range v.Findings {
		switch f := &v.Findings[i]; {
		case f.Refuses():
			view.Result = "refuses"
		case f.Fault != "" && view.Result != "refuses":
			view.Result = "fault"
		case view.Result == "passes":
			view.Result = "warns"
		}
	}
	return view
}
