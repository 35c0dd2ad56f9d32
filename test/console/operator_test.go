package console

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"waybill/client"
	"waybill/test/harness"
)

// TestLongRulesAreTestedInABrowser pastes an order that a rule refuses, corrects it, and looks up why by its number.
func TestLongRulesAreTestedInABrowser(t *testing.T) {
	s := newServer(t)
	const rule = `{"id": "no-glass", "severity": "error", "kind": "forbidden_words", "field": "item_desc", "words": ["glass"], ` +
		`"messages": {"en": "Glass is <b>not</b> carried."}}` // a tab would leave the field
	w := s.browser("operator-admin")
	w.open("/console/operator/rules/-/new")
	w.click("form details summary")
	w.write("#f-rule", strings.Replace(rule, "error", "loud", 1))
	w.click(`button[value="save"]`)
	w.seeText("Line 1: severity")
	w.write("#f-rule", rule)
	w.click(`button[value="save"]`)
	w.seeText("The rule is saved.")

	o := harness.NewOrder(1)
	o.Items[0].Desc = "A vase of glass"
	refused, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	w.open("/console/operator/rules/-/test")
	for _, test := range []struct{ order, want string }{
		{"{not JSON", "Please correct this"},
		{string(refused), "Glass is <b>not</b> carried."},
		{strings.Replace(string(refused), "of glass", "of wood", 1), "Accepted"},
	} {
		w.write("#f-order", test.order)
		w.click("main form .button")
		w.seeText(test.want)
		if text := evaluate[string](w, `document.querySelector("#f-order").value`); text != test.order {
			t.Errorf("what was typed became %q", text)
		}
	}
	w.click("details summary")
	w.seeText("rules are not checked")
	if made := s.orders(); made != 0 {
		t.Errorf("the tester made %d orders", made)
	}
}

// stuck makes orders that the partner refuses, and waits until it did.
func (s *site) stuck(count int) (numbers []string) {
	s.t.Helper()
	for range count {
		o := harness.NewOrder(5)
		o.ConsigneeName = "Rina [fail]"
		made, err := s.sdk.CreateOrders(s.t.Context(), client.CreateRequest{Orders: []client.NewOrder{o}, Blocking: true})
		if err != nil {
			s.t.Fatal(err)
		}
		numbers = append(numbers, made.Orders[0].TrackingNo)
	}
	return numbers
}

// TestLongOperatorDecidesAboutSubmissions submits two refused orders again at once, and decides about one.
func TestLongOperatorDecidesAboutSubmissions(t *testing.T) {
	s := newSite(t)
	numbers := s.stuck(2)
	w := s.browser("operator")
	const list, one = "/console/operator/submissions?account=", "/console/operator/submissions/"
	w.openUntil(list+strconv.FormatInt(s.account, 10), `document.querySelectorAll("tbody .badge.bad").length == 2`)
	w.click("thead .pick input")
	w.write("#f-note", "asked by <b>phone</b>")
	w.click(`.bar button[value="retry"]`)
	w.see("#toast p")
	w.openUntil(one+numbers[0], `document.querySelectorAll(".timeline li").length >= 3`)
	w.seeText("asked by <b>phone</b>")

	w.openUntil(one+numbers[1], `document.querySelector(".facts .badge.bad")`)
	w.write("#f-hawb_no", "HAWB-42")
	w.click(`button[value="confirm"]`)
	w.see("dialog[open] #ask-yes")
	w.click("#ask-yes")
	w.see("#toast p")
	o, err := s.sdk.Order(t.Context(), numbers[1])
	if err != nil || o.StatusCode == "SUBMISSION_FAILED" || o.HAWBNo != "HAWB-42" {
		t.Errorf("the order has status %s, %v", o.StatusCode, err)
	}
}
