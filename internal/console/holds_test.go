package console

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/console/web"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
	"waybill/test/harness"
)

func TestHoldAnOrder(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	no := c.orderFor("Budi", "A-1")
	u, viewer := c.as(shipment.RoleEditor), c.as(shipment.RoleViewer)
	page := ordersOfDemo + "/" + no
	u.get(page).want(t, 200, `href="`+page+`/hold"`)
	u.get(page+"/hold").want(t, 200, "Hold 1 order", `name="reason"`)
	u.post(page+"/hold", url.Values{"reason": {" "}}).want(t, 422, "Reason")
	u.post(page+"/hold", url.Values{"reason": {strings.Repeat("long ", 101)}}).want(t, 422, "long long", "Reason", "500")
	viewer.post(page+"/hold", url.Values{"reason": {"x"}}).want(t, 403)
	viewer.post(page+"/release", nil).want(t, 403)
	held := u.post(page+"/hold", url.Values{"reason": {"Not <b>paid</b>"}})
	if held.status != http.StatusSeeOther || held.header.Get("Location") != page {
		t.Fatalf("%d %s", held.status, held.text)
	}
	u.get(page).want(t, 200, "The order is held.", "Not &lt;b&gt;paid&lt;/b&gt;", u.user.Email, "Held the order",
		"Release the order", `">Held<`)
	if notices := strings.Count(u.get(page).text, `class="notice`); notices != 1 {
		t.Errorf("a held order with warnings has %d notices, want 1", notices)
	}
	seen := viewer.get(page)
	seen.want(t, 200, "The order is held.", "Not &lt;b&gt;paid&lt;/b&gt;")
	for _, text := range []string{"Release the order", "Hold the order", "Print the label"} {
		if strings.Contains(seen.text, text) {
			t.Errorf("a viewer is offered %q", text)
		}
	}
	u.get("/console/accounts/1/").want(t, 200, "1 order is held", `orders?held=yes"`)
	u.post(page+"/release", nil).want(t, 303)
	after := u.get(page)
	after.want(t, 200, "The order is released.", "Released the order", ">Released<", ">Held<", "Not &lt;b&gt;paid&lt;/b&gt;",
		"Print the label")
	if strings.Contains(after.text, "Release the order") {
		t.Error("a released order can be released")
	}
	u.post(page+"/release", nil).want(t, 303)
	u.get(page).want(t, 200, "The order is released.")
	u.post(page+"/cancel", url.Values{"confirmed": {"1"}}).want(t, 303)
	u.post(page+"/hold", url.Values{"reason": {"x"}}).want(t, 422, "The order is cancelled.")
}

func TestHoldManyOrders(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	first, second, gone := c.orderFor("Budi", "A-1"), c.orderFor("Siti", "A-2"), c.orderFor("Agus", "A-3")
	u, viewer := c.as(shipment.RoleEditor), c.as(shipment.RoleViewer)
	u.post(ordersOfDemo+"/"+gone+"/cancel", url.Values{"confirmed": {"1"}}).want(t, 303)
	all := url.Values{"selected": {first, second, gone}}
	with := func(pairs ...string) url.Values {
		form := url.Values{"selected": all["selected"]}
		for i := 0; i < len(pairs); i += 2 {
			form.Set(pairs[i], pairs[i+1])
		}
		return form
	}
	viewer.post(ordersOfDemo+"/hold", all).want(t, 403)
	viewer.post(ordersOfDemo+"/release", all).want(t, 403)
	u.post(ordersOfDemo+"/hold", all).want(t, 200, "Hold 3 orders", "Look what changes")
	u.post(ordersOfDemo+"/hold", with("action", "look")).want(t, 422, "Reason")
	u.post(ordersOfDemo+"/hold", with("action", "look", "reason", "Check")).
		want(t, 200, `Will be changed</dt><dd>2<`, `Cannot be changed</dt><dd>1<`, gone, "The order is cancelled.", "Hold 2 orders", ">Check<")
	if page := u.get(ordersOfDemo + "?held=yes"); !strings.Contains(page.text, "No order was found") {
		t.Error("the preview holds")
	}
	u.job(ordersOfDemo+"/hold", with("action", "hold", "reason", "Check")).
		want(t, 200, "Hold orders", `Changed</dt><dd>2<`, gone, "The order is cancelled.")
	list := u.get(ordersOfDemo + "?held=yes&column=held")
	list.want(t, 200, first, second, ">Held<", "Check", "Remove the filter Held")
	if strings.Contains(list.text, gone) {
		t.Error("an order that is not held is in the list")
	}
	u.get(ordersOfDemo+"?held=no").want(t, 200, gone, "Remove the filter Not held")
	u.file(ordersOfDemo+"/export", with("format", "csv")).want(t, 200, "held_because", "Check")
	u.post(ordersOfDemo+"/release?held=yes", url.Values{"all": {"1"}}).want(t, 200, "Release 2 orders", `Will be changed</dt><dd>2<`)
	u.post(ordersOfDemo+"/release", all).want(t, 200, `Will be changed</dt><dd>2<`, `Not held</dt><dd>1<`)
	u.job(ordersOfDemo+"/release", with("action", "release")).want(t, 200, "Release orders", `Changed</dt><dd>2<`, "Not held</dt><dd>1<")
	u.get(ordersOfDemo+"?held=yes").want(t, 200, "No order was found")
	u.get(ordersOfDemo+"/"+first).want(t, 200, ">Released<")
}

