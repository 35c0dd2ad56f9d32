package store_test

import (
	"fmt"
	"strings"
	"testing"
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
