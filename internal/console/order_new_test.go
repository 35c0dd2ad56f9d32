package console

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// orderValues are those of a form of a new order that is valid.
func orderValues() url.Values {
	return url.Values{
		"action": {"create"}, "once": {rand.Text()},
		"consignee_name": {"Susan"}, "consignee_number": {"+6281234567890"}, "consignee_country": {"Indonesia"},
		"consignee_address": {"Jl. Berangin 5, Tanjung Gading"}, "consignee_postal": {"12420"}, "consignee_city": {"Jakarta Selatan"},
		"consignee_state": {"DKI Jakarta"}, "consignee_email": {"susan@example.com"},
		"pickup_contact_name": {"Jackson"}, "pickup_contact_number": {"+6591234567"}, "pickup_country": {"Singapore"},
		"pickup_address": {"Jurong West Ave 1"}, "pickup_postal": {"640534"}, "pickup_city": {"Singapore"},
		"order_weight": {"1.25"}, "order_length": {"30"}, "order_width": {"20"}, "order_height": {"10"},
		"items.0.item_desc": {"Cotton T-shirt, blue"}, "items.0.item_quantity": {"3"}, "items.0.item_price_value": {"23.55"},
		"items.0.item_price_currency": {"SGD"}, "items.0.item_hs_code": {"6109.10"}, "items.0.item_origin_country": {"China"},
		"service_id": {"1"}, "payment_type": {"prepaid"}, "shipper_order_id": {"SHOP-7"}, "incoterm": {"DDP"},
		"tax_ids.0.party": {"shipper"}, "tax_ids.0.type": {"GST"}, "tax_ids.0.country": {"Singapore"}, "tax_ids.0.number": {"M2-1234567-8"},
		"export_reason": {"sale"}, "invoice_no": {"INV-7"}, "invoice_date": {"2026-11-20"}, "freight_amount": {"12.50"},
		"amount_currency": {"SGD"},
		"metadata.0.key":  {"channel"}, "metadata.0.value": {"Instagram"}, "delivery_note": {"Leave it at the reception"},
	}
}

// returnValues are those of a form of a return of an order.
func returnValues(of string) url.Values {
	return url.Values{"action": {"create"}, "once": {rand.Text()}, "forward_tracking_no": {of}, "service_type": {"PICKUP"}}
}

func TestNewOrderIsFilledInFromTheLast(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	u.get(ordersPath+"new").
		want(t, http.StatusOK, "Create and print", `name="consignee_name" type="text" value="" autofocus`)
	no := u.createOrder(orderValues())
	u.createOrder(orderValues())
	page := u.get(ordersPath + "new")
	page.want(t, http.StatusOK, `name="pickup_address" type="text" value="Jurong West Ave 1"`,
		`name="pickup_country" type="text" value="Singapore"`,
		`name="consignee_name" type="text" value=""`, `name="items.0.item_price_currency" type="text" value="SGD"`,
		`name="items.0.item_quantity" type="text" value="1"`)
	u.get(ordersPath+"new?from="+no).want(t, http.StatusOK, "A copy of order "+no, `value="Susan"`, `value="Cotton T-shirt, blue"`,
		`value="610910"`, `value="China"`, `value="Instagram"`, `value="M2-1234567-8"`, `<option value="1" selected>`)
	u.get(ordersPath+"new?from=WB00000000000ID").want(t, http.StatusNotFound)
	u.get(ordersPath+"new?template=none").want(t, http.StatusNotFound)
}

func TestCreateAndPrint(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	values := orderValues()
	values.Set("action", "print")
	got := u.post(ordersPath+"new", values)
	if got.status != http.StatusSeeOther || !strings.Contains(fmt.Sprint(got.header), "waybill_print") {
		t.Fatalf("%d %s %s", got.status, got.header.Get("Location"), got.text)
	}
	page := u.get(got.header.Get("Location"))
	page.want(t, http.StatusOK, "is created.", "The label is downloaded.", "Marked as printed", u.user.Email)
	_, target, _ := strings.Cut(page.header.Get("Refresh"), "url=")
	if file := u.get(target); file.status != http.StatusOK || !strings.HasPrefix(file.text, "%PDF") {
		t.Errorf("label: %d %s", file.status, target)
	}
	again := u.get(got.header.Get("Location"))
	again.want(t, http.StatusOK, "Marked as printed")
	if again.header.Get("Refresh") != "" || strings.Contains(again.text, "The label is downloaded.") {
		t.Errorf("loaded again, the page downloads the label again: %v", again.header)
	}
}

