package store_test

import (
	"fmt"
	"strings"
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

// TestNear proposes words of the account's own orders that differ in a letter, those of the most orders first, and finds SKUs and streets.
func TestNear(t *testing.T) { onEachEngine(t, testNear) }

func testNear(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	near := func(query string) []string {
		t.Helper()
		return must[[]string](t)(s.Search.Near(t.Context(), a.AccountID, query))
	}
	same(t, "without orders", near("santosa"), []string(nil))
	street := person("Siti", "A4", "Bandung")
	street.Consignee.Address, street.Items = "Jl. Melati 17", []shipment.Item{{SKU: "TS-RED-42"}}
	create(t, s, k, person("Budi Santoso", "A1", "Jakarta"), person("Agus Santoso", "A2", "Jakarta"), person("Santose", "A3", "Medan"), street)
	create(t, s, other, person("Santosi", "B1", ""))
	index(t, s, "me")
	for query, want := range map[string][]string{
		"santosa": {"santoso", "santose"}, "Budi SANTOS0 santosa": {"budi santos0 santoso", "budi santos0 santose"}, "jkaarta": {"jakarta"},
		"mdan": nil, "bandungan": nil, "melatii": {"melati"}, "\x00santosa": nil,
	} {
		same(t, query, near(query), want)
	}
	equal(t, "by SKU", find(t, s, search(a, "ts-red-42")), "A4")
	equal(t, "by street", find(t, s, search(a, "melati 17")), "A4")
	var many []shipment.Order
	for i := range store.MaxNear + 3 {
		many = append(many, person(fmt.Sprintf("Wijay%c", 'b'+i), "", ""))
	}
	create(t, s, k, many...)
	index(t, s, "me")
	equal(t, "at most", len(near("wijaya")), store.MaxNear)
}

// TestNearIsBounded: of several long words each is looked for in fewer buckets than of one.
func TestNearIsBounded(t *testing.T) { onEachEngine(t, testNearIsBounded) }

func testNearIsBounded(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	word := func(letter string) string { return strings.Repeat("b", 40) + letter }
	create(t, s, k, person(word("a"), "A1", "Jakarta"))
	index(t, s, "me")
	f.exec(t, `UPDATE search_accounts SET next_seq = next_seq + 10 * 4096`) // ten newer buckets
	same(t, "one word", must[[]string](t)(s.Search.Near(t.Context(), a.AccountID, word("x"))), []string{word("a")})
	query := word("x")
	for letter := range strings.SplitSeq("cdefghi", "") {
		query += " " + word(letter+letter)
	}
	same(t, "eight words", must[[]string](t)(s.Search.Near(t.Context(), a.AccountID, query)), []string(nil))
}
