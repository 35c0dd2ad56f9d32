package console

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/console/web"
	"waybill/internal/partner/simulated"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// editValues are what a form of an order has, with other values in some inputs; "" empties one.
func editValues(version string, changed ...string) url.Values {
	values := orderValues()
	values.Set("action", "save")
	values.Set("version", version)
	for i := 0; i < len(changed); i += 2 {
		values.Set(changed[i], changed[i+1])
	}
	return values
}

func TestEditOrder(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	no := u.createOrder(orderValues())
	path := ordersPath + no + "/edit"
	u.get(ordersPath+no).want(t, http.StatusOK, `href="/console`, no+"/edit", "Change the order")
	page := u.get(path)
	page.want(t, http.StatusOK, "Change order "+no, `name="version" value="&#34;0&#34;"`, `value="Susan"`, `value="Cotton T-shirt, blue"`,
		`value="save"`)
	for _, hidden := range []string{`name="tracking_no"`, `value="print"`, "Save as a template"} {
		if strings.Contains(page.text, hidden) {
			t.Errorf("the form has %s", hidden)
		}
	}
	u.post(path, editValues(`"0"`, "order_weight", "heavy")).want(t, http.StatusUnprocessableEntity, "Weight in kg must be a number")
	u.post(path, editValues(`"0"`, "action", "add:items")).want(t, http.StatusOK, `name="items.1.item_desc"`)
	u.post(path, editValues(`"0"`, "consignee_country", "Malaysia", "consignee_number", "+60312345678")).
		want(t, http.StatusUnprocessableEntity, "The tracking number names the country.")
	u.post(path, editValues(`"0"`, "consignee_city", "Bandung", "delivery_note", "", "order_weight", "2", "metadata.0.key", "shop")).
		want(t, http.StatusSeeOther)
	u.get(ordersPath+no).want(t, http.StatusOK, "Order "+no+" is changed.", "Bandung", "The label has changed. Print it again",
		"Consignee, City: Jakarta Selatan → Bandung", "Package, Weight in kg: 1.25 → 2", u.user.Email, "Changed the order", "<dt>shop</dt>")
	got := u.get(ordersPath + no)
	if strings.Contains(got.text, "<dt>channel</dt>") || strings.Contains(got.text, "Leave it at the reception</dd>") {
		t.Error("what was emptied is there still")
	}
	page = u.post(path, editValues(`"0"`, "consignee_city", "Medan", "order_length", "31", "metadata.0.value", "app"))
	page.want(t, http.StatusPreconditionFailed, "Somebody else changed this since you opened the order: Consignee, City; ",
		"; Package, Weight in kg", "Somebody else changed this to: Bandung",
		`value="Medan"`, `value="&#34;1&#34;"`)
	values := asBrowser(page.text)
	for input, want := range map[string]string{ // mine, and those of the other editor
		"consignee_city": "Medan", "order_length": "31", "order_weight": "2", "delivery_note": "", "metadata.0.key": "channel",
		"metadata.1.key": "shop",
	} {
		if values.Get(input) != want {
			t.Errorf("%s is %q, want %q", input, values.Get(input), want)
		}
	}
	values.Set("action", "add:items")
	values.Set("version", `"0"`)
	u.post(path, values).want(t, http.StatusOK, "It is in the form now", `name="items.1.item_desc"`, `value="&#34;1&#34;"`)
	values.Set("action", "save")
	values.Set("version", `"1"`)
	u.post(path, values).want(t, http.StatusSeeOther)
	u.get(ordersPath+no).want(t, http.StatusOK, "Consignee, City: Bandung → Medan", "Length in cm: ")
	c.as(shipment.RoleViewer).get(path).want(t, http.StatusForbidden)
}

func TestAHoldIsNoChangeOfTheForm(t *testing.T) {
	t.Parallel()
	u := newTestConsole(t).as(shipment.RoleEditor)
	no := u.createOrder(orderValues())
	u.post(ordersPath+no+"/hold", url.Values{"reason": {"Not paid"}}).want(t, http.StatusSeeOther)
	u.post(ordersPath+no+"/edit", editValues(`"0"`, "consignee_city", "Bandung")).want(t, http.StatusSeeOther)
	u.get(ordersPath+no).want(t, http.StatusOK, "Consignee, City: Jakarta Selatan → Bandung", "Not paid")
}

