package console

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"waybill/client"
	"waybill/test/harness"
)

var ordersScreens = []screen{
	{name: "orders", role: "editor", path: "/console/accounts/1/orders", dark: true, act: func(w *window) {
		w.await(`(e => e.scrollWidth <= e.clientWidth)(document.querySelector(".orders"))`)
	}},
	{name: "orders-queue", role: "editor", path: "/console/accounts/1/orders?queue=print", dark: true},
	{name: "orders-queue-empty", role: "editor", path: "/console/accounts/1/orders?queue=hand-over"},
	{name: "orders-queue-run", role: "editor", path: "/console/accounts/1/orders?queue=print", act: func(w *window) {
		w.follow(`form[action*="prints/runs"] button`)
	}},
	{name: "orders-search", role: "editor", path: "/console/accounts/1/orders?q=budi&return=no&printed=no"},
	{name: "orders-selected", role: "editor", path: "/console/accounts/1/orders", act: func(w *window) {
		w.click("thead .pick input")
		w.see(".bar")
	}},
	{name: "orders-filters", role: "editor", path: "/console/accounts/1/orders?q=budi", act: func(w *window) {
		w.click("details.filter summary")
		w.see("details.filter form")
	}},
	{name: "orders-chip", role: "editor", path: "/console/accounts/1/orders?status=not-picked-up&country=ID&payment=no", act: func(w *window) {
		w.click(".pair:last-child summary")
		w.see(".pair div")
	}},
	{name: "orders-cancel", role: "editor", path: "/console/accounts/1/orders?q=santoso", act: func(w *window) {
		w.click("tbody tr:first-child .pick input")
		w.follow(".bar .bad")
		w.see("form.task .bad")
	}},
	{name: "orders-cancelled", role: "editor", path: "/console/accounts/1/orders?q=santoso", act: func(w *window) {
		w.click("thead .pick input")
		w.follow(".bar .bad")
		w.follow("form.task .bad")
		w.see(".figures")
	}},
	{name: "orders-change", role: "editor", path: "/console/accounts/1/orders", act: func(w *window) {
		w.click("thead .pick input")
		w.click(".bar details.more summary")
		w.follow(`.bar [formaction*="orders/change"]`)
		w.see("[id='f-items-0-item_hs_code']")
		w.write("[id='f-items-0-item_hs_code']", "620520")
		w.follow(`.bar [value="look"]`)
		w.see(".figures")
	}},
	{name: "orders-held", role: "editor", path: "/console/accounts/1/orders?held=yes"},
	{name: "orders-hold", role: "editor", path: "/console/accounts/1/orders", act: func(w *window) {
		w.click("thead .pick input")
		w.click(".bar details.more summary")
		w.follow(`.bar [formaction*="orders/hold"]`)
		w.see("#f-reason")
		w.write("#f-reason", "Not paid")
		w.follow(`.bar [value="look"]`)
		w.see(".figures")
	}},
	{name: "orders-tag", role: "editor", path: "/console/accounts/1/orders?tag=fragile", act: func(w *window) {
		w.click("thead .pick input")
		w.click(".bar details.more summary")
		w.follow(`.bar [formaction*="orders/tag"]`)
		w.see("#f-tag")
	}},
	{name: "orders-changes-and-exports", role: "editor", path: "/console/accounts/1/orders?sort=oldest", act: func(w *window) {
		w.click("thead .pick input")
		w.follow(`.bar [formaction*="orders/export"][value="xlsx"]`)
		w.see("#job:not([data-poll]) .figures")
		w.follow(".crumb a")
		w.see("tbody tr")
	}},
	{name: "orders-changed-export", role: "editor", path: "/console/accounts/1/orders?sort=changed", act: func(w *window) {
		w.click("thead .pick input")
		w.follow(`.bar [formaction*="orders/export"][value="xlsx"]`)
		w.see("#job:not([data-poll]) .figures")
	}},
	{name: "orders-nothing", role: "viewer", path: "/console/accounts/1/orders?q=nothing"},
}

