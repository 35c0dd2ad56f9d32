package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
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

// TestSearchAnew: orders that another version indexed get the terms of this one, and are found by their old terms meanwhile.
func TestSearchAnew(t *testing.T) { onEachEngine(t, testSearchAnew) }

func testSearchAnew(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	var references []string // the newest first
	made := make([]shipment.Order, 250)
	for i := range made {
		made[i] = person("Budi", fmt.Sprint("R", i), "")
		made[i].Consignee.Number = fmt.Sprintf("+62812%05d7777777", i)
		references = append([]string{made[i].ShipperOrderID}, references...)
	}
	made[7].Consignee.Postal = "bad"
	create(t, s, k, made...)
	all := strings.Join(references, " ")
	index(t, s, "me")
	anew := func(s *store.Store, owner string) int { return must[int](t)(s.Search.IndexAnew(t.Context(), owner)) }
	equal(t, "of a new database", anew(s, "me"), 0)
	rows := f.count(t, `SELECT count(*) FROM search_terms`)

	f.exec(t, `DELETE FROM search_terms WHERE term LIKE '*%'`)
	f.exec(t, `UPDATE search_index SET terms_version = 0`)
	indexed := func() int { return must[store.SearchLag](t)(s.Search.SearchLag(t.Context())).Indexed }
	equal(t, "by ends before", find(t, s, search(a, "7777777")), "")
	equal(t, "nothing waits", index(t, s, "me"), 0)
	equal(t, "indexed", indexed(), 0)
	waiting := person("Budi", "new", "")
	waiting.Consignee.Postal = "bad"
	create(t, s, k, waiting)
	equal(t, "a part, of which one waits", anew(s, "me"), 100)
	equal(t, "by ends", find(t, s, search(a, "7777777")), strings.Join(references[:99], " "))
	equal(t, "indexed", indexed() > 0 && indexed() < 100, true)
	equal(t, "by words", find(t, s, search(a, "budi")), all)

	other := f.open(t) // which continues
	equal(t, "of another process", anew(other, "other"), 0)
	f.clock.Advance(10 * time.Second)
	equal(t, "of another process later", index(t, other, "other"), 1)
	for _, want := range []int{100, 51, 0, 0} {
		equal(t, "parts", anew(other, "other"), want)
	}
	equal(t, "by ends", find(t, s, search(a, "7777777")), all)
	equal(t, "by words", find(t, s, search(a, "budi")), "new "+all)
	equal(t, "indexed", indexed(), 100)
	equal(t, "rows that are not of the new order", f.count(t, `SELECT count(*) FROM search_terms WHERE first_seq < 250`) <= rows, true)
	warned := store.OrderFilter{AccountID: a.AccountID, Filter: shipment.Filter{Warning: shipment.WarningAny}}
	equal(t, "warnings", find(t, s, warned), "new R7")
}
