package console

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"waybill/client"
	"waybill/internal/console/web"
	"waybill/internal/partner/simulated"
	"waybill/internal/shipment"
	"waybill/test/harness"
)

// orderFor creates an order for a consignee, and returns its number.
func (c *testConsole) orderFor(name, reference string) string {
	c.t.Helper()
	o := harness.NewOrder(1)
	o.ConsigneeName, o.ShipperOrderID, o.ConsigneeNumber, o.ConsigneeEmail = name, reference, "+6281234567890", "budi@example.com"
	created, err := c.sdk.CreateOrders(c.t.Context(), client.CreateRequest{Orders: []client.NewOrder{o}})
	if err != nil {
		c.t.Fatal(err)
	}
	return created.Orders[0].TrackingNo
}

// index makes all orders findable.
func (c *testConsole) index() {
	c.t.Helper()
	checker, err := c.api.Orders.Rules.Checker(c.t.Context())
	if err != nil {
		c.t.Fatal(err)
	}
	for {
		n, err := c.Store.Search.IndexOrders(c.t.Context(), "test", checker.Kinds)
		if err != nil {
			c.t.Fatal(err)
		}
		if n == 0 {
			return
		}
	}
}

const ordersOfDemo = "/console/accounts/1/orders"

// hostileName is text that must be shown as text.
const hostileName = "=1+1<script>alert(\"x\")</script> \u202eمرحبا 🚚"

func TestOrdersList(t *testing.T) {
	c := newTestConsole(t)
	u := c.as(shipment.RoleViewer)
	u.get(ordersOfDemo).want(t, 200, "No orders yet")
	first, second := c.orderFor("Budi Santoso", "A-1"), c.orderFor(hostileName, "A-2")
	c.index()
	for query, want := range map[string][]string{
		"":                                {first, second, "&lt;script&gt;", "Not printed"},
		"?q=santoso":                      {first, "“santoso”"},
		"?q=script":                       {second},
		"?q=567890":                       {first, second},
		"?q=557890":                       {"No order was found", "the last four digits of a number or phone"},
		"?q=budi+nothing":                 {"No order was found"},
		"?q=%21":                          {"No order was found"},
		"?status=ORDER_CREATED&return=no": {first, second, "Created", "No returns"},
		"?status=picked-up":               {"No order was found", "Picked up, or later"},
		"?status=not-picked-up":           {first, second, "Not picked up yet"},
		"?status=foo":                     {"No order was found", "Status: “foo” is not known"},
		"?status=%3Cb%3E&printed=no&q=bu": {"No order was found", "“&lt;b&gt;” is not known"},
		"?submission=failed":              {"No order was found", "Refused by the partner"},
		"?service=1&printed=no":           {first, second},
		"?printed=yes":                    {"No order was found"},
		"?from=2020-01-01&to=2020-01-02":  {"No order was found", "1 Jan 2020"},
		"?from=soon":                      {"No order was found", "Created from: “soon” is not known"},
		"?service=y&after=x":              {"No order was found", "Service: “y” is not known"},
		"?country=Narnia&tag=%2F":         {"No order was found", "Destination: “Narnia” is not known", "Tag /"},
		"?printed=maybe&held=no":          {"No order was found", "Label: “maybe” is not known", "Not held"},
		"?after=x":                        {first, second},
		"?country=ID&city=none":           {"No order was found", "Indonesia", "City: none"},
		"?country=ID&payment=no":          {first, second, "Prepaid", "the filter Indonesia", `id="chip-f-country"`, `id="chip-f-payment"`},
		"?payment=yes":                    {"No order was found", "Cash on delivery"},
		"?sort=changed":                   {first, second, "Last changed first"},
		"?sort=oldest":                    {first, second, `aria-sort="ascending"`, `name="sort" value="oldest"`},
		"?partner=-":                      {first, second},
		"?sort=oldest&q=santoso":          {first},
	} {
		page := u.get(ordersOfDemo + query)
		page.want(t, 200, want...)
		for _, no := range []string{first, second} {
			if !slices.Contains(want, no) && strings.Contains(page.text, no) {
				t.Errorf("%s: shows %s", query, no)
			}
		}
		if strings.Contains(page.text, "<script>alert") {
			t.Errorf("%s: a name is markup", query)
		}
	}
	if page := c.as(shipment.RoleOperator).get(ordersOfDemo + "?partner=simulated"); strings.Contains(page.text, first) {
		t.Error("an operator's filter by partner selects an order in house")
	}
	if page := u.get(ordersOfDemo + "?sort=oldest"); strings.Index(page.text, first) > strings.Index(page.text, second) {
		t.Error("the oldest order is not the first")
	}
	u.get(ordersOfDemo+"?column=phone&column=email").want(t, 200, first, "budi@example.com")
	if page := u.get(ordersOfDemo); !strings.Contains(page.text, "budi@example.com") || strings.Contains(page.text, `<td class="country"`) {
		t.Error("the chosen columns are not kept")
	}
	if page := u.get(ordersOfDemo); strings.Contains(page.text, "Cancel orders") {
		t.Error("a viewer sees the button to cancel orders")
	}
}