// TestLongOrdersInABrowser finds an order by half of a name, prints it, and cancels others, by the keyboard.
func TestLongOrdersInABrowser(t *testing.T) {
	s := newSite(t)
	if _, err := FillDemo(t.Context(), s.sdk); err != nil {
		t.Fatal(err)
	}
	w := s.browser("editor")
	w.open(s.home + "orders")
	w.see("tbody tr")
	w.press("/")
	w.press("rahm\r")
	w.see("a.chip") // of the filter
	w.seeText("Siti Rahmawati")
	if strings.Contains(w.text("tbody"), "Budi Santoso") {
		t.Errorf("the search finds others: %s", w.text("tbody"))
	}
	w.open(s.home + "orders?q=rahm&city=Nowhere&printed=no")
	w.click(".pair summary")
	w.write("#chip-f-city", "Elsewhere"+kb.Escape)
	w.await(`!document.querySelector("details[open]") && document.activeElement.matches(".pair summary")`)
	w.press(kb.Enter)
	w.write("#chip-f-city", "SURABAYA\r")
	w.seeText("City: SURABAYA")
	w.see("tbody tr")
	w.seeText("Not printed")
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
	w.open(s.home + "orders?printed=yes")
	w.seeText(number)
	w.press("j")
	w.press("x")
	w.click(".bar .bad")
	w.seeText("Cancel 1 order?")
	w.click("main form .bad, main form .button")
	w.seeText("Back to the orders")
	w.open(s.home + "orders?status=CANCELLED")
	w.seeText(number)
}

// TestLongTagsAndNotes tags the orders of a page by the keyboard, finds them by the tag, and writes a note about one of them.
func TestLongTagsAndNotes(t *testing.T) {
	s := newSite(t)
	made, err := s.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{harness.NewOrder(1), harness.NewOrder(1)}})
	if err != nil {
		t.Fatal(err)
	}
	w := s.browser("editor")
	w.open(s.home + "orders")
	w.click("thead .pick input")
	w.click(".bar details.more summary")
	w.click(`.bar [formaction*="orders/tag"]`)
	w.seeText("Tag 2 orders")
	w.write("#f-tag", "Call First\r")
	w.see("#job:not([data-poll]) .badge.good")
	w.open(s.home + "orders?tag=call+first")
	w.seeText(made.Orders[0].TrackingNo)
	w.click("tbody tr:first-child th a")
	w.seeText("call first")
	w.click("#timeline > details:last-child > summary")
	w.write("#f-text", "<b>Called</b>: no answer")
	w.click("#timeline form .button")
	w.see(".timeline button.link")
	w.seeText("<b>Called</b>: no answer")
	w.click(`.chips [name="remove"]`)
	w.await(`!document.querySelector('.chips [name="remove"]')`)
	w.click(".chips summary")
	w.write("#f-add", "a_b\r")
	w.seeText("A tag has 1 to 30 letters, digits, hyphens and spaces.")
	w.click(".timeline button.link")
	w.click("#ask-yes")
	w.seeText("Deleted a note")
	for i, o := range made.Orders {
		d, err := s.sdk.Order(t.Context(), o.TrackingNo)
		if err != nil || len(d.Notes) > 0 || len(d.Tags) != 1-i {
			t.Errorf("%+v, %q, %v", d.Notes, d.Tags, err)
		}
	}
}

