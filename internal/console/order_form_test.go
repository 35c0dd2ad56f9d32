package console

import (
	"bytes"
	"image/png"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

// without fails if a page has one of some texts.
func (p testPage) without(t *testing.T, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if strings.Contains(p.text, text) {
			t.Errorf("the page has %s", text)
		}
	}
}

// wantOrders checks how many orders the account has.
func (c *testConsole) wantOrders(want int64) {
	c.t.Helper()
	page, err := c.Store.ListOrders(c.t.Context(), store.OrderFilter{AccountID: 1}, 1)
	if err != nil || page.Count != want {
		c.t.Errorf("%d orders, want %d, %v", page.Count, want, err)
	}
}

const pastedAddress = "Budi Santoso\n0813 9876 5432\nJl. Asia Afrika 8\nBandung 40111\nIndonesia\nbudi@example.co.id, b2@example.co.id"

// TestPasteAnAddress: it is shown, then used; what it does not say stays as it was typed.
func TestPasteAnAddress(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	values := orderValues()
	values.Set("paste", pastedAddress)
	values.Set("action", "paste")
	shown := []string{
		"<dt>Name</dt><dd>Budi Santoso</dd>", "<dd>&#43;6281398765432</dd>", "<dt>Postal code</dt><dd>40111</dd>",
		"<dt>City</dt><dd>Bandung</dd>", "<dt>Country</dt><dd>Indonesia</dd>",
		"Not sure, so it stays in the address:", "<strong>b2@example.co.id</strong>", `value="use"`,
	}
	page := u.post(ordersPath+"new", values)
	page.want(t, http.StatusOK, append(shown, `name="consignee_name" type="text" value="Susan"`, "Bandung 40111\nIndonesia")...)
	u.post(ordersPath+"check", values).want(t, http.StatusOK, append(shown, `<div id="pasted"`)...)

	values.Set("action", "use")
	page = u.post(ordersPath+"new", values)
	page.want(t, http.StatusOK, "Filled in from: the pasted address.", "Replaced: Consignee, Name “Susan”",
		`name="consignee_name" type="text" value="Budi Santoso"`, `name="consignee_postal" type="text" value="40111"`,
		`name="consignee_number" type="tel" value="&#43;6281398765432"`, `name="consignee_state" type="text" value="DKI Jakarta"`,
		`value="Jl. Asia Afrika 8, b2@example.co.id"`, `name="pickup_address" type="text" value="Jurong West Ave 1"`)
	page.without(t, "Bandung 40111\nIndonesia", `value="use"`)

	none := url.Values{"action": {"paste"}, "paste": {"<b>somewhere</b> 5"}}
	u.post(ordersPath+"new", none).want(t, http.StatusOK, "<strong>b&gt;somewhere&lt;/b&gt; 5</strong>", "No country was found")
	c.wantOrders(0)
}

// TestLabelOfAFormIsDrawn: it has what was typed, also if something is missing or wrong, and nothing is created.
func TestLabelOfAFormIsDrawn(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	draw := func(values url.Values) []byte {
		t.Helper()
		values.Set("format", "png")
		page := u.post(ordersPath+"label", values)
		page.want(t, http.StatusOK)
		picture, err := png.Decode(strings.NewReader(page.text))
		if err != nil || picture.Bounds().Dx() < 700 || picture.Bounds().Dy() < 1000 {
			t.Fatalf("no picture of a label: %v", err)
		}
		return []byte(page.text)
	}
	whole, empty := draw(orderValues()), draw(url.Values{})
	values := orderValues()
	values.Set("consignee_name", "Susanto")
	if other := draw(values); bytes.Equal(other, whole) || bytes.Equal(empty, whole) {
		t.Error("labels of other forms are the same")
	}
	for name, wrong := range map[string]string{
		"consignee_country": "Atlantis", "order_weight": "1e300", "order_length": "-1", "service_id": "99999", "payment_type": "gold",
		"items.0.item_quantity": "many", "tracking_no": "no\x00number", "consignee_address": strings.Repeat("Tower 1 ", 20_000),
	} {
		values = orderValues()
		values.Set(name, wrong)
		draw(values)
	}
	values = orderValues()
	values.Set("tracking_no", "OWN-1234567")
	if file := u.post(ordersPath+"label", values); file.status != http.StatusOK || !strings.HasPrefix(file.text, "%PDF") {
		t.Errorf("as a file: %d", file.status)
	}
	if file := u.post(ordersPath+"label", url.Values{"format": {"gif"}}); file.status == http.StatusOK {
		t.Error("a label as GIF")
	}
	c.as(shipment.RoleViewer).post(ordersPath+"label", orderValues()).want(t, http.StatusForbidden)
	c.wantOrders(0)
}

