package store_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/storetest"
)

// TestEachNewest: over several pages, of one account and of all.
func TestEachNewest(t *testing.T) { onEachEngine(t, testEachNewest) }

func testEachNewest(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	var mine, all []string // the oldest first
	for n := range 3 {
		orders := make([]shipment.Order, 40)
		for i := range orders {
			orders[i] = storetest.Order(i)
		}
		for _, o := range create(t, s, k, orders...).Orders {
			mine, all = append(mine, o.TrackingNo), append(all, o.TrackingNo)
		}
		all = append(all, create(t, s, other, storetest.Order(n)).Orders[0].TrackingNo)
		f.clock.Advance(time.Second)
	}
	newest := func(accountID int64, most int) (numbers []string) {
		t.Helper()
		noError(t, s.EachNewest(t.Context(), accountID, most, func(o *shipment.Order) error {
			equal(t, "items", len(o.Items), 3)
			numbers = append(numbers, o.TrackingNo)
			return nil
		}))
		slices.Reverse(numbers)
		return numbers
	}
	same(t, "all", newest(0, 1000), all)
	same(t, "some", newest(0, 60), all[len(all)-60:])
	same(t, "a page", newest(0, 50), all[len(all)-50:])
	same(t, "of an account", newest(k.AccountID, 1000), mine)
	same(t, "some of an account", newest(k.AccountID, 70), mine[len(mine)-70:])
	equal(t, "of no account", len(newest(99, 10)), 0)
	refused := errors.New("refused")
	wantError(t, s.EachNewest(t.Context(), 0, 9, func(*shipment.Order) error { return refused }), refused)
}