// TestLongOrdersAreHeldAndReleased holds one order on its page and others of the list, and releases all that are held.
func TestLongOrdersAreHeldAndReleased(t *testing.T) {
	s := newSite(t)
	made, err := s.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{harness.NewOrder(1), harness.NewOrder(1)}})
	if err != nil {
		t.Fatal(err)
	}
	held := func(want bool) {
		t.Helper()
		for _, o := range made.Orders {
			if d, err := s.sdk.Order(t.Context(), o.TrackingNo); err != nil || (d.Hold != nil) != want {
				t.Errorf("%s: hold %+v, %v", o.TrackingNo, d.Hold, err)
			}
		}
	}
	w := s.browser("editor")
	w.open(s.home + "orders/" + made.Orders[0].TrackingNo)
	w.click(`.actions a[href$="/hold"]`)
	w.write("#f-reason", "Not paid")
	w.click(".bar .button")
	w.seeText("Do not hand over the parcel.")
	w.seeText("Release the order")
	w.open(s.home + "orders")
	w.click("thead .pick input")
	w.click(".bar details.more summary")
	w.click(`.bar [formaction*="orders/hold"]`)
	w.seeText("Hold 2 orders")
	w.write("#f-reason", "Not paid")
	w.click(`.bar [value="look"]`)
	w.see(".figures")
	w.seeText("Hold 1 order")
	w.click(`.bar [value="hold"]`)
	w.see("#job:not([data-poll]) .badge.good")
	held(true)
	w.open(s.home + "orders?held=yes")
	w.click("thead .pick input")
	w.click(".bar details.more summary")
	w.click(`.bar [formaction*="orders/release"]`)
	w.click(`.bar [value="release"]`)
	w.see("#job:not([data-poll]) .badge.good")
	held(false)
}

// TestLongTaskOfManyOrders changes all orders of a list by five clicks, and exports those of a month by four.
func TestLongTaskOfManyOrders(t *testing.T) {
	s := newSite(t)
	orders := make([]client.NewOrder, 60)
	for i := range orders {
		orders[i] = harness.NewOrder(1)
	}
	made, err := s.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: orders})
	if err != nil {
		t.Fatal(err)
	}
	w := s.browser("editor")
	w.open(s.home + "orders")
	clicks := 0
	click := func(selector string) {
		t.Helper()
		w.see(selector)
		w.click(selector)
		clicks++
	}
	click("thead .pick input")
	click(`.bar [name="all"]`)
	click(`.bar [formaction*="orders/change"]`)
	w.see("[id='f-items-0-item_hs_code']")
	w.write("[id='f-items-0-item_hs_code']", "620520")
	click(`.bar [value="look"]`)
	w.see(".figures")
	click(`.bar [value="change"]`)
	w.await(`document.querySelector("#job:not([data-poll]) .figure dd")?.innerText === "60"`)
	if clicks > 5 {
		t.Errorf("a change of many orders takes %d clicks", clicks)
	}
	for _, i := range []int{0, 59} { // on the second and the first page
		changed, err := s.sdk.Order(t.Context(), made.Orders[i].TrackingNo)
		if err != nil || changed.Items[0].HSCode != "620520" {
			t.Errorf("%+v, %v", changed.Items, err)
		}
	}

	const day = "2006-01-02"
	now := time.Now()
	w.open(s.home + "orders?from=" + now.AddDate(0, -1, 0).Format(day) + "&to=" + now.AddDate(0, 0, 1).Format(day))
	clicks = 0
	click("thead .pick input")
	click(`.bar [name="all"]`)
	click(`.bar [formaction*="orders/export"][value="xlsx"]`)
	w.see(`#job a[href$="/file"]`)
	if n := w.text(".figure dd"); n != "60" {
		t.Errorf("%s orders are exported", n)
	}
	if clicks++; clicks > 4 { // the file
		t.Errorf("an export takes %d clicks", clicks)
	}
	size := evaluate[int](w, `fetch(document.querySelector('a[href$="/file"]').href).then(answer => answer.arrayBuffer())
		.then(file => file.byteLength)`)
	if size < 5000 {
		t.Errorf("the file has %d bytes", size)
	}
}

