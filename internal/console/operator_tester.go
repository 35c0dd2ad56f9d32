package console

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"waybill/internal/request"
	"waybill/internal/rules"
	"waybill/internal/ruleset"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

const (
	// maxTried is how many of the newest orders a rule is tried on.
	maxTried = 1000
	// maxShownFindings is how many findings of them a page has.
	maxShownFindings = 20
)

// triedOrder is what a rule found about a stored order.
type triedOrder struct {
	TrackingNo, Message string
	Refused             bool
}

// tryRule tries a rule on the newest orders of all accounts.
func (v *visit) tryRule(f *ruleForm, wanted []rules.Rule) (map[string]any, error) {
	var shown []triedOrder
	trial, err := ruleset.CheckNewest(v.ctx(), v.console.Store, wanted, 0, maxTried, func(o *shipment.Order, findings []rules.Finding) {
		if len(shown) < maxShownFindings {
			shown = append(shown, triedOrder{o.TrackingNo, v.findingText(&findings[0]), findings[0].Refuses()})
		}
	})
	if err != nil {
		return nil, v.failRule(f, err)
	}
	return map[string]any{
		"Orders": trial.Orders, "Refused": trial.Refused, "Warned": trial.Warned, "Failed": trial.Failed, "Shown": shown,
	}, nil
}

// findingText is what a rule says, in the user's words.
func (v *visit) findingText(f *rules.Finding) string {
	if f.Fault != "" {
		return f.Fault
	}
	return v.words().Plain("", f.Message(v.lang.tag))
}

// verdictView is what a rule says about an order of the tester.
type verdictView struct {
	RuleID, Lane string
	How          statusView
	Findings     []findingLine
	When         string // its condition; "" for none
	ServiceID    int64
	AccountID    int64
}

// findingLine is a line of what a rule says.
type findingLine struct{ Field, Text string }

// skipTexts say why a rule is not checked.
var skipTexts = map[rules.Skip]string{
	rules.SkipDisabled: key("It is off"), rules.SkipService: key("For another service"), rules.SkipAccount: key("For another account"),
	rules.SkipLane: key("For other countries"), rules.SkipDay: key("Not on this day"), rules.SkipReturn: key("Not for returns"),
	rules.SkipWhen: key("Its condition does not hold"), rules.SkipWhenFailed: key("Its condition could not be checked"),
}

// testedOrder is an order of the tester with its verdicts.
type testedOrder struct {
	Name            string
	Found           []verdictView // by rules that refuse or warn
	Passed, Skipped []verdictView
	Refused, Warned int // rules
}

// testerExample is an order of the service 1 of a new server.
const testerExample = `{
  "service_id": 1,
  "consignee_name": "Susan Wijaya",
  "consignee_number": "+6281234567891",
  "consignee_address": "Jl. Berangin 5",
  "consignee_postal": "12420",
  "consignee_country": "Indonesia",
  "pickup_address": "Jurong West Ave 1",
  "pickup_country": "Singapore",
  "payment_type": "prepaid",
  "order_weight": 25,
  "order_length": 30,
  "order_width": 20,
  "order_height": 10,
  "items": [
    {
      "item_desc": "Power bank",
      "item_quantity": 1,
      "item_price_value": 23.55,
      "item_price_currency": "SGD"
    }
  ]
}`

// ruleTester shows the tester.
func (v *visit) ruleTester() error {
	f := newForm(v.r.URL.Query())
	if f.Value("tracking_no") != "" {
		return v.testRules()
	}
	if f.Value("example") != "" {
		f = newForm(url.Values{"order": {testerExample}})
	}
	return v.showTester(http.StatusOK, f, nil)
}

func (v *visit) showTester(status int, f *form, tested []testedOrder) error {
	return v.render(status, "operator_tester.html", map[string]any{"Form": f, "Tested": tested})
}