// TestOrdersWithWarnings: the home leads to the orders with warnings about addresses, whose pages say what is wrong. The
// missing tax id of each order to Indonesia is not counted there.
func TestOrdersWithWarnings(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleViewer)
	good := c.orderFor("Budi Santoso", "A-1")
	bad := c.create(func(o *client.NewOrder) { o.ConsigneePostal = "12" })
	c.index()
	page := u.get(ordersOfDemo + "?warning=address")
	page.want(t, 200, bad, "Warning about an address")
	if strings.Contains(page.text, good) {
		t.Errorf("an order with a good address is shown")
	}
	u.get(ordersOfDemo+"?warning=any").want(t, 200, good, bad, "With a warning")
	u.get(ordersOfDemo+"?warning=address&q=santoso").want(t, 200, "No order was found")
	u.get(ordersOfDemo+"?warning=other").want(t, 200, "No order was found", "Warnings: “other” is not known")
	u.get(ordersOfDemo+"/"+bad).want(t, 200, "Worth a look")
	c.Glances = web.NewGlances(c.Store, time.Now) // so that the page counts again at once
	home := u.get("/console/accounts/1/")
	home.want(t, 200, "1 order of the last 7 days has a warning about an address")
	_, link, _ := strings.Cut(home.text, "warning about an address</p><a class=\"button plain small\" href=\""+ordersOfDemo+"?")
	link, _, _ = strings.Cut(link, `"`)
	if list := u.get(ordersOfDemo + "?" + strings.ReplaceAll(link, "&amp;", "&")); !strings.Contains(list.text, bad) ||
		strings.Contains(list.text, good) {
		t.Errorf("the link %q leads to other orders", link)
	}
}

func TestOrdersListPages(t *testing.T) {
	c := newTestConsole(t)
	u := c.as(shipment.RoleViewer)
	for i := range 60 {
		c.orderFor("Budi", fmt.Sprint("R-", i))
	}
	c.index()
	for _, query := range []string{"", "?q=budi", "?return=no"} {
		seen := map[string]bool{}
		path := ordersOfDemo + query
		pages := 0
		for ; path != ""; pages++ {
			page := u.get(path)
			for _, part := range strings.Split(page.text, `name="selected" value="`)[1:] {
				no, _, _ := strings.Cut(part, `"`)
				seen[no] = true
			}
			_, link, more := strings.Cut(page.text, `<a class="button plain" href="`)
			path = ""
			if more && strings.Contains(page.text, `rel="next"`) {
				link, _, _ = strings.Cut(link, `"`)
				path = strings.ReplaceAll(link, "&amp;", "&")
			}
		}
		if len(seen) != 60 || pages != 2 {
			t.Errorf("%q: %d orders on %d pages", query, len(seen), pages)
		}
	}
}

// TestOrdersSelectionIsOfAList: the name by which a browser keeps a selection is the same on all pages of a list, whatever
// columns it shows, and another one for other filters and users.
func TestOrdersSelectionIsOfAList(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	for i := range 51 {
		c.orderFor("Budi", fmt.Sprint("R-", i))
	}
	u, other := c.as(shipment.RoleViewer), c.as(shipment.RoleEditor)
	keep := func(u *testUser, query string) string {
		t.Helper()
		_, name, found := strings.Cut(u.get(ordersOfDemo+query).text, `data-keep="`)
		if !found {
			t.Fatalf("%s: no name", query)
		}
		name, _, _ = strings.Cut(name, `"`)
		return name
	}
	list := keep(u, "?return=no")
	_, next, _ := strings.Cut(u.get(ordersOfDemo+"?return=no").text, "after=")
	next, _, _ = strings.Cut(next, "&")
	if on := keep(u, "?return=no&after="+next); on != list {
		t.Errorf("the second page is %q, the first %q", on, list)
	}
	if with := keep(u, "?return=no&column=phone&status="); with != list {
		t.Errorf("with columns it is %q, else %q", with, list)
	}
	for name, another := range map[string]string{
		"no filter": keep(u, ""), "another filter": keep(u, "?printed=no"), "another user": keep(other, "?return=no"),
	} {
		if another == list {
			t.Errorf("%s: it is %q too", name, list)
		}
	}
}

