package inforce_test

import (
	"log/slog"
	"maps"
	"testing"
	"time"

	"waybill/internal/inforce"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

// TestHits: an order that a rule refuses or holds counts once for the rule, however many of its items are wrong. One that is only looked
// at does not count, and neither does one of more than seven days ago.
func TestHits(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, url string) {
		now := time.Now()
		s := storetest.Open(t, store.Options{URL: url, Now: func() time.Time { return now }})
		set(t, s, `{"id":"no-glass","severity":"error","kind":"forbidden_words","field":"item_desc","words":["glass"]}`)
		source := inforce.New(s, slog.New(slog.DiscardHandler), nil)
		o := storetest.Order(0)
		o.Items = []shipment.Item{{Desc: "Glass", Quantity: 1}, {Desc: "More glass", Quantity: 1}}
		o.Consignee.Country = "KP"
		checker, err := source.Checker(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		checker.Errors(&o, now)
		want := func(days int64, want map[string]int64) {
			t.Helper()
			source.WriteHits(t.Context())
			if got, err := s.MasterData.RuleHits(t.Context(), days); err != nil || !maps.Equal(got, want) {
				t.Errorf("%v, %v, want %v", got, err, want)
			}
		}
		want(7, map[string]int64{})
		checker.Counts = true
		for range 3 {
			if refused := checker.Errors(&o, now); len(refused) != 2 {
				t.Errorf("%d problems", len(refused))
			}
		}
		checker.Hold(&o, now)
		want(7, map[string]int64{"no-glass": 3, "embargo-kp": 1})
		now = now.Add(24 * time.Hour)
		checker.Errors(&o, now)
		want(7, map[string]int64{"no-glass": 4, "embargo-kp": 1})
		want(1, map[string]int64{"no-glass": 1})
		now = now.Add(7 * 24 * time.Hour)
		want(7, map[string]int64{})
		now = now.Add(30 * 24 * time.Hour)
		checker.Errors(&o, now)
		want(90, map[string]int64{"no-glass": 1}) // what is older is deleted
	})
}
