package console

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

const booksPath = "/console/accounts/1/books/"

func TestEntriesOfBooks(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	u.get(booksPath+"boxes").want(t, http.StatusOK, "No boxes yet", "New box")
	box := url.Values{"entry_name": {"M & co"}, "length": {"30,5"}, "width": {"20"}, "height": {"ten"}}
	u.post(booksPath+"boxes/entry", box).want(t, http.StatusUnprocessableEntity, `value="30,5"`, `href="#f-height"`, `value="M &amp; co"`)
	box.Set("height", "10")
	box.Set("weight", "0.2")
	u.post(booksPath+"boxes/entry", box).want(t, http.StatusSeeOther)
	u.get(booksPath+"boxes").want(t, http.StatusOK, "M &amp; co is saved.", "30.5 · 20 · 10 · 0.2")
	u.get(booksPath+"boxes?q=z").want(t, http.StatusOK, "Nothing was found")

	// Another name renames the entry.
	box.Set("name", "M & co")
	box.Set("entry_name", "L")
	u.post(booksPath+"boxes/entry", box).want(t, http.StatusSeeOther)
	u.get(booksPath+"boxes/entry?name=L").want(t, http.StatusOK, `value="30.5"`)
	u.get(booksPath+"boxes/entry?name=M+%26+co").want(t, http.StatusNotFound)

	u.post(booksPath+"boxes/delete", url.Values{"name": {"L"}}).want(t, http.StatusOK, "Delete L?")
	u.post(booksPath+"boxes/delete", url.Values{"name": {"L"}, "confirmed": {"1"}}).want(t, http.StatusSeeOther)
	u.get(booksPath+"boxes").want(t, http.StatusOK, "No boxes yet")
}

// TestEntriesWithoutAPath: names that the API could not show are refused, and entries of an earlier version that have them can be
// deleted.
func TestEntriesWithoutAPath(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	for _, name := range []string{".", "..", "import"} {
		u.post(booksPath+"boxes/entry", url.Values{"entry_name": {name}, "length": {"30"}, "width": {"20"}, "height": {"10"}}).
			want(t, http.StatusUnprocessableEntity, "must be another one")
		u.sendFile(booksPath+"boxes/import", "file", []byte("entry_name,length,width,height\n"+name+",30,20,10\n"), nil).
			want(t, http.StatusUnprocessableEntity, "must be another one")
		if err := c.Store.MasterData.PutEntries(t.Context(), 1, shipment.Boxes, shipment.Entry{Name: name, Value: `{}`}); err != nil {
			t.Fatal(err)
		}
		u.post(booksPath+"boxes/delete", url.Values{"name": {name}, "confirmed": {"1"}}).want(t, http.StatusSeeOther)
	}
	u.get(booksPath+"boxes").want(t, http.StatusOK, "No boxes yet")
}

func TestAnAddressIsNamedAfterItsPerson(t *testing.T) {
	t.Parallel()
	u := newTestConsole(t).as(shipment.RoleEditor)
	u.post(booksPath+"addresses/entry", url.Values{}).want(t, http.StatusUnprocessableEntity, "Give the entry a name.")
	u.post(booksPath+"addresses/entry", url.Values{
		"name": {""}, "entry_name": {"Budi/1"}, "country": {"Indonesia"}, "city": {"Jakarta"},
	}).want(t, http.StatusUnprocessableEntity, "must have no slashes", `value="Indonesia"`)
	u.post(booksPath+"addresses/entry", url.Values{
		"entry_name": {"Budi"}, "country": {"Indonesia"}, "city": {"Jakarta"},
	}).want(t, http.StatusUnprocessableEntity, `href="#f-name"`)
}