// testRules shows which rules apply to an order, why, and what they say. It stores nothing.
func (v *visit) testRules() error {
	if err := v.parse(); err != nil {
		return err
	}
	f := newForm(v.r.Form).label("tracking_no", v.t("Tracking number")).label("order", v.t("Order as JSON")).label("account", v.t("Account"))
	orders, err := v.ordersToTest(f)
	if err != nil {
		return err
	}
	if f.failed() {
		return v.showTester(http.StatusUnprocessableEntity, f, nil)
	}
	set, err := ruleset.Try(v.ctx(), v.console.Store, nil)
	if err != nil {
		return err
	}
	var tested []testedOrder
	for i := range orders {
		name := request.OrderName(i, orders[i].ShipperOrderID, orders[i].TrackingNo)
		tested = append(tested, v.testOrder(name, set.Explain(&orders[i], v.console.Now())))
	}
	return v.showTester(http.StatusOK, f, tested)
}

// maxTestedOrders is how many orders of a text are tested.
const maxTestedOrders = 5

// ordersToTest reads the orders of the form. What is wrong with it is put in f.
func (v *visit) ordersToTest(f *form) ([]shipment.Order, error) {
	if no := strings.ToUpper(strings.TrimSpace(f.Value("tracking_no"))); no != "" {
		o, err := v.console.Store.OrderByTrackingNo(v.ctx(), no)
		if errors.Is(err, store.ErrNotFound) {
			f.fail("tracking_no", v.t("There is no order with this number."))
			return nil, nil
		}
		return []shipment.Order{o}, err
	}
	accountID := int64(0)
	if text := strings.TrimSpace(f.Value("account")); text != "" {
		var err error
		if accountID, err = strconv.ParseInt(text, 10, 64); err != nil || accountID < 1 {
			f.fail("account", v.t("Enter the number of an account."))
		}
	}
	if strings.TrimSpace(f.Value("order")) == "" {
		f.fail("order", v.t("Paste an order, or give a tracking number."))
		return nil, nil
	}
	services, err := v.console.Store.LiveServices(v.ctx())
	if err != nil {
		return nil, err
	}
	orders, err := request.ReadOrders(v.ctx(), []byte(f.Value("order")), services)
	if invalid, ok := errors.AsType[*request.InvalidOrdersError](err); ok {
		for _, p := range invalid.Problems[:min(len(invalid.Problems), maxShownFindings)] {
			f.fail("order", strings.Trim(p.Order+": "+p.Field+": "+p.Message, ": "))
		}
		return nil, nil
	}
	if err != nil {
		problem := err.Error()
		if line := lineOfSyntax(f.Value("order")); line > 0 {
			problem = v.t("Line %d: %s", line, problem)
		}
		f.fail("order", problem)
		return nil, nil
	}
	orders = orders[:min(len(orders), maxTestedOrders)]
	for i := range orders {
		orders[i].AccountID = accountID
	}
	return orders, nil
}

// testOrder sorts the verdicts of an order.
func (v *visit) testOrder(name string, verdicts []rules.Verdict) testedOrder {
	t := testedOrder{Name: name}
	for i := range verdicts {
		verdict := &verdicts[i]
		r := verdict.Rule
		view := verdictView{RuleID: r.ID, Lane: laneOf(r), When: r.When, ServiceID: r.ServiceID, AccountID: r.AccountID}
		for j := range verdict.Findings {
			finding := &verdict.Findings[j]
			view.Findings = append(view.Findings, findingLine{finding.Field, v.findingText(finding)})
		}
		switch {
		case verdict.Skip != rules.Checked:
			view.How = statusView{"", skipTexts[verdict.Skip]}
			t.Skipped = append(t.Skipped, view)
			continue
		case len(verdict.Findings) == 0:
			t.Passed = append(t.Passed, view)
			continue
		case r.Severity == rules.SeverityError:
			view.How = statusView{"bad", key("Refuses the order")}
			t.Refused++
		default:
			view.How = statusView{"warn", key("Warns")}
			t.Warned++
		}
		t.Found = append(t.Found, view)
	}
	return t
}
