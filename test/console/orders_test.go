package console

import (
	"strings"
	"testing"
)

var ordersScreens = []screen{
	{name: "orders", role: "editor", path: "/console/accounts/1/orders"},
	{name: "orders-search", role: "editor", path: "/console/accounts/1/orders?q=budi&return=no&printed=no"},
	{name: "orders-nothing", role: "viewer", path: "/console/accounts/1/orders?q=nothing"},
}

// TestLongOrdersInABrowser finds an order by half of a name, prints it, and cancels others, by the keyboard.
func TestLongOrdersInABrowser(t *testing.T) {
	s := newSite(t)
	if _, err := FillDemo(t.Context(), s.sdk); err != nil {
		t.Fatal(err)
	}
	w := s.browser("editor")
	w.open("/console/accounts/1/orders")
	w.see("tbody tr")
	w.press("/")
	w.press("rahm\r")
	w.see(".chips .chip")
	w.seeText("Siti Rahmawati")
	if strings.Contains(w.text("tbody"), "Budi Santoso") {
		t.Errorf("the search finds others: %s", w.text("tbody"))
	}
	w.press("j")
	w.press("x")
	w.see(".bar")
	if got := w.text("[data-count]"); got != "1" {
		t.Errorf("%s are selected", got)
	}
	number := w.text("tr.current a")
	// The labels of the selected order, as the button p sends them.
	head := evaluate[string](w, `(async () => {
		const form = document.querySelector("form[data-selection]"), button = form.querySelector("[data-key=p]");
		const answer = await fetch(button.formAction, {method: "POST", body: new URLSearchParams(new FormData(form, button))});
		return answer.headers.get("Waybill-Labels-Printed") + " " + (await answer.text()).slice(0, 5);
	})()`)
	if head != "1 %PDF-" {
		t.Errorf("labels: %s", head)
	}
	w.open("/console/accounts/1/orders?printed=yes")
	w.seeText(number)
	w.press("j")
	w.press("x")
	w.click(".bar .bad")
	w.seeText("Cancel 1 order?")
	w.click("main form .bad, main form .button")
	w.seeText(number)
	w.seeText("Back to the orders")
}
