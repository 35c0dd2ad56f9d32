package console

import (
	"bytes"
	"net/http"
	"net/url"
	"testing"

	"waybill/internal/shipment"
)

// TestImportAmountsAreAskedByCurrency: amounts that may be others are asked about once for each currency, and an answer is of one.
func TestImportAmountsAreAskedByCurrency(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	file := importFile(t, 5)
	for _, price := range []string{"75.000;IDR", "80.000;IDR", "1.350;THB"} {
		file = bytes.Replace(file, []byte("12,50;SGD"), []byte(price), 1)
	}
	_, path := u.upload("orders.csv", file, nil)
	u.settled(path)
	u.post(path+"/check", origin).want(t, http.StatusSeeOther)
	u.settled(path).want(t, http.StatusOK, "<strong>2</strong>", "<strong>1</strong>", "Read 2 cells as IDR 1.234,5",
		"Read 2 cells as IDR 1,234.5", "Read 1 cell as THB 1.234,5", "The amount may be 75000 or 75.", ">SGD 1.234,5</option>")
	u.post(path+"/fix", url.Values{"column": {"N"}, "field": {"item_price_value"}, "row": {"2"}}).want(t, http.StatusSeeOther)
	u.settled(path).want(t, http.StatusOK, "Create 4 orders, leave out 1 row", "<strong>1</strong>", "The amount may be 1350 or 1.35.")
	u.post(path+"/fix", url.Values{"or": {"N"}, "field": {"item_price_value"}, "row": {"4"}}).want(t, http.StatusSeeOther)
	u.settled(path).want(t, http.StatusOK, "Create 5 orders", ">THB 1,234.5, IDR 1.234,5, SGD 1.234,5</option>")
	u.post(path+"/check", origin).want(t, http.StatusSeeOther) // the form keeps the ways
	u.settled(path).want(t, http.StatusOK, "Create 5 orders")
}
