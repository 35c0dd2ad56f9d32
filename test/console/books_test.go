package console

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"waybill/internal/shipment"
)

// TestLongAnOrderIsFilledFromTheBooksByKeyboard chooses an address, goods twice and a box, and creates the order, by
// keyboard alone.
func TestLongAnOrderIsFilledFromTheBooksByKeyboard(t *testing.T) {
	s := newSite(t)
	for book, entries := range map[*shipment.Book][]shipment.Entry{
		shipment.Addresses: {
			{Name: "Budi home", Value: `{"name":"Budi Santoso","country":"ID","city":"Jakarta","address":"Jl. Berangin 5","postal":"12420",` +
				`"number":"+628123456789"}`},
			{Name: "Depot", Value: `{"name":"Depot","country":"SG","address":"Jurong West Ave 1","postal":"649520","number":"+6561234567"}`},
		},
		shipment.Goods: {
			{Name: "TS-1", Value: `{"item_desc":"Cotton shirt","item_weight":0.2,"item_price_value":5,"item_price_currency":"SGD"}`},
			{Name: "CAP", Value: `{"item_desc":"Cap","item_weight":0.1,"item_price_value":3,"item_price_currency":"SGD"}`},
		},
		shipment.Boxes: {{Name: "M", Value: `{"length":30,"width":20,"height":10,"weight":0.15}`}},
	} {
		if err := s.store.MasterData.PutEntries(t.Context(), s.account, book, entries...); err != nil {
			t.Fatal(err)
		}
	}
	w := s.browser("editor")
	w.open(s.home + "orders/new")
	w.await(`document.activeElement.id === "f-consignee_name"`)
	backTo := func(input string) { // with Shift and Tab, as a person does
		t.Helper()
		for range 10 {
			if evaluate[string](w, "document.activeElement.id") == input {
				return
			}
			w.moveBy(kb.Tab, chromedp.ModifierShift)
		}
		t.Fatalf("Shift and Tab do not lead to %s\n%s", input, w.Source())
	}
	backTo("from_consignee")
	w.press("Budi" + kb.Tab + "Depot" + kb.Tab + "TS-1" + kb.Enter)
	w.seeText("Filled in from: Budi home, Depot, TS-1.")
	backTo("from_goods")
	w.press("CAP" + kb.Tab + "M" + kb.Enter)
	w.seeText("Filled in from: CAP, M.")
	for input, want := range map[string]string{
		"consignee_name": "Budi Santoso", "pickup_address": "Jurong West Ave 1", "items-0-item_desc": "Cotton shirt",
		"items-1-item_desc": "Cap", "order_length": "30", "order_weight": "0.45",
	} {
		if got := evaluate[string](w, `document.getElementById("f-`+input+`").value`); got != want {
			t.Errorf("%s is %q, want %q", input, got, want)
		}
	}
	w.choose("#f-service_id", "1")
	w.tabTo(`document.activeElement.value === "create"`)
	w.press(kb.Enter)
	w.seeText("is created.")
}