// TestAddressesAreRevokedOnThePageOfTheOrder: the label is still there, under another address.
func TestAddressesAreRevokedOnThePageOfTheOrder(t *testing.T) {
	c := newTestConsole(t)
	no := c.orderFor("Budi", "A-1")
	u, path := c.as(shipment.RoleEditor), ordersOfDemo+"/"+no
	u.get(path).want(t, 200, "Revoke the web addresses", "Addresses that were given out before are not found any more")
	if res := u.post(path+"/revoke-addresses", url.Values{}); res.header.Get("Location") != path {
		t.Errorf("revoked: %d %s", res.status, res.header)
	}
	u.get(path).want(t, 200, "The earlier web addresses of the label and documents are not valid any more.", "Revoked the web addresses")
	if o, err := c.Store.OrderByAddress(t.Context(), no, 1); err != nil || o.AddressRevision != 1 {
		t.Errorf("revision %d, %v", o.AddressRevision, err)
	}
	u.get(path+"/documents/label.pdf").want(t, 200, "%PDF-")
	u.post(ordersOfDemo+"/UNKNOWN/revoke-addresses", url.Values{}).want(t, 404)
	other := c.as(shipment.RoleViewer)
	other.post(path+"/revoke-addresses", url.Values{}).want(t, 403)
	if page := other.get(path); strings.Contains(page.text, "Revoke the web addresses") {
		t.Error("a viewer is offered to revoke them")
	}
}

func TestOrdersPrintAndMark(t *testing.T) {
	c := newTestConsole(t)
	first, second := c.orderFor("Budi", "A-1"), c.orderFor("Siti", "A-2")
	u := c.as(shipment.RoleEditor)
	u.post(ordersOfDemo+"/print", url.Values{}).want(t, 422, "No order is selected")
	pdf := u.post(ordersOfDemo+"/print", url.Values{"selected": {first}})
	if pdf.status != 200 || pdf.header.Get("Content-Type") != "application/pdf" || !strings.HasPrefix(pdf.text, "%PDF-") {
		t.Fatalf("labels: %d %s", pdf.status, pdf.header)
	}
	if n := pdf.header.Get("Waybill-Labels-Printed"); n != "1" {
		t.Errorf("%s labels", n)
	}
	u.get(ordersOfDemo+"?printed=yes").want(t, 200, first, "by "+u.user.Email)
	all := u.post(ordersOfDemo+"/print?printed=no", url.Values{"all": {"1"}, "format": {"zpl"}})
	if all.status != 200 || strings.Count(all.text, "^XA") != 1 {
		t.Errorf("labels of all that are not printed: %d %.300s", all.status, all.text)
	}
	u.get(ordersOfDemo+"?printed=no").want(t, 200, "No order was found")
	third := c.orderFor("Agus", "A-3")
	marked := u.post(ordersOfDemo+"/printed?printed=no", url.Values{"selected": {third}})
	if marked.status != http.StatusSeeOther || marked.header.Get("Location") != ordersOfDemo+"?printed=no" {
		t.Errorf("marked: %d %s", marked.status, marked.header)
	}
	u.get(ordersOfDemo+"?printed=yes").want(t, 200, first, second, third, "1 label is marked as printed.")

	undone := u.post(ordersOfDemo+"/not-printed?printed=yes", url.Values{"selected": {second, third}})
	if undone.status != http.StatusSeeOther || undone.header.Get("Location") != ordersOfDemo+"?printed=yes" {
		t.Errorf("marked as not printed: %d %s", undone.status, undone.header)
	}
	list := u.get(ordersOfDemo + "?printed=no")
	list.want(t, 200, second, third, "2 labels are marked as not printed.")
	if strings.Contains(list.text, first) {
		t.Error("the order that was not selected is marked as not printed too")
	}
	u.get(ordersOfDemo+"/"+first).want(t, 200, "Mark as not printed")
	if one := u.post(ordersOfDemo+"/"+first+"/not-printed", url.Values{}); one.header.Get("Location") != ordersOfDemo+"/"+first {
		t.Errorf("marked as not printed on its page: %d %s", one.status, one.header)
	}
	page := u.get(ordersOfDemo + "/" + first)
	page.want(t, 200, "Marked as not printed")
	if strings.Contains(page.text, "Mark as not printed") {
		t.Error("the order is still printed")
	}
	u.post(ordersOfDemo+"/UNKNOWN/not-printed", url.Values{}).want(t, 404)

	other := c.as(shipment.RoleViewer)
	other.post(ordersOfDemo+"/not-printed", url.Values{"selected": {first}}).want(t, 403)
	other.post(ordersOfDemo+"/"+first+"/not-printed", url.Values{}).want(t, 403)
	if pdf := other.post(ordersOfDemo+"/print", url.Values{"selected": {first}}); pdf.status != 200 {
		t.Errorf("a viewer prints: %d", pdf.status)
	}
	other.post(ordersOfDemo+"/printed", url.Values{"selected": {first}}).want(t, 403)
	other.post(ordersOfDemo+"/cancel", url.Values{"selected": {first}}).want(t, 403)
}

