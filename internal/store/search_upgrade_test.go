package store

import (
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// TestSearchOfFirstRelease: the orders that 0.1.0 indexed are found after the upgrade as before, and then by the ends of their numbers.
func TestSearchOfFirstRelease(t *testing.T) {
	t.Parallel()
	for _, on := range []string{engine.SQLite, engine.Postgres} {
		t.Run(on, func(t *testing.T) {
			t.Parallel()
			databaseURL := emptyDatabase(t, on)
			loadFixture(t, openFixture(t, databaseURL, firstRelease, fixtureTime), fixturePath(firstRelease))
			s := openFixture(t, databaseURL, len(migrationPaths(t)), fixtureTime.Add(time.Hour))
			wantFound := func(words, want string) {
				t.Helper()
				page, err := s.BrowseOrders(t.Context(), OrderFilter{AccountID: 1, Filter: shipment.Filter{Search: words}}, Cursor{})
				if err != nil {
					t.Fatal(err)
				}
				var numbers []string
				for _, o := range page.Found {
					numbers = append(numbers, o.TrackingNo)
				}
				if got := strings.Join(numbers, " "); got != want {
					t.Errorf("%q finds %q, want %q", words, got, want)
				}
			}
			const indexed = "AB05023886563ID BROUGHT-1 AB71230609561ID AB59265935817ID"
			const all = "WB22142035894ID " + indexed // one was in the queue
			indexAll := func(index func() (int, error)) {
				t.Helper()
				for n := 1; n > 0; {
					var err error
					if n, err = index(); err != nil {
						t.Fatal(err)
					}
				}
			}
			noWarnings := func(*shipment.Order) ([]shipment.WarningKind, error) { return nil, nil }
			for _, words := range []string{"budi", "7890"} {
				wantFound(words, indexed)
			}
			indexAll(func() (int, error) { return s.Search.IndexOrders(t.Context(), "new", noWarnings) })
			wantFound("9561", "")
			wantFound("budi", all)
			indexAll(func() (int, error) { return s.Search.IndexAnew(t.Context(), "new") })
			for words, want := range map[string]string{
				"9561": "AB71230609561ID", "609561": "AB71230609561ID", "567890": all, "7890": all, "budi": all, "4567": "AB05023886563ID",
			} {
				wantFound(words, want)
			}
		})
	}
}