// TestHoldManyOrdersFails: a job that cannot go on says so, what is done stays, and another one does the rest.
func TestHoldManyOrdersFails(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	first := c.create(nil)
	orders := make([]client.NewOrder, request.MaxHeld)
	for i := range orders {
		orders[i] = harness.NewOrder(1)
	}
	if _, err := c.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: orders}); err != nil {
		t.Fatal(err)
	}
	c.exec(`CREATE TRIGGER stop BEFORE UPDATE ON orders WHEN OLD.tracking_no = '` + first + `' BEGIN SELECT RAISE(ABORT, 'stop'); END`)
	form := url.Values{"all": {"1"}, "action": {"hold"}, "reason": {"Check"}}
	u.job(ordersOfDemo+"/hold", form).want(t, 200, "Waybill had to stop.", ">Not finished<", "Changed</dt><dd>200<")
	u.get(ordersOfDemo+"/"+first).want(t, 200, "Hold the order")
	c.exec(`DROP TRIGGER stop`)
	u.job(ordersOfDemo+"/hold", form).want(t, 200, ">Done<", "Changed</dt><dd>1<", "Have it already</dt><dd>200<")
	u.get(ordersOfDemo+"/"+first).want(t, 200, "The order is held.", "Check")
}

// TestARuleHoldsAnOrder: the page names the rule, and the timeline keeps it after the release.
func TestARuleHoldsAnOrder(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	rule := `{"id":"budi","severity":"hold","kind":"forbidden_words","field":"consignee_name","words":["budi"],` +
		`"messages":{"en":"Look at Budi."}}`
	c.as(shipment.RoleOperatorAdmin).post(web.OperatorPath+"rules/-/new", url.Values{"rule": {rule}, "action": {"save"}}).want(t, 303)
	no := c.orderFor("Budi", "A-1")
	u := c.as(shipment.RoleEditor)
	page := ordersOfDemo + "/" + no
	u.get(page).want(t, 200, "The order is held.", "Look at Budi.", "rule budi", "There is no label yet.")
	u.get(ordersOfDemo).want(t, 200, "Not submitted", ">Held<")
	u.post(page+"/release", nil).want(t, 303)
	u.get(page).want(t, 200, ">Released<", ">Held<", "Look at Budi.", "by a rule", "Print the label")
}

// TestAListOfSanctionsHoldsAnOrder: the page asks for the reason of a release, and a release of many leaves the order out.
func TestAListOfSanctionsHoldsAnOrder(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	const list = "{\"list\":\"un\"}\nQDi.901\tDOE, Jane\n"
	if err := c.Store.MasterData.SetLoaded(t.Context(), masterdata.LoadedSanctions("un"), list); err != nil {
		t.Fatal(err)
	}
	no := c.orderFor("Jane Doe", "A-1")
	u := c.as(shipment.RoleEditor)
	page := ordersOfDemo + "/" + no
	u.get(page).want(t, 200, "The order is held.", "has this name in its entry QDi.901, as DOE, Jane.", "rule sanctions",
		`href="`+page+`/release"`)
	u.get(page+"/release").want(t, 200, "Release the order", `name="reason"`)
	u.post(page+"/release", url.Values{"reason": {" "}}).want(t, 422, "State a reason: a list of sanctions has a name of this order.")
	u.post(ordersOfDemo+"/release", url.Values{"selected": {no}}).want(t, 200, `Cannot be changed</dt><dd>1<`, "State a reason")
	u.post(page+"/release", url.Values{"reason": {"Born in <i>1990</i>"}}).want(t, 303)
	u.get(page).want(t, 200, ">Released<", "as DOE, Jane. · Born in &lt;i&gt;1990&lt;/i&gt;", "Print the label")
}