// TestNewOrderHasThreeSteps: all of them on one page, the pickup in one line once it is known.
func TestNewOrderHasThreeSteps(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	page := u.get(ordersPath + "new")
	page.want(t, http.StatusOK, `<h2 class="step" id="s-g-0">To whom</h2>`, `>What</h2>`, `>How</h2>`, `<a href="#s-g-2">What</a>`,
		`<fieldset class="panel group" id="g-1"><legend class="hidden">Pickup</legend>`,
		`data-label="/console/accounts/1/orders/label"`, "form.js")
	u.createOrder(orderValues())
	page = u.get(ordersPath + "new")
	page.want(t, http.StatusOK, `<details class="panel group" id="g-1"><summary><h2>Pickup</h2>`,
		`<span data-of="f-pickup_address">Jurong West Ave 1</span>`, `name="pickup_address" type="text" value="Jurong West Ave 1"`)
	values := orderValues()
	values.Set("pickup_contact_number", "12")
	u.post(ordersPath+"new", values).want(t, http.StatusUnprocessableEntity, `<details class="panel group" id="g-1" open>`)
	values.Set("pickup_contact_number", "+6591234567")
	values.Set("pickup_address", "")
	u.post(ordersPath+"new", values).want(t, http.StatusUnprocessableEntity, `<fieldset class="panel group" id="g-1">`)
}

// TestEnterSavesAForm: it presses the first button, which fills the form if an entry is named beside it, and else creates the order.
func TestEnterSavesAForm(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	u.get(ordersPath+"new").want(t, http.StatusOK, `value="enter" tabindex="-1"`)
	values := orderValues()
	values.Set("action", "enter")
	values.Set("from_consignee", "nobody")
	u.post(ordersPath+"new", values).want(t, http.StatusUnprocessableEntity, "there is no entry “nobody”")
	c.wantOrders(0)
	values.Del("from_consignee")
	u.post(ordersPath+"new", values).want(t, http.StatusSeeOther)
	c.wantOrders(1)
}

// TestACardIsChangedAtItsPlace: its form is on the page of the order, has its fields alone, and changes nothing else.
func TestACardIsChangedAtItsPlace(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	no := u.createOrder(orderValues())
	page := u.get(ordersPath + no)
	for _, card := range []string{"consignee", "pickup", "items", "shipment", "customs", "records"} {
		page.want(t, http.StatusOK, no+"/edit?card="+card+`"`, `id="card-`+card+`"`)
		form := u.get(ordersPath + no + "/edit?card=" + card)
		form.want(t, http.StatusOK, `id="timeline"`, `name="card" value="`+card+`"`, `value="save"`)
		if strings.Count(form.text, `id="card-`+card+`"`) != 1 {
			t.Errorf("%s is there twice, or not", card)
		}
		// Enter presses the first button: it saves the card, and removes no row.
		_, body, _ := strings.Cut(form.text, `id="card-`+card+`"><form`)
		if _, first, _ := strings.Cut(body, "<button"); !strings.HasPrefix(first, ` class="hidden" name="action" value="save"`) {
			t.Errorf("Enter in the card %s does not save it", card)
		}
	}
	c.as(shipment.RoleViewer).get(ordersPath+no).without(t, "/edit?card=")
	edit := ordersPath + no + "/edit"
	form := u.get(edit + "?card=consignee")
	form.want(t, http.StatusOK, `name="consignee_name" type="text" value="Susan" autofocus`)
	form.without(t, `name="pickup_address"`, `name="order_weight"`, `name="from_consignee"`)

	values := asBrowser(form.text)
	values.Set("action", "save")
	values.Set("consignee_postal", "1")
	values.Set("consignee_name", "")
	u.post(edit, values).want(t, http.StatusUnprocessableEntity, "Consignee: Name is missing.",
		`id="timeline"`, `id="card-pickup"`, `value="1"`)
	values.Set("consignee_name", "Susan")
	values.Set("consignee_postal", "12430")
	saved := u.post(edit, values)
	saved.want(t, http.StatusSeeOther)
	if location := saved.header.Get("Location"); location != ordersPath+no+"#card-consignee" {
		t.Errorf("it leads to %s", location)
	}
	after := detailOf(t, c, no).Order
	if after.Consignee.Postal != "12430" || after.DeliveryNote != "Leave it at the reception" || len(after.Items) != 1 ||
		after.Trade == nil || len(after.Trade.Metadata) != 1 || len(after.Trade.TaxIDs) != 1 || after.Weight != 1250 {
		t.Errorf("after the change: %+v", after)
	}

	// The form of another card, opened before: it keeps that change.
	items := asBrowser(u.get(edit + "?card=items").text)
	items.Set("action", "add:items")
	u.post(edit, items).want(t, http.StatusOK, `name="items.1.item_desc"`, `id="timeline"`)
	items.Set("action", "save")
	items.Set("items.0.item_quantity", "4")
	items.Set("version", `"0"`)
	page = u.post(edit, items)
	page.want(t, http.StatusPreconditionFailed, "Somebody else changed this since you opened the order: Consignee, Postal code.", `value="4"`,
		`id="card-consignee"`)
	again := asBrowser(page.text)
	again.Set("action", "save")
	u.post(edit, again).want(t, http.StatusSeeOther)
	after = detailOf(t, c, no).Order
	if after.Consignee.Postal != "12430" || after.Items[0].Quantity != 4 || len(after.Items) != 1 {
		t.Errorf("after both: %+v", after)
	}

	// What is wrong elsewhere is shown in the form of the whole order.
	country := asBrowser(u.get(edit + "?card=consignee").text)
	country.Set("action", "save")
	country.Set("consignee_country", "Japan")
	country.Set("consignee_number", "+81312345678")
	u.post(edit, country).want(t, http.StatusUnprocessableEntity, "Change order "+no, "Japan")
	u.get(edit+"?card=unknown").want(t, http.StatusOK, "Change order "+no)
}
