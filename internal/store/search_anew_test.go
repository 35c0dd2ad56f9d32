package store_test

import (
	"fmt"
	"strings"
	"testing"

	"waybill/internal/shipment"
)

// TestSearchEnds: orders are found by the last digits of their numbers and phone numbers, and by letters of several forms.
func TestSearchEnds(t *testing.T) { onEachEngine(t, testSearchEnds) }

func testSearchEnds(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	first, second := person("أَحْمَد", "A1", "Jakarta"), person("שלום", "A2", "Jakarta")
	first.TrackingNo, first.Consignee.Number = "BROUGHT-48210739526", "+6281234567890"
	second.TrackingNo, second.Consignee.Number = "BROUGHT-48210739527", "+6281234967890"
	create(t, s, k, first, second)
	index(t, s, "me")
	for words, want := range map[string]string{
		"9526": "A1", "739527": "A2", "39528": "", "7890": "A2 A1", "4567890": "A1", "967890 jakarta": "A2", "967890 9526": "", "526": "",
		"احمد": "A1", "שלומ": "A2", "٩٥٢٦": "A1",
	} {
		equal(t, words, find(t, s, search(a, words)), want)
		count, exact, err := s.CountUpTo(t.Context(), search(a, words), 10)
		noError(t, err)
		equal(t, words, fmt.Sprint(count, exact), fmt.Sprint(len(strings.Fields(want)), true))
	}
}

// TestSearchOnce: an order that is indexed again has each of its terms once, also one that it had lost.
func TestSearchOnce(t *testing.T) { onEachEngine(t, testSearchOnce) }

func testSearchOnce(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	made := create(t, s, k, person("Budi", "A1", "Jakarta"), person("Budi", "A2", "Jakarta"), person("Budi", "A3", "Bandung")).Orders
	index(t, s, "me")
	rows := f.count(t, `SELECT count(*) FROM search_terms`)
	for i, o := range made[:2] {
		must[shipment.OrderNote](t)(s.Annotations.AddNote(t.Context(), a.AccountID, o.TrackingNo, "fragile"))
		equal(t, "indexed again", index(t, s, "me"), 1)
		equal(t, "rows", f.count(t, `SELECT count(*) FROM search_terms`), rows+1)
		equal(t, "by the note", find(t, s, search(a, "fragile")), []string{"A1", "A2 A1"}[i])
	}
	for _, city := range []string{"Bandung", "Jakarta", "Bandung", "Jakarta"} {
		_, err := edit(t, s, k, made[0].TrackingNo, "", func(o *shipment.Order) { o.Consignee.City = city })
		noError(t, err)
		index(t, s, "me")
		equal(t, "in "+city, find(t, s, search(a, "jakarta")), map[string]string{"Jakarta": "A2 A1", "Bandung": "A2"}[city])
		equal(t, "in "+city, find(t, s, search(a, "bandung")), map[string]string{"Jakarta": "A3", "Bandung": "A3 A1"}[city])
	}
	equal(t, "rows", f.count(t, `SELECT count(*) FROM search_terms`), rows+1)
}