// TestFormSentTwiceMakesOneOrder: the second response is that of the first, also while the first is made.
func TestFormSentTwiceMakesOneOrder(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	values := orderValues()
	locations := make(chan string)
	for range 4 {
		go func() { locations <- u.post(ordersPath+"new", values).header.Get("Location") }()
	}
	first := <-locations
	for range 3 {
		if next := <-locations; next != first {
			t.Errorf("led to %s and %s", first, next)
		}
	}
	if page := u.get(first); strings.Contains(page.text, "Marked as printed") || page.header.Get("Refresh") != "" {
		t.Error("the label of an order counts as printed that was only created")
	}
	values.Set("consignee_name", "Another")
	u.post(ordersPath+"new", values).want(t, http.StatusUnprocessableEntity, "This form has made an order already", `value="Another"`)
	page, err := c.Store.ListOrders(t.Context(), store.OrderFilter{AccountID: 1}, 1)
	if err != nil || page.Count != 1 {
		t.Errorf("%d orders, %v", page.Count, err)
	}
}

func TestProblemsAreShownAtTheirFields(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	values := orderValues()
	for name, value := range map[string]string{
		"consignee_name": " ", "consignee_number": "0812 <b>", "order_weight": "1,500", "consignee_country": "Atlantis",
		"items.2.item_desc":     "Cap",
		"items.2.item_quantity": "two", "tax_ids.0.party": "", "metadata.1.key": "channel",
	} {
		values.Set(name, value)
	}
	u.post(ordersPath+"new", values).want(t, http.StatusUnprocessableEntity, "An earlier record has this name.")
	values.Del("metadata.1.key")
	page := u.post(ordersPath+"new", values)
	page.want(t, http.StatusUnprocessableEntity, "Please correct this",
		`<a href="#f-consignee_name">Consignee: Name is missing.</a>`, `value="0812 &lt;b&gt;"`, "Phone must begin with a plus sign",
		`value="1,500"`, "Weight in kg must be a number", `value="Atlantis"`, "Country: choose one of the list.",
		`<a href="#f-items-2-item_quantity">Item 3: Quantity must be a whole number, such as 2.</a>`, `value="two"`,
		"Tax id 1: Whose is missing.",
		`value="Jurong West Ave 1"`, `value="M2-1234567-8"`)
	values.Set("action", "check")
	u.post(ordersPath+"new", values).want(t, http.StatusUnprocessableEntity, "Consignee: Name is missing.")
	valid := orderValues()
	valid.Set("action", "check")
	u.post(ordersPath+"new", valid).want(t, http.StatusOK, "Nothing is missing. The order is not created yet.", "NPWP")
	if page, err := c.Store.ListOrders(t.Context(), store.OrderFilter{AccountID: 1}, 1); err != nil || page.Count != 0 {
		t.Errorf("%d orders, %v", page.Count, err)
	}
}

