package console

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/console/web"
	"waybill/internal/shipment"
)

// TestCtrlKFindsPagesAndOrders proposes pages by the begin of a word, and orders by their number, reference or person.
func TestCtrlKFindsPagesAndOrders(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	number := c.orderFor("Budi "+hostileText, "Shop-0007")
	c.index()
	find := func(role shipment.Role, typed string) testPage {
		t.Helper()
		return c.as(role).post("/console/accounts/1/find", url.Values{"q": {typed}})
	}
	find(shipment.RoleViewer, "").want(t, http.StatusOK, `<ul id="found"`, "Hand-over lists", "Address book")
	if page := find(shipment.RoleViewer, ""); strings.Contains(page.text, "Pack<") || strings.Contains(page.text, web.OperatorPath) {
		t.Error("pages are proposed that the user may not open")
	}
	find(shipment.RoleOperator, "rul").want(t, http.StatusOK, web.OperatorPath+"rules")
	if page := find(shipment.RoleOperator, "ules"); strings.Contains(page.text, "rules") {
		t.Error("a page is proposed by the middle of a word")
	}
	for _, typed := range []string{number, strings.ToLower(number), "shop-0007", "budi", number[len(number)-6 : len(number)-2], "567890"} {
		find(shipment.RoleViewer, typed).want(t, http.StatusOK, "/orders/"+number, hostileMarkup)
	}
	find(shipment.RoleViewer, "zzzz").want(t, http.StatusOK, "Nothing was found.")
	find(shipment.RoleViewer, strings.Repeat("a", 200)).want(t, http.StatusOK, "Nothing was found.")
}

// TestLastDigitsThatSeveralNumbersHave: four orders end with the digits, each says why it was found, and Enter opens none by itself.
func TestLastDigitsThatSeveralNumbersHave(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	made := func(change func(*client.NewOrder)) string {
		return c.create(func(o *client.NewOrder) {
			o.ConsigneeNumber, o.ShipperOrderID = "+6281100000000", ""
			change(o)
		})
	}
	byPhone := made(func(o *client.NewOrder) { o.ConsigneeNumber = "+6281234567890" })
	byOther := made(func(o *client.NewOrder) { o.ConsigneeNumber = "+6591117890" })
	byNumber := made(func(o *client.NewOrder) { o.TrackingNo = "SHOP1117890" })
	byReference := made(func(o *client.NewOrder) { o.ShipperOrderID = "SO-7890" })
	c.index()
	u := c.as(shipment.RoleViewer)
	find := func(typed string) testPage { return u.post("/console/accounts/1/find", url.Values{"q": {typed}}) }
	links := func(p testPage) int { return strings.Count(p.text, "/orders/") }
	opens := func(p testPage) int { return strings.Count(p.text, `class="go"`) }

	page := find("7890")
	page.want(t, http.StatusOK, "/orders/"+byPhone, "/orders/"+byOther, "/orders/"+byNumber, "/orders/"+byReference,
		">Phone &#43;6281234567890<", ">Phone &#43;6591117890<", ">Tracking number SHOP1117890<", ">Reference SO-7890<",
		"Several orders match. Choose one.")
	if links(page) != 4 || opens(page) != 0 {
		t.Errorf("%d orders, and Enter opens %d: %s", links(page), opens(page), page.text)
	}
	if page := find("890"); links(page) != 0 || !strings.Contains(page.text, "type 4 digits or more") {
		t.Errorf("three digits: %s", page.text)
	}
	page = find("+62 812-3456-7890")
	page.want(t, http.StatusOK, "/orders/"+byPhone)
	if links(page) != 1 || opens(page) != 1 {
		t.Errorf("the whole number finds %d orders, and Enter opens %d: %s", links(page), opens(page), page.text)
	}
}

// TestAWordWithAWrongLetter shows the orders that have the word that was meant, in the list and by Ctrl+K, and says so.
func TestAWordWithAWrongLetter(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	meant, other := c.orderFor("Budi Santoso", "A-1"), c.orderFor("Agus Santoso", "A-2")
	c.orderFor("Santose", "A-3")
	c.index()
	u := c.as(shipment.RoleViewer)
	page := u.get(ordersOfDemo + "?q=santosa")
	page.want(t, http.StatusOK, "Nothing for “santosa”. These have “santoso”.", meant, other, `name="q" value="santoso"`)
	page = u.get(ordersOfDemo + "?q=agus+santosa")
	page.want(t, http.StatusOK, "These have “agus santoso”", other)
	if strings.Contains(page.text, meant) {
		t.Error("an order without the other word is shown")
	}
	if page := u.get(ordersOfDemo + "?q=santoso"); strings.Contains(page.text, "Nothing for") {
		t.Error("a word that orders have is replaced")
	}
	u.get(ordersOfDemo+"?q=santosa&held=yes").want(t, http.StatusOK, "No order was found")
	u.post("/console/accounts/1/find", url.Values{"q": {"agus santosa"}}).want(t, http.StatusOK,
		"Nothing for “agus santosa”. These have “agus santoso”.", "/orders/"+other, `class="go"`)
}