// TestWarningsLeadToTheirField: from the page of the order, and to the input of the form that changes it.
// TestAnOrderChangesWhileItIsSaved: after it was read to be changed.
func TestAnOrderChangesWhileItIsSaved(t *testing.T) {
	t.Parallel()
	var meanwhile func()
	c := newTestConsole(t, func(config *web.Config) {
		config.Orders.Now = func() time.Time {
			if change := meanwhile; change != nil {
				meanwhile = nil
				change()
			}
			return time.Now()
		}
	})
	u := c.as(shipment.RoleEditor)
	no := u.createOrder(orderValues())
	meanwhile = func() {
		if _, err := c.sdk.HoldOrders(t.Context(), []string{no}, "Wait", false); err != nil {
			t.Error(err)
		}
	}
	u.post(ordersPath+no+"/edit", editValues(`"0"`, "consignee_city", "Medan")).want(t, http.StatusSeeOther)
	u.get(ordersPath+no).want(t, http.StatusOK, "Jakarta Selatan → Medan", "Wait")
	meanwhile = func() {
		if _, err := c.sdk.EditOrder(t.Context(), no, client.AnyVersion, map[string]any{"consignee_postal": "12345"}); err != nil {
			t.Error(err)
		}
	}
	u.post(ordersPath+no+"/edit", editValues(`"2"`, "consignee_city", "Bandung")).want(t, http.StatusPreconditionFailed,
		"Somebody else changed this since you opened the order: Consignee, Postal code.", `value="Bandung"`, `value="12345"`)
}

func TestWarningsLeadToTheirField(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	values := orderValues()
	values.Set("consignee_postal", "1")
	no := u.createOrder(values)
	u.get(ordersPath+no).want(t, http.StatusOK, "Worth a look", no+`/edit#f-consignee_postal">Consignee, Postal code</a>`)
	u.get(ordersPath+no+"/edit").want(t, http.StatusOK, `id="f-consignee_postal"`, `class="warning" id="w-consignee_postal"><p>`)
	u.post(ordersPath+no+"/edit", editValues(`"0"`)).want(t, http.StatusSeeOther)
	if page := u.get(ordersPath + no); strings.Contains(page.text, "/edit#f-consignee_postal") {
		t.Error("the warning is there still")
	}
}

func TestEditAfterARefusal(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	no := c.partnerOrder(simulated.ScriptFail)
	u.get(ordersPath+no).want(t, http.StatusOK, `<a class="button" href="`, "Correct it")
	u.get(ordersPath+no+"/edit").want(t, http.StatusOK, "Save and retry", "the partner gets it again")
	detail := editValues(`"0"`, "service_id", "5", "incoterm", "DAP")
	u.post(ordersPath+no+"/edit", detail).want(t, http.StatusSeeOther)
	u.get(ordersPath+no).want(t, http.StatusOK, "The order was changed", "The partner refused the order")
}

func TestChangeManyOrders(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	first, second := u.createOrder(orderValues()), u.createOrder(orderValues())
	gone := u.createOrder(orderValues())
	u.post(ordersPath+gone+"/cancel", url.Values{"confirmed": {"1"}}).want(t, http.StatusSeeOther)
	path, selected := ordersPath+"change", url.Values{"selected": {first, second, gone}}
	u.post(path, selected).want(t, http.StatusOK, "Change 3 orders", `value="`+first+`"`, `name="items.0.item_hs_code"`, "Look what changes")
	with := func(pairs ...string) url.Values {
		values := url.Values{"selected": selected["selected"]}
		for i := 0; i < len(pairs); i += 2 {
			values.Set(pairs[i], pairs[i+1])
		}
		return values
	}
	u.post(path, with("action", "look")).want(t, http.StatusUnprocessableEntity, "Fill in what the orders get.")
	u.post(path, with("action", "look", "items.0.item_hs_code", "1")).want(t, http.StatusOK, "Cannot be changed</dt><dd>3<", "HS code")
	u.post(path, with("action", "look", "items.0.item_hs_code", "6205.20", "order_weight", "1,5")).want(t, http.StatusOK,
		"Will be changed</dt><dd>2<", "Cannot be changed</dt><dd>1<", "The order is cancelled.", "Change 2 orders", `value="6205.20"`)
	u.get(ordersPath+first).want(t, http.StatusOK, "610910")
	u.job(path, with("action", "change", "items.0.item_hs_code", "6205.20", "order_weight", "1,5")).want(t, http.StatusOK,
		"Changed</dt><dd>2<", "Not changed</dt><dd>1<", "The order is cancelled.")
	u.get(ordersPath+second).want(t, http.StatusOK, "620520", "Weight in kg: 1.25 → 1.5", u.user.Email)
	u.post(path, with("action", "look", "items.0.item_hs_code", "620520")).want(t, http.StatusOK, "Have it already</dt><dd>2<")
	u.post(path, nil).want(t, http.StatusUnprocessableEntity, "No order is selected")
	c.as(shipment.RoleViewer).post(path, selected).want(t, http.StatusForbidden)
}