func TestBooksAreFiles(t *testing.T) {
	t.Parallel()
	u := newTestConsole(t).as(shipment.RoleEditor)
	send := func(file string) testPage {
		return u.sendFile(booksPath+"goods/import", "file", []byte(file), nil)
	}
	u.post(booksPath+"goods/import", nil).want(t, http.StatusUnprocessableEntity, "Choose a CSV file.")
	send("entry_name,colour\nA,red\n").want(t, http.StatusUnprocessableEntity, "Nothing of the file is stored", "colour")
	send("entry_name,item_desc,item_weight\nA,Shirt,0.2\nB,Cap,heavy\n").want(t, http.StatusUnprocessableEntity,
		`<th scope="row" class="number">3</th>`, "item_weight")
	u.get(booksPath+"goods").want(t, http.StatusOK, "No goods yet")
	send("entry_name,item_desc,item_weight,item_price_value,item_price_currency\nA,Shirt,0.2,5,SGD\n").want(t, http.StatusSeeOther)
	u.get(booksPath+"goods").want(t, http.StatusOK, "1 entry is stored.", "Shirt · ")
	if file := u.get(booksPath + "goods/export"); !strings.Contains(file.text, "A,Shirt") {
		t.Errorf("the export: %s", file.text)
	}
}

func TestTemplatesAreListedAndDeleted(t *testing.T) {
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	u.get(booksPath+"templates").want(t, http.StatusOK, "No templates yet")
	if err := c.Store.MasterData.PutEntries(t.Context(), 1, shipment.Templates, shipment.Entry{Name: hostileText, Value: `{}`}); err != nil {
		t.Fatal(err)
	}
	u.get(booksPath+"templates").want(t, http.StatusOK, hostileMarkup, "orders/new?template=")
	u.post(booksPath+"templates/delete", url.Values{"name": {hostileText}}).want(t, http.StatusOK, "Delete "+hostileMarkup)
	u.post(booksPath+"templates/entry", url.Values{}).want(t, http.StatusNotFound)
	u.post(booksPath+"templates/delete", url.Values{"name": {"none"}, "confirmed": {"1"}}).want(t, http.StatusNotFound)
}

func TestFiltersAreSavedAsAView(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	const filtered = "?held=yes&q=M%26co"
	if page := u.get(ordersOfDemo); strings.Contains(page.text, "Save this view") || strings.Contains(page.text, "Saved views") {
		t.Error("a list without filters is offered as a view")
	}
	u.get(ordersOfDemo+filtered).want(t, http.StatusOK, "Save this view")
	save := func(query, name string) testPage {
		return u.post(ordersOfDemo+"/view"+query, url.Values{"view_name": {name}})
	}
	save(filtered+"&after=x&column=phone", " M/ ").want(t, http.StatusUnprocessableEntity, `href="#f-view_name"`, `value=" M/ "`, "Held")
	save(filtered, strings.Repeat("M", shipment.Views.MaxName+1)).want(t, http.StatusUnprocessableEntity, "60")
	save("?q="+strings.Repeat("x", shipment.Views.MaxBytes), "long").want(t, http.StatusUnprocessableEntity, "The most is 4 KiB")
	if entries, err := c.Store.MasterData.Entries(t.Context(), 1, shipment.Views, masterdata.EntryFilter{}); err != nil || len(entries) > 0 {
		t.Errorf("refused views are stored: %v, %v", entries, err)
	}
	save(filtered+"&after=x", "M & co, held").want(t, http.StatusSeeOther)
	const link = `href="/console/accounts/1/orders?held=yes&amp;q=M%26co"`
	u.get(ordersOfDemo).want(t, http.StatusOK, "M &amp; co, held is saved.", `class="chip plain" `+link+`><span`)
	u.get(ordersOfDemo+filtered+"&column=phone").want(t, http.StatusOK, link+` aria-current="true"`)
	u.get(booksPath+"views").want(t, http.StatusOK, link, "M &amp; co, held")

	for i := range shipment.Views.Most - 1 {
		save("?printed=no", strings.Repeat("n", i+1)).want(t, http.StatusSeeOther)
	}
	save("?printed=no", "one more").want(t, http.StatusUnprocessableEntity, "There are 30 entries, which is the most.")
	save("?printed=yes", "n").want(t, http.StatusSeeOther) // in the place of the earlier one
	u.post(booksPath+"views/delete", url.Values{"name": {"n"}, "confirmed": {"1"}}).want(t, http.StatusSeeOther)
	u.get(booksPath+"views/entry").want(t, http.StatusNotFound)

	viewer := c.as(shipment.RoleViewer)
	if page := viewer.get(ordersOfDemo + filtered); !strings.Contains(page.text, link) || strings.Contains(page.text, "Save this view") {
		t.Errorf("a viewer cannot open views, or can save them: %s", page.text)
	}
	viewer.post(ordersOfDemo+"/view"+filtered, url.Values{"view_name": {"mine"}}).want(t, http.StatusForbidden)
}