func TestOrdersCancel(t *testing.T) {
	c := newTestConsole(t)
	first, second := c.orderFor("Budi", "A-1"), c.orderFor("Siti", "A-2")
	u := c.as(shipment.RoleEditor)
	u.post(ordersOfDemo+"/cancel", url.Values{"selected": {first}}).want(t, 200, "Cancel 1 order?", first)
	u.get(ordersOfDemo+"?status=CANCELLED").want(t, 200, "No order was found")
	u.job(ordersOfDemo+"/cancel", url.Values{"selected": {first, "UNKNOWN"}, "confirmed": {"1"}}).want(t, 200, "Cancelled</dt><dd>1<")
	u.get(ordersOfDemo+"?status=CANCELLED").want(t, 200, first)
	u.job(ordersOfDemo+"/cancel", url.Values{"all": {"1"}, "confirmed": {"1"}}).want(t, 200, "Cancelled</dt><dd>2<")
	u.get(ordersOfDemo+"?status=CANCELLED").want(t, 200, first, second)
}

func TestOrdersExport(t *testing.T) {
	c := newTestConsole(t)
	c.orderFor(hostileName, "A-1")
	second := c.orderFor("Budi", "@A-2")
	u := c.as(shipment.RoleViewer)
	file := u.file(ordersOfDemo+"/export", url.Values{"all": {"1"}, "format": {"csv"}})
	records, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(file.text, "\uFEFF"))).ReadAll()
	if err != nil || file.status != 200 || len(records) != 3 || !strings.HasPrefix(file.text, "\uFEFF") {
		t.Fatalf("CSV: %d %v\n%s", file.status, err, file.text)
	}
	column := func(heading string) int { return slices.Index(records[0], heading) }
	if records[1][0] != second || records[1][column("shipper_order_id")] != "'@A-2" ||
		records[2][column("consignee_name")] != "'"+hostileName || records[2][column("consignee_number")] != "'+6281234567890" {
		t.Errorf("records %q", records)
	}
	u.file(ordersOfDemo+"/export", url.Values{"all": {"1"}, "format": {"tracking"}}).want(t, 200, "carrier", "@A-2,"+second, "/track/"+second)
	u.post(ordersOfDemo+"/export", url.Values{"format": {"csv"}}).want(t, 422, "No order is selected")
	file = u.file(ordersOfDemo+"/export", url.Values{"selected": {second}, "format": {"xlsx"}})
	book, err := excelize.OpenReader(bytes.NewReader([]byte(file.text)))
	if err != nil {
		t.Fatalf("XLSX: %d %v", file.status, err)
	}
	rows, err := book.GetRows("Orders")
	if err != nil || len(rows) != 2 || rows[1][0] != second || rows[1][column("shipper_order_id")] != "@A-2" {
		t.Errorf("rows %q, %v", rows, err)
	}
	if formula, err := book.GetCellFormula("Orders", "C2"); formula != "" || err != nil {
		t.Errorf("formula %q, %v", formula, err)
	}
}

// TestOnlyLabelsOfTheFileArePrinted: a label in ZPL of a partner is not in a PDF.
func TestOnlyLabelsOfTheFileArePrinted(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	own, partners := c.create(nil), c.partnerOrder(simulated.ScriptLabelZPL)
	c.waitFor("the partner's label", func() bool {
		return strings.Contains(c.as(shipment.RoleViewer).get(ordersPath+partners).text, "label.zpl")
	})
	u := c.as(shipment.RoleEditor)
	u.post(ordersPath+"print", url.Values{"selected": {own, partners}, "format": {"pdf"}}).want(t, http.StatusOK)
	list := u.get(ordersOfDemo + "?printed=no")
	if list.want(t, http.StatusOK, partners); strings.Contains(list.text, own) {
		t.Error("the label of the file is not marked as printed")
	}
}
