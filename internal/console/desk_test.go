package console

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/console/web"
	"waybill/test/harness"
)

const scanPath = "/console/accounts/1/scan"

// TestAScanOpensWhatHasExactlyItsNumber scans numbers in other letter cases, and codes that are only the beginning of one.
func TestAScanOpensWhatHasExactlyItsNumber(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(web.Viewer)
	number := c.orderFor("Budi Santoso", "Shop-0007")
	other := harness.NewOrder(1)
	other.ShipperOrderID = "A-2"
	made, err := c.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{other}})
	if err != nil {
		t.Fatal(err)
	}
	scan := func(code, tone, path string) {
		t.Helper()
		page := u.post(scanPath, url.Values{"code": {code}})
		page.want(t, http.StatusOK, `"tone":"`+tone+`"`)
		if path == "" && strings.Contains(page.text, "path") || !strings.Contains(page.text, path) {
			t.Errorf("%s: %s, want the path %q", code, page.text, path)
		}
	}
	scan(number, "good", "/orders/"+number)
	scan(strings.ToLower(number), "good", "/orders/"+number)
	scan(" Shop-0007 ", "good", "/orders/"+number)
	scan("a-2", "good", "/orders/"+made.Orders[0].TrackingNo)
	scan(strings.ToLower(made.UploadBatchNo), "good", "/batches/"+made.UploadBatchNo)
	c.index()
	scan("sHOP-0007", "good", "/orders/"+number)
	for _, unknown := range []string{"Shop-000", "0007", "Shop0007", "", "\x00", strings.Repeat("9", 101), "%"} {
		scan(unknown, "bad", "")
	}
	c.orderFor("Siti", "SHOP-0007")
	c.index()
	scan("shop-0007", "warn", "/orders?q=shop-0007")
}

// TestExactMatchesComeFirst searches a reference whose words a newer order has too, in its reference and its phone number.
func TestExactMatchesComeFirst(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(web.Viewer)
	exact := c.orderFor("Budi Santoso", "SEED-0007")
	o := harness.NewOrder(1)
	o.ShipperOrderID, o.ConsigneeNumber = "SEED-0008", "+6281234560007"
	made, err := c.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{o}})
	if err != nil {
		t.Fatal(err)
	}
	c.index()
	for _, query := range []string{"SEED-0007", "seed-0007", exact} {
		page := u.get(ordersOfDemo + "?q=" + query)
		page.want(t, http.StatusOK, exact)
		if n := strings.Count(page.text, `value="`+exact+`"`); n != 1 && query != exact {
			t.Errorf("%s: the order is listed %d times", query, n)
		}
		if newer := strings.Index(page.text, made.Orders[0].TrackingNo); newer >= 0 && newer < strings.Index(page.text, `value="`+exact+`"`) {
			t.Errorf("%s: the other order comes first", query)
		}
	}
	u.get(ordersOfDemo+"?q=SEED-0007&printed=yes").want(t, http.StatusOK, "No order was found")
}