func TestBooksAreChangedByEditors(t *testing.T) {
	c := newTestConsole(t)
	u := c.as(shipment.RoleViewer)
	if page := u.get(booksPath + "addresses"); page.status != http.StatusOK || strings.Contains(page.text, "New address") {
		t.Errorf("a viewer sees %d %s", page.status, page.text)
	}
	u.get("/console/accounts/1/books").want(t, http.StatusSeeOther)
	u.get(booksPath+"goods/entry").want(t, http.StatusForbidden)
	u.get(booksPath+"drawings").want(t, http.StatusNotFound)
	c.as("none").get(booksPath+"goods").want(t, http.StatusNotFound)
}

func TestAFormIsFilledFromTheBooks(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	if page := u.get(ordersPath + "new"); strings.Contains(page.text, "from_box") {
		t.Error("books without entries are offered")
	}
	for book, e := range map[*shipment.Book]shipment.Entry{
		shipment.Addresses: {Name: "Budi home", Value: `{"name":"Budi Santoso","country":"ID","city":"Jakarta","number":"+628123456789"}`},
		shipment.Goods: {
			Name: "TS-1", Value: `{"item_sku":"TS-1","item_desc":"Cotton shirt","item_hs_code":"610910","item_origin_country":"CN",` +
				`"item_weight":0.2,"item_price_value":5,"item_price_currency":"SGD"}`,
		},
		shipment.Boxes: {Name: "M", Value: `{"length":30,"width":20,"height":10,"weight":0.15}`},
	} {
		if err := c.Store.MasterData.PutEntries(t.Context(), 1, book, e); err != nil {
			t.Fatal(err)
		}
	}
	u.get(ordersPath+"new").want(t, http.StatusOK, "From the address book", `<option value="Budi home">`, `name="from_box"`)
	sent := url.Values{
		"action": {"fill"}, "consignee_state": {"of somebody else"}, "items.0.item_quantity": {"3"},
		"from_consignee": {"budi"}, "from_goods": {"TS-1"}, "from_box": {"M"},
	}
	for _, path := range []string{ordersPath + "new", "/console/accounts/1/returns/new"} {
		page := u.post(path, sent)
		page.want(t, http.StatusOK, `value="Budi Santoso"`, `value="Indonesia"`, `value="Jakarta"`, `value="Cotton shirt"`, `value="610910"`,
			`value="China"`, `value="30"`,
			"Filled in from: Budi home, TS-1, M. Replaced: Consignee, State or region “of somebody else”.",
			`name="order_weight" type="text" value="0.75"`)
		if asBrowser(page.text).Get("consignee_state") != "" {
			t.Errorf("%s keeps the state of another consignee", path)
		}
	}

	// Other goods are another item, and a weight that was typed stays.
	u.post(ordersPath+"new", url.Values{
		"action": {"fill"}, "order_weight": {"2"}, "items.0.item_desc": {"Cap"}, "from_goods": {"TS-1"}, "from_box": {"M"},
	}).want(t, http.StatusOK, `name="items.0.item_desc" type="text" value="Cap"`, `name="items.1.item_desc" type="text" value="Cotton shirt"`,
		`name="order_weight" type="text" value="2"`)
	full := url.Values{"action": {"fill"}, "from_goods": {"TS-1"}, "from_box": {"M"}}
	for row := range shipment.MaxItems {
		full.Set(fmt.Sprintf("items.%d.item_desc", row), "Cap")
	}
	u.post(ordersPath+"new", full).want(t, http.StatusUnprocessableEntity, "Goods: there is no room for “TS-1”.", "Filled in from: M.")
	// Enter in an input of the address book presses the first button, which fills in first.
	u.post(ordersPath+"new", url.Values{"action": {"enter"}, "from_box": {"M"}, "order_length": {"5"}}).want(t, http.StatusOK,
		"Filled in from: M.", "Replaced: Package, Length in cm “5”.", `value="30" autofocus`)
	no := c.orderFor("Susan", "B-1")
	u.post(ordersPath+no+"/edit", url.Values{"action": {"enter"}, "from_box": {"M"}}).want(t, http.StatusOK, "Filled in from: M.")
	u.post(ordersPath+"new", url.Values{"action": {"fill"}, "from_box": {"XXL"}, "consignee_name": {"Susan"}}).want(t,
		http.StatusUnprocessableEntity, "there is no entry “XXL”", `value="Susan"`, `value="XXL"`)
}