// TestRulesAreShownAtTheirFields: what the operator demands is an error, in the language of the user.
func TestRulesAreShownAtTheirFields(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	_, err := c.Store.MasterData.ChangeRules(t.Context(), func([]masterdata.StoredRule) ([]masterdata.RuleChange, error) {
		return []masterdata.RuleChange{{RuleID: "light", Rule: `{"id":"light","severity":"error","kind":"max_weight","kg":1,` +
			`"messages":{"en":"At most 1 kg.","id":"Paling banyak 1 kg."}}`}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.url+ordersPath+"new", strings.NewReader(orderValues().Encode()))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Accept-Language", "id")
	c.as(shipment.RoleEditor).do(req).want(t, http.StatusUnprocessableEntity, "Paling banyak 1 kg.", `<a href="#f-order_weight">`)
}

func TestRowsWithoutScripts(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	values := orderValues()
	values.Set("action", "add:items")
	page := u.post(ordersPath+"new", values)
	page.want(t, http.StatusOK, `name="items.1.item_desc"`, `value="remove:items:0"`, `value="Cotton T-shirt, blue"`)
	values.Set("items.1.item_desc", "Cap")
	values.Set("action", "remove:items:0")
	page = u.post(ordersPath+"new", values)
	page.want(t, http.StatusOK, `name="items.0.item_desc" type="text" value="Cap"`)
	if strings.Contains(page.text, `name="items.1.item_desc"`) {
		t.Error("the row was not removed")
	}
	for _, action := range []string{"remove:items:99", "remove:items:x", "add:unknown", "x", ""} {
		values.Set("action", action)
		u.post(ordersPath+"new", values).want(t, http.StatusOK, `value="Cap"`)
	}
}

func TestServiceIsSuggestedByTheLane(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	values := orderValues()
	values.Set("consignee_country", "Japan") // only SG-Worldwide serves it
	values.Del("service_id")
	no := u.createOrder(values)
	if d := detailOf(t, c, no); d.Order.ServiceID != 8 {
		t.Errorf("service %d", d.Order.ServiceID)
	}
	values = orderValues()
	values.Del("service_id") // three services serve Indonesia
	page := u.post(ordersPath+"new", values)
	page.want(t, http.StatusUnprocessableEntity, "Service is missing.", `<optgroup label="Singapore → Indonesia"><option value="1">`)
	values.Set("lane", "SG-JP")
	values.Set("touched", "")
	if got := u.post(ordersPath+"check", values); !strings.Contains(got.text, "optgroup") || strings.Contains(got.text, "Service is missing") {
		t.Errorf("before the service is touched: %s", got.text)
	}
	values.Set("touched", "consignee_country service_id")
	got := u.post(ordersPath+"check", values)
	got.want(t, http.StatusOK, `id="lane" value="SG-ID"`, `<optgroup label="Singapore → Indonesia">`, "Service is missing.",
		"1 thing is missing")
	values.Set("lane", "SG-ID")
	values.Set("consignee_name", "")
	values.Set("touched", "")
	again := u.post(ordersPath+"check", values)
	again.want(t, http.StatusOK, "2 things are missing or wrong.")
	for _, text := range []string{"optgroup", "<html", "Name is missing", "Service is missing"} {
		if strings.Contains(again.text, text) {
			t.Errorf("the answer has %s: %s", text, again.text)
		}
	}
}

func TestTemplatesOfOrders(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	values := orderValues()
	values.Set("action", "template")
	u.post(ordersPath+"new", values).want(t, http.StatusUnprocessableEntity, "Give the template a name.", `value="Susan"`)
	values.Set("template_name", "a/b")
	u.post(ordersPath+"new", values).want(t, http.StatusUnprocessableEntity, "must have no slashes")
	values.Set("template_name", "Shirts & <caps>")
	u.post(ordersPath+"new", values).want(t, http.StatusOK, "The template Shirts &amp; &lt;caps&gt; is saved.", `value="Susan"`)
	page := u.get(ordersPath + "new")
	page.want(t, http.StatusOK, "Shirts &amp; &lt;caps&gt;", `href="/console/accounts/1/orders/new?template=Shirts`)
	u.get(ordersPath+"new?template="+url.QueryEscape("Shirts & <caps>")).want(t, http.StatusOK, `value="Susan"`,
		`value="Cotton T-shirt, blue"`,
		`value="China"`, `aria-current="true"`)
}

func TestReturnOfAnOrder(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	values := orderValues()
	no := u.createOrder(values)
	u.get("/console/accounts/1/returns/new?of="+no).want(t, http.StatusOK, `name="forward_tracking_no" type="text" value="`+no+`"`,
		`name="pickup_contact_name" type="text" value="Susan"`, `name="consignee_name" type="text" value="Jackson"`,
		`value="Cotton T-shirt, blue"`, "yours is filled in", `name="consignee_email" type="text" value="`+u.user.Email+`"`)
	c.as(shipment.RoleOperator).get("/console/accounts/1/returns/new?of="+no).want(t, http.StatusOK, "ask the shipper for it",
		`name="consignee_email" type="text" value=""`)
	got := u.post("/console/accounts/1/returns/new", returnValues(no))
	got.want(t, http.StatusUnprocessableEntity, "Consignee: E-mail is missing.") // a forward order has no e-mail address of its pickup
	filled := returnValues(no)
	filled.Set("consignee_email", "depot@example.com")
	filled.Set("action", "print")
	got = u.post("/console/accounts/1/returns/new", filled)
	location := got.header.Get("Location")
	if got.status != http.StatusSeeOther || !strings.Contains(fmt.Sprint(got.header), "waybill_print") {
		t.Fatalf("%d %s", got.status, got.text)
	}
	u.get(location).want(t, http.StatusOK, "Return", no, "Order that comes back", "depot@example.com", "Cotton T-shirt, blue")
	returned, _, _ := strings.Cut(strings.TrimPrefix(location, ordersPath), "?")
	u.get(ordersPath+no).want(t, http.StatusOK, "Related", returned)
	u.get("/console/accounts/1/returns/new?of=WB00000000000ID").want(t, http.StatusNotFound)
	u.get("/console/accounts/1/returns/new").want(t, http.StatusOK, "New return")
	filled.Set("action", "add:items")
	u.post("/console/accounts/1/returns/new", filled).want(t, http.StatusOK, `name="items.1.item_desc"`)
}

// TestManyItemsFold: up to five are open. Of more, those with a problem and the one that was added are.
func TestManyItemsFold(t *testing.T) {
	t.Parallel()
	u := newTestConsole(t).as(shipment.RoleEditor)
	values := orderValues()
	add := func(n int) {
		for i := range n {
			item := fmt.Sprintf("items.%d.", i)
			values.Set(item+"item_desc", fmt.Sprintf("Cap %d", i+1))
			values.Set(item+"item_quantity", "2")
			values.Set(item+"item_price_value", "9.90")
			values.Set(item+"item_price_currency", "SGD")
		}
	}
	open := func(page testPage) (items []int) {
		for i := range 210 {
			if strings.Contains(page.text, fmt.Sprintf(`<details class="line" open><summary>Item %d:`, i+1)) {
				items = append(items, i+1)
			}
		}
		return items
	}
	add(4)
	values.Set("action", "add:items")
	if page := u.post(ordersPath+"new", values); strings.Contains(page.text, `<details class="line"`) {
		t.Error("five items fold")
	}
	add(199)
	page := u.post(ordersPath+"new", values)
	page.want(t, http.StatusOK, `<details class="line"><summary>Item 7: <span data-of="f-items-6-item_desc">Cap 7</span>`)
	if got := open(page); !slices.Equal(got, []int{200}) {
		t.Errorf("after adding one, items %v are open", got)
	}
	values.Set("action", "create")
	values.Set("items.77.item_quantity", "many")
	values.Set("items.177.item_url", "no address")
	if got := open(u.post(ordersPath+"new", values)); !slices.Equal(got, []int{78, 178}) {
		t.Errorf("with two problems, items %v are open", got)
	}
}

// TestWordsProposeHSCodes: also without JavaScript, when the form is checked.
func TestWordsProposeHSCodes(t *testing.T) {
	t.Parallel()
	u := newTestConsole(t).as(shipment.RoleEditor)
	values := orderValues()
	values.Set("items.0.item_hs_code", "cotton t-shirt")
	const proposed = `<datalist id="hs-codes"><option value="610910">cotton t-shirt: T-shirts, singlets`
	u.post(ordersPath+"check", values).want(t, http.StatusOK, proposed, "HS code must have 6 to 12 digits.")
	values.Set("action", "check")
	u.post(ordersPath+"new", values).want(t, http.StatusUnprocessableEntity, proposed, `list="hs-codes"`)
	values.Set("consignee_country", "Japan")
	const hint = `<p class="hint" id="h-items-0-item_hs_code">6 digits, or all 9 of the destination, or words in English to search them.</p>`
	u.post(ordersPath+"check", values).want(t, http.StatusOK, hint)
	u.post(ordersPath+"new", values).want(t, http.StatusUnprocessableEntity, hint)
	values.Set("items.0.item_hs_code", "6109100000")
	u.post(ordersPath+"check", values).want(t, http.StatusOK, `<datalist id="hs-codes"></datalist>`)
}
