package operator

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/inforce"
	"waybill/internal/orders"
	"waybill/internal/request"
	"waybill/internal/rules"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

const (
	// maxTried is how many of the newest orders a rule is tried on.
	maxTried = 1000
	// maxShownFindings is how many findings of them a page has.
	maxShownFindings = 20
)

// triedOrder is the finding of a rule about a stored order.
type triedOrder struct {
	TrackingNo, Message string
	Refused             bool
}

// tryRule tries a rule on the newest orders of all accounts.
func tryRule(v *web.Visit, f *ruleForm, wanted []rules.Rule) (map[string]any, error) {
	var shown []triedOrder
	s := &v.Console.Store
	trial, err := inforce.CheckNewest(v.Context(), s.MasterData, s, wanted, 0, maxTried, func(o *shipment.Order, findings []rules.Finding) {
		if len(shown) < maxShownFindings {
			shown = append(shown, triedOrder{o.TrackingNo, findingText(v, &findings[0]), findings[0].Refuses()})
		}
	})
	if err != nil {
		return nil, failRule(v, f, err)
	}
	return map[string]any{
		"Orders": trial.Orders, "Refused": trial.Refused, "Warned": trial.Warned, "Failed": trial.Failed, "Shown": shown,
	}, nil
}

// findingText is the message of a rule, in the user's language.
func findingText(v *web.Visit, f *rules.Finding) string {
	if f.Fault != "" {
		return f.Fault
	}
	return v.Words().Say("", f.Message(v.Language.Tag))
}

// verdictView is the verdict of a rule about the order of the tester.
type verdictView struct {
	RuleID, Sentence, Scope string
	How                     web.StatusView
	Findings                []findingLine
	When                    string // its condition; "" for none
}

// findingLine is a line of what a rule says.
type findingLine struct{ Field, Text string }

// skipTexts say why a rule is not checked.
var skipTexts = web.Texts[rules.Skip]("skipped rule")

// testedOrder is an order of the tester with its verdicts.
type testedOrder struct {
	Name            string
	Found           []verdictView // by rules that refuse or warn
	Passed, Skipped []verdictView
	Refused, Warned int // rules
}

// ruleTester shows the tester.
func ruleTester(v *web.Visit) error {
	f := web.NewForm(v.Request.URL.Query())
	if f.Value("tracking_no") != "" {
		return showTested(v, f.Sent)
	}
	if f.Value("example") != "" {
		f = web.NewForm(url.Values{"order": {exampleText("order")}})
	}
	return showTester(v, http.StatusOK, f, nil)
}

func showTester(v *web.Visit, status int, f *web.Form, tested []testedOrder) error {
	return v.Render(status, "operator_tester.html", map[string]any{"Form": f, "Tested": tested})
}

// testRules shows which rules apply to an order, why, and what they say. It stores nothing.
func testRules(v *web.Visit) error { return showTested(v, v.Request.Form) }

func showTested(v *web.Visit, sent url.Values) error {
	f := web.NewForm(sent).
		Label("tracking_no", v.T("Tracking number")).Label("order", v.T("Order as JSON")).Label("account", v.T("Account"))
	read, err := ordersToTest(v, f)
	if err != nil {
		return err
	}
	if f.Failed() {
		return showTester(v, http.StatusUnprocessableEntity, f, nil)
	}
	var r web.Reading
	set := web.Read3(&r, inforce.Try, v.Context(), v.Console.Store.MasterData, nil)
	words := web.Read1(&r, newRuleWords, v)
	if r.Err != nil {
		return r.Err
	}
	var tested []testedOrder
	for i := range read {
		if err := inforce.FillOrigin(v.Context(), v.Console.Store.MasterData, &read[i]); errors.Is(err, store.ErrNotFound) {
			f.Fail("account", v.T("Enter the number of an account."))
			return showTester(v, http.StatusUnprocessableEntity, f, nil)
		} else if err != nil {
			return err
		}
		name := request.OrderName(i, read[i].ShipperOrderID, read[i].TrackingNo)
		tested = append(tested, testOrder(words, name, set.Explain(&read[i], v.Console.Now())))
	}
	return showTester(v, http.StatusOK, f, tested)
}

// maxTestedOrders is how many orders of a text are tested.
const maxTestedOrders = 5

// ordersToTest reads the orders of the form. What is wrong with it is put in f.
func ordersToTest(v *web.Visit, f *web.Form) ([]shipment.Order, error) {
	if no := strings.ToUpper(strings.TrimSpace(f.Value("tracking_no"))); no != "" {
		o, err := v.Console.Store.OrderByTrackingNo(v.Context(), no)
		if errors.Is(err, store.ErrNotFound) {
			f.Fail("tracking_no", v.T("There is no order with this number."))
			return nil, nil
		}
		return []shipment.Order{o}, err
	}
	accountID := int64(0)
	if text := strings.TrimSpace(f.Value("account")); text != "" {
		var err error
		if accountID, err = strconv.ParseInt(text, 10, 64); err != nil || accountID < 1 {
			f.Fail("account", v.T("Enter the number of an account."))
		}
	}
	if strings.TrimSpace(f.Value("order")) == "" {
		f.Fail("order", v.T("Paste an order, or give a tracking number."))
		return nil, nil
	}
	services, err := v.Console.Store.MasterData.LiveServices(v.Context())
	if err != nil {
		return nil, err
	}
	read, err := orders.ReadFile(v.Context(), []byte(f.Value("order")), services)
	if invalid, ok := errors.AsType[*request.InvalidOrdersError](err); ok {
		for _, p := range invalid.Problems[:min(len(invalid.Problems), maxShownFindings)] {
			f.Fail("order", strings.Trim(p.Order+": "+p.Field+": "+p.Message.String(), ": "))
		}
		return nil, nil
	}
	if err != nil {
		problem := err.Error()
		if line := lineOfSyntax(f.Value("order")); line > 0 {
			problem = v.T("Line %d: %s", line, problem)
		}
		f.Fail("order", problem)
		return nil, nil
	}
	read = read[:min(len(read), maxTestedOrders)]
	for i := range read {
		read[i].AccountID = accountID
	}
	return read, nil
}

// testOrder sorts the verdicts of an order.
func testOrder(w *ruleWords, name string, verdicts []rules.Verdict) testedOrder {
	t := testedOrder{Name: name}
	for i := range verdicts {
		verdict := &verdicts[i]
		r := verdict.Rule
		text, _ := json.Marshal(r) // it was read from JSON
		view := verdictView{RuleID: r.ID, Sentence: w.of(r, string(text)), When: r.When, Scope: w.scope(r.ServiceID, r.AccountID)}
		view.Findings = each.Of(verdict.Findings, func(f rules.Finding) findingLine { return findingLine{f.Field, findingText(w.v, &f)} })
		switch {
		case verdict.Skip != rules.Checked:
			view.How = web.StatusView{Tone: "", Text: skipTexts[verdict.Skip]}
			t.Skipped = append(t.Skipped, view)
			continue
		case len(verdict.Findings) == 0:
			t.Passed = append(t.Passed, view)
			continue
		case r.Severity == rules.SeverityError:
			view.How = web.StatusView{Tone: "bad", Text: web.Key("Refuses the order")}
			t.Refused++
		default:
			view.How = web.StatusView{Tone: "warn", Text: web.Key("Warns")}
			t.Warned++
		}
		t.Found = append(t.Found, view)
	}
	return t
}