// exec changes the database behind the console.
func (c *testConsole) exec(statement string) {
	c.t.Helper()
	err := c.Store.DB.Write(c.t.Context(), func(ctx context.Context, q engine.Querier) error {
		_, err := q.Exec(ctx, statement)
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
}

// TestChangeManyOrdersFails: the page counts what was done before, and another job does the rest.
func TestChangeManyOrdersFails(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	first, second := u.createOrder(orderValues()), u.createOrder(orderValues())
	c.exec(`CREATE TRIGGER stop BEFORE UPDATE ON orders WHEN OLD.tracking_no = '` + first + `' BEGIN SELECT RAISE(ABORT, 'stop'); END`)
	form := url.Values{"selected": {first, second}, "action": {"change"}, "order_weight": {"1,5"}}
	u.job(ordersPath+"change", form).want(t, http.StatusOK, "Waybill had to stop.", "Changed</dt><dd>1<", "Not changed</dt><dd>0<")
	c.exec(`DROP TRIGGER stop`)
	u.job(ordersPath+"change", form).want(t, http.StatusOK, ">Done<", "Changed</dt><dd>1<", "Have it already</dt><dd>1<")
	u.get(ordersPath+first).want(t, http.StatusOK, "Weight in kg: 1.25 → 1.5")
}

// TestReplaceOrder: an order whose partner has it is cancelled and replaced. While the partner is asked, the form keeps what was
// typed.
func TestReplaceOrder(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	no := c.partnerOrder("")
	c.waitFor("the partner has the order", func() bool { return strings.Contains(u.get(ordersPath+no).text, no+"/replace") })
	if page := u.get(ordersPath + no); strings.Contains(page.text, no+"/edit") {
		t.Error("the order can be changed although its partner has it")
	}
	path := ordersPath + no + "/replace"
	page := u.get(path)
	page.want(t, http.StatusOK, "Cancel and replace order "+no, `name="once"`, `value="save"`, "with a number and a label of its own")
	values := asBrowser(page.text)
	values.Set("action", "save")
	values.Set("order_weight", "heavy")
	u.post(path, values).want(t, http.StatusUnprocessableEntity, "Weight in kg must be a number")
	values.Set("order_weight", "2,5")
	c.exec(`CREATE TRIGGER stop BEFORE UPDATE ON cancellations BEGIN SELECT RAISE(ABORT, 'stop'); END`)
	u.post(path, values).want(t, http.StatusConflict, "Nothing is created yet. Keep this page open", `value="2,5"`)
	c.exec(`DROP TRIGGER stop`)
	made := u.post(path, values)
	made.want(t, http.StatusSeeOther)
	number := made.header.Get("Location")[strings.LastIndex(made.header.Get("Location"), "/")+1:]
	u.get(ordersPath+number).want(t, http.StatusOK, "Order "+no+" is cancelled. This order replaces it.", "It replaces order "+no, "2.5 kg")
	old := u.get(ordersPath + no)
	old.want(t, http.StatusOK, "Order "+number+" replaces it", ordersPath+number)
	if strings.Contains(old.text, no+"/replace") {
		t.Error("a replaced order can be replaced")
	}
	if again := u.post(path, values); again.status != http.StatusSeeOther || again.header.Get("Location") != made.header.Get("Location") {
		t.Errorf("sent twice: %d %s", again.status, again.header.Get("Location"))
	}
	values.Set("once", "another")
	u.post(path, values).want(t, http.StatusConflict, "Order "+number+" replaces this order already.")
	c.as(shipment.RoleViewer).get(path).want(t, http.StatusForbidden)
}

// TestReplaceForAnotherCountry: the form that cannot change the country leads to the one that can, with what was typed.
func TestReplaceForAnotherCountry(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	no := u.createOrder(orderValues())
	values := editValues(`"0"`, "consignee_country", "Malaysia", "consignee_number", "+60312345678", "service_id", "3",
		"items.0.item_price_currency", "MYR")
	page := u.post(ordersPath+no+"/edit", values)
	page.want(t, http.StatusUnprocessableEntity, "The tracking number names the country.", `formaction="`+ordersPath+no+`/replace"`)
	values.Set("action", "")
	u.post(ordersPath+no+"/replace", values).want(t, http.StatusOK, "Cancel and replace order "+no, `value="Malaysia"`)
	u.get(ordersPath+no).want(t, http.StatusOK, "Change the order")
	values.Set("action", "save")
	made := u.post(ordersPath+no+"/replace", values)
	made.want(t, http.StatusSeeOther)
	if !strings.HasSuffix(made.header.Get("Location"), "MY") {
		t.Errorf("made %s", made.header.Get("Location"))
	}
}
