package console

import (
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/shipment"
	"waybill/internal/store/storetest"
)

// TestAnOrderIsReadOnce: a scan of a parcel, by each number that it has, reads its order once from the database, and so does the page of
// the order. The same holds for the operations of the API.
func TestAnOrderIsReadOnce(t *testing.T) {
	t.Parallel()
	reads := &storetest.Reads{}
	c := newCountedConsole(t, reads)
	editor, operator := c.as(shipment.RoleEditor), c.as(shipment.RoleOperator)
	editor.post(handoversPath, url.Values{"service_id": {"1"}, "place": {"Dock"}}).want(t, http.StatusSeeOther)
	numbers := map[string]string{}
	for _, reference := range []string{"A-1", "A-2", "A-3", "A-4", "A-5", "A-6"} {
		numbers[reference] = c.orderFor("Budi", reference)
	}
	c.index() // so that the words of an order find it, too
	scan := func(path, code, want string) func() {
		return func() {
			editor.post(path, url.Values{"code": {code}, "scan": {path + code}}).want(t, http.StatusOK, want)
		}
	}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	pack, list := packPath+"/scan?warnings=1", handoversPath+"/1/scan"
	for _, action := range []struct {
		name, reference string
		do              func()
	}{
		{"page", "A-1", func() { editor.get(ordersPath+numbers["A-1"]).want(t, http.StatusOK, numbers["A-1"]) }},
		{"page for operators", "A-1", func() { operator.get(ordersPath+numbers["A-1"]).want(t, http.StatusOK, numbers["A-1"]) }},
		{"scan to open", "A-1", scan("/console/accounts/1/scan", numbers["A-1"], "Order found")},
		{"scan to pack", "A-1", scan(pack, numbers["A-1"], "is packed")},
		{"scan of a reference to pack", "A-2", scan(pack, "a-2", "is packed")},
		{"the same scan again", "A-2", scan(pack, "a-2", "is packed")},
		{"scan of another parcel", "A-3", scan(packPath+"/scan?items=1&warnings=1", numbers["A-3"], "Scan or tick")},
		{"station", "A-3", func() { editor.get(packPath+"/now?items=1&warnings=1").want(t, http.StatusOK, numbers["A-3"]) }},
		{"scan of a piece", "A-3", scan(packPath+"/scan?items=1&warnings=1", "SKU1", "Scan or tick")},
		{"scan to hand over", "A-4", scan(list, strings.ToLower(numbers["A-4"]), `"tone":"good"`)},
		{"scan of a reference to hand over", "A-1", scan(list, "A-1", `"tone":"good"`)},
		{"view by the API", "A-5", func() {
			_, err := c.sdk.Order(t.Context(), numbers["A-5"])
			check(err)
		}},
		{"pack by the API", "A-5", func() {
			_, err := c.sdk.Pack(t.Context(), client.Packing{Code: numbers["A-5"]})
			check(err)
		}},
		{"pack a reference by the API", "A-6", func() {
			_, err := c.sdk.Pack(t.Context(), client.Packing{Code: "A-6"})
			check(err)
		}},
		{"hand over by the API", "A-5", func() {
			_, err := c.sdk.AddToHandover(t.Context(), "HL-00001", "A-5", "s1")
			check(err)
		}},
	} {
		order, err := c.Store.OrderByTrackingNo(t.Context(), numbers[action.reference])
		check(err)
		reads.Take()
		action.do()
		if got, want := reads.Take(), map[int64]int{order.OrderID: 1}; !maps.Equal(got, want) {
			t.Errorf("%s: orders read by id %v, want %v", action.name, got, want)
		}
	}
}