// TestLongManyOrdersAreCancelled selects the whole page, cancels it, and reads the outcome of each order.
func TestLongManyOrdersAreCancelled(t *testing.T) {
	s := newSite(t)
	orders := make([]client.NewOrder, 12)
	for i := range orders {
		orders[i] = harness.NewOrder(1)
	}
	made, err := s.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: orders, Blocking: true})
	if err != nil {
		t.Fatal(err)
	}
	delivered := made.Orders[3].TrackingNo
	if _, err := s.sdk.SimulateJourney(t.Context(), client.JourneyRequest{TrackingNo: delivered, Journey: "normal", Pause: "0"}); err != nil {
		t.Fatal(err)
	}
	w := s.browser("editor")
	w.open(s.home + "orders")
	w.openUntil(s.home+"orders", `document.querySelector("tbody").innerText.includes("Delivered")`)
	w.click("thead .pick input")
	w.click(".bar .bad")
	w.seeText("Cancel 12 orders?")
	w.click("form.task .bad")
	w.see("#job:not([data-poll]) .figures")
	if kept := w.text("tbody"); !strings.Contains(kept, delivered) || strings.Count(kept, "\n") > 0 {
		t.Errorf("%q were kept", kept)
	}
	if cancelled := w.text(".figure dd"); cancelled != "11" {
		t.Errorf("%s are cancelled: %s", cancelled, w.text("main"))
	}
	for _, o := range made.Orders {
		now, err := s.sdk.Order(t.Context(), o.TrackingNo)
		if err != nil || (now.TrackerStatusCode == "CANCELLED") == (o.TrackingNo == delivered) {
			t.Errorf("%s has status %s, %v", o.TrackingNo, now.TrackerStatusCode, err)
		}
	}
}

// TestLongASelectionIsKeptOnOtherPages selects on two pages, prints both, and loses the selection with another filter.
func TestLongASelectionIsKeptOnOtherPages(t *testing.T) {
	s := newSite(t)
	orders := make([]client.NewOrder, 60)
	for i := range orders {
		orders[i] = harness.NewOrder(1)
	}
	if _, err := s.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: orders, Blocking: true}); err != nil {
		t.Fatal(err)
	}
	w := s.browser("editor")
	w.open(s.home + "orders")
	checked := func() int { return evaluate[int](w, `document.querySelectorAll(".pick input:checked").length`) }
	w.click("tbody tr:nth-child(2) .pick input")
	w.click(".pager a[rel=next]")
	w.seeText("Back to the newest")
	if got := w.text("[data-count]"); got != "1" {
		t.Errorf("%s are selected on the second page", got)
	}
	w.click("thead .pick input")
	if got := w.text("[data-count]") + ", elsewhere " + w.text("[data-elsewhere]"); got != "11, elsewhere 1" {
		t.Errorf("selected: %s", got)
	}
	labels := evaluate[string](w, `(async () => {
		const form = document.querySelector("form[data-selection]"), button = form.querySelector("[data-key=p]");
		const answer = await fetch(button.formAction, {method: "POST", body: new URLSearchParams(new FormData(form, button))});
		return answer.headers.get("Waybill-Labels-Printed");
	})()`)
	if labels != "11" {
		t.Errorf("%s labels are printed", labels)
	}
	w.open(s.home + "orders")
	if !evaluate[bool](w, `document.querySelector("tbody tr:nth-child(2) input").checked`) {
		t.Error("the order of the first page is not selected any more")
	}
	w.open(s.home + "orders?printed=yes")
	if checked() != 0 || evaluate[bool](w, `!document.querySelector(".bar").hidden`) {
		t.Error("another list begins with a selection")
	}
	w.open(s.home + "orders")
	if checked() != 0 {
		t.Error("the selection is there again after another filter")
	}
	w.click("tbody tr:nth-child(3) .pick input")
	w.click("[data-clear]")
	if evaluate[bool](w, `!document.querySelector(".bar").hidden`) {
		t.Error("the selection is not cleared")
	}
	evaluate[int](w, `document.querySelector("form[data-selection]").dataset.most = 2`)
	w.click("thead .pick input")
	if got := w.text("[data-count]"); got != "2" || evaluate[bool](w, `document.querySelector("[data-full]").hidden`) {
		t.Errorf("%s are selected of at most 2, or nothing says so", got)
	}
	w.click(".more summary")
	w.click("[formaction*='/orders/not-printed']")
	w.seeText("2 labels are marked as not printed.")
	if checked() != 0 {
		t.Error("the selection does not end when the orders are marked")
	}
}
