package api

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/api/shell"
	"waybill/internal/store/storetest"
	"waybill/test/database"
)

// TestSearch finds orders by words, and by whether their labels are marked as printed.
func TestSearch(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		first, second := exampleOrder(), exampleOrder()
		first.ConsigneeName, second.ConsigneeName = "Søren Ångström", "สมชาย ใจดี"
		second.ConsigneePostal = "12"
		created := s.create(first, second).Orders
		checker, err := s.api.Orders.Rules.Checker(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for {
			n, err := s.api.Store.Search.IndexOrders(t.Context(), "test", checker.Kinds)
			if err != nil {
				t.Fatal(err)
			}
			if n == 0 {
				break
			}
		}
		find := func(f client.Filter) (found []int) {
			t.Helper()
			for o, err := range s.sdk.AllOrders(t.Context(), f) {
				if err != nil {
					t.Fatal(err)
				}
				found = append(found, slices.IndexFunc(created, func(c client.CreatedOrder) bool { return c.TrackingNo == o.TrackingNo }))
			}
			return found
		}
		marked, err := s.sdk.MarkPrinted(t.Context(), []string{strings.ToLower(created[0].TrackingNo), "UNKNOWN"})
		if err != nil || len(marked) != 2 || marked[0].Result != "printed" || marked[1].Result != "not_found" {
			t.Fatalf("marked %+v, %v", marked, err)
		}
		both := []string{created[1].TrackingNo, created[0].TrackingNo}
		if _, err := s.sdk.MarkPrinted(t.Context(), both); err != nil {
			t.Fatal(err)
		}
		undone, err := s.sdk.UnmarkPrinted(t.Context(), []string{strings.ToLower(both[0]), "UNKNOWN"})
		if err != nil || len(undone) != 2 || undone[0].Result != "not_printed" || undone[1].Result != "not_found" {
			t.Fatalf("marked as not printed %+v, %v", undone, err)
		}
		for name, c := range map[string]struct {
			filter client.Filter
			want   []int
		}{
			"a word":                  {client.Filter{Search: "soren ang"}, []int{0}},
			"two characters":          {client.Filter{Search: "ชาย"}, []int{1}},
			"pages":                   {client.Filter{Search: created[0].TrackingNo[:2], PageSize: 1}, []int{1, 0}},
			"nothing":                 {client.Filter{Search: "nothing"}, nil},
			"printed":                 {client.Filter{Printed: new(true)}, []int{0}},
			"words and not printed":   {client.Filter{Printed: new(false), Search: created[0].TrackingNo[:2]}, []int{1}},
			"an address":              {client.Filter{Warning: "address"}, []int{1}},
			"an address and words":    {client.Filter{Warning: "ADDRESS", Search: "soren"}, nil},
			"printed in another case": {client.Filter{Printed: new(true), Search: "SOREN"}, []int{0}},
		} {
			if got := find(c.filter); !slices.Equal(got, c.want) {
				t.Errorf("%s: found %v, want %v", name, got, c.want)
			}
		}
		for query, want := range map[string]string{
			"cursor=&search=%20!": `{"orders":[{"search":["Search for at least one letter or digit."]}]}`,
			"cursor=&search=a&updated_from=2026-01-01": `{"orders":[{"search":["A search cannot be sorted by updated_on: ` +
				`leave out updated_from and updated_to."]}]}`,
			"cursor=&warning=any&updated_to=2026-01-01": `{"orders":[{"warning":["A search cannot be sorted by updated_on: ` +
				`leave out updated_from and updated_to."]}]}`,
			"cursor=&warning=rules":                      `{"orders":[{"warning":["\"rules\" is not a valid choice."]}]}`,
			"cursor=&search=" + strings.Repeat("a", 201): `{"orders":[{"search":["Ensure this field has no more than 200 characters."]}]}`,
			"cursor=AAAAAAAAAAAB&search=a":               `{"detail":"` + shell.ErrInvalidCursor.Error() + `"}`,
		} {
			res, text := s.send("GET", "/api/order/order/?"+query, "", "Authorization", "Bearer "+testKey)
			if res.StatusCode != http.StatusBadRequest || text != want {
				t.Errorf("%s: %d %s\nwant %s", query, res.StatusCode, text, want)
			}
		}
	})
}

// TestSearchSaysHowMuchIsIndexed while orders have the terms of an earlier version.
func TestSearchSaysHowMuchIsIndexed(t *testing.T) {
	t.Parallel()
	url := storetest.SQLite(t)
	s := startServer(t, url, t.TempDir())
	s.create(exampleOrder())
	indexed := func() string {
		t.Helper()
		res, text := s.send("GET", "/api/order/order/?cursor=&search=susan", "", "Authorization", "Bearer "+testKey)
		if res.StatusCode != http.StatusOK {
			t.Fatalf("%d %s", res.StatusCode, text)
		}
		return res.Header.Get("Waybill-Search-Indexed")
	}
	for from, want := range map[string]string{"anew_from = 9000000000": "0", "anew_from = 0": ""} {
		database.Execute(t, url, `UPDATE search_index SET `+from)
		if got := indexed(); got != want {
			t.Errorf("%s: %q, want %q", from, got, want)
		}
	}
}