func TestAFormIsFilledFromAnEarlierOrder(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	sent := orderValues()
	sent.Set("shipper_order_id", "SO-17")
	sent.Set("consignee_name", "Susan Early")
	no := u.createOrder(sent)
	c.index()
	for _, from := range []string{no, "so-17", "susan early"} {
		page := u.post(ordersPath+"new", url.Values{"action": {"fill"}, "from_consignee": {from}, "from_pickup": {from}})
		page.want(t, http.StatusOK, "Filled in from: "+no+", "+no+".")
		values := asBrowser(page.text)
		for _, input := range []string{
			"consignee_name", "consignee_city", "consignee_address", "consignee_number", "pickup_contact_name", "pickup_address",
		} {
			if got := values.Get(input); got == "" || got != sent.Get(input) {
				t.Errorf("from %s: %s is %q, want %q", from, input, got, sent.Get(input))
			}
		}
	}
	u.post(ordersPath+"new", url.Values{"action": {"fill"}, "from_consignee": {"susan"}}).want(t,
		http.StatusUnprocessableEntity, "no entry “susan”")
	u.post(ordersPath+no+"/edit", editValues(`"0"`, "action", "fill", "from_pickup", no, "pickup_address", "Elsewhere 1")).
		want(t, http.StatusOK, "Filled in from: "+no+".", "Replaced: Pickup, Address “Elsewhere 1”.")
}

func TestADraftBecomesAnOrder(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	drafts := func() []shipment.Entry {
		all, err := c.Store.MasterData.Entries(t.Context(), 1, shipment.Drafts, masterdata.EntryFilter{})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	u.post(ordersPath+"new", url.Values{"action": {"draft"}, "consignee_name": {"Susan/Half"}, "order_weight": {"heavy"}}).
		want(t, http.StatusSeeOther)
	saved := drafts()
	if len(saved) != 1 || !strings.HasPrefix(saved[0].Name, "Susan Half 20") {
		t.Fatalf("drafts: %v", saved)
	}
	name := saved[0].Name
	u.get(booksPath+"drafts").want(t, http.StatusOK, "The draft "+name+" is saved.", "orders/new?draft=")
	page := u.get(ordersPath + "new?" + url.Values{"draft": {name}}.Encode())
	page.want(t, http.StatusOK, `value="Susan/Half"`, `value="heavy"`, `name="draft" value="`+name+`"`)
	if got := asBrowser(page.text).Get("pickup_address"); got != "" {
		t.Errorf("the draft got the pickup address %q", got)
	}

	// Saved again it stays one draft, a form that is refused keeps it, and the order deletes it.
	u.post(ordersPath+"new", url.Values{"action": {"draft"}, "draft": {name}, "consignee_name": {"Susan"}}).want(t, http.StatusSeeOther)
	u.post(ordersPath+"new", url.Values{"action": {"create"}, "draft": {name}}).want(t, http.StatusUnprocessableEntity, `value="`+name+`"`)
	if again := drafts(); len(again) != 1 || !strings.Contains(again[0].Value, `"Susan"`) {
		t.Fatalf("drafts: %v", again)
	}
	sent := orderValues()
	sent.Set("draft", name)
	u.createOrder(sent)
	if left := drafts(); len(left) != 0 {
		t.Errorf("the draft is there still: %v", left)
	}
}
