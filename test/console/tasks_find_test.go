package console

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"waybill/client"
	"waybill/test/harness"
)

// clicked clicks elements that each lead to another page, one after the other, and returns how many these are.
func (w *window) clicked(selectors ...string) int {
	w.s.t.Helper()
	for _, selector := range selectors {
		w.follow(selector)
	}
	return len(selectors)
}

// TestLongTaskFindByLastDigits opens the order of a phone number by its last four digits, by keys alone. Where two orders have the digits,
// Enter opens none.
func TestLongTaskFindByLastDigits(t *testing.T) {
	s := newSite(t)
	o, other := harness.NewOrder(1), harness.NewOrder(1)
	o.ConsigneeNumber, other.ConsigneeNumber, other.ShipperOrderID = "+6281234567890", "+6281234500321", "SO-0321"
	third := other
	third.ConsigneeNumber, third.ShipperOrderID = "+6591110321", ""
	made, err := s.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{o, other, third}})
	if err != nil {
		t.Fatal(err)
	}
	w := s.browser("editor")
	w.openUntil(s.home+"orders?q=0321", `document.querySelectorAll("tbody tr").length == 2`)
	w.open(s.home)
	w.moveBy("k", chromedp.ModifierCtrl)
	w.await(`document.querySelector("#go").open`)
	before := w.path()
	w.press("0321")
	w.await(`document.querySelectorAll("#found a[href*='/orders/']").length == 2`)
	w.press(kb.Enter)
	w.press(kb.ArrowDown) // a page that opens would have no dialog to move in
	w.await(`document.activeElement.matches("#found a[href*='/orders/']")`)
	if at := w.path(); at != before {
		t.Errorf("Enter opens %s, although two orders have the digits", at)
	}
	w.open(s.home)
	w.moveBy("k", chromedp.ModifierCtrl)
	w.await(`document.querySelector("#go").open`)
	w.press("7890")
	w.await(`document.querySelector("#found a.go[href*='/orders/']")`)
	w.press(kb.Enter)
	w.await(`location.pathname.endsWith("` + made.Orders[0].TrackingNo + `")`)
}

// TestLongTaskWhyNoLabel reads on the page of an order, without a click, why it has no label.
func TestLongTaskWhyNoLabel(t *testing.T) {
	s := newSite(t)
	refused := s.stuck(1)[0]
	w := s.browser("viewer")
	w.open(s.home + "orders/" + refused)
	w.seeText("Partner simulated refused the order: ")
	held := s.stuck(1)[0]
	if _, err := s.sdk.HoldOrders(t.Context(), []string{held}, "The customer moves.", false); err != nil {
		t.Fatal(err)
	}
	w.open(s.home + "orders/" + held)
	w.seeText("The customer moves.")
}

// TestLongTaskRetryAllFailed tries all refused orders again by at most three clicks from any page of the operator.
func TestLongTaskRetryAllFailed(t *testing.T) {
	s := newServer(t)
	s.stuck(3)
	w := s.browser("operator")
	w.openUntil("/console/operator/", `document.querySelector("a[href='/console/operator/submissions']")`)
	clicks := w.clicked(`nav a[href="/console/operator/submissions"]`)
	w.await(`document.querySelectorAll("tbody .badge.bad").length == 3`)
	w.click("thead .pick input")
	clicks += 1 + w.clicked(`.bar button[value="retry"]`)
	w.see("#toast p")
	if clicks > 3 {
		t.Errorf("%d clicks", clicks)
	}
	w.seeText("3 ")
}

// TestLongTaskCancelAndReplace cancels an order that its partner has, and replaces it, by at most three clicks.
func TestLongTaskCancelAndReplace(t *testing.T) {
	s := newSite(t)
	o := harness.NewOrder(5)
	made, err := s.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{o}, Blocking: true})
	if err != nil {
		t.Fatal(err)
	}
	no := made.Orders[0].TrackingNo
	w := s.browser("editor")
	w.open(s.home + "orders/" + no)
	clicks := w.clicked(`a[href$="/replace"]`)
	w.write("#f-consignee_postal", "12440")
	clicks += w.clicked(`.bar button[value="save"]`)
	if replacement := w.number(); replacement == no || !strings.HasPrefix(replacement, "WB") {
		t.Errorf("the page is that of %s", replacement)
	}
	if clicks > 3 {
		t.Errorf("%d clicks", clicks)
	}
	old, err := s.sdk.Order(t.Context(), no)
	if err != nil || old.TrackerStatusCode != "CANCELLED" {
		t.Errorf("the order is %s, %v", old.TrackerStatusCode, err)
	}
}
