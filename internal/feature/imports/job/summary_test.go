package job

import (
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

// TestWhatIsUsual: a file is compared with the last orders of its account. Returns and orders of others say nothing about them.
func TestWhatIsUsual(t *testing.T) {
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		s := storetest.Open(t, store.Options{URL: databaseURL})
		orders := func(n int, weight shipment.Thousandths, isReturn bool) []shipment.Order {
			all := make([]shipment.Order, n)
			for i := range all {
				all[i] = storetest.Order(i)
				all[i].Weight, all[i].Return = weight+shipment.Thousandths(i), isReturn
			}
			return all
		}
		for _, b := range []store.NewBatch{
			{AccountID: 1, Orders: orders(leastRecent, 1000, false)},
			{AccountID: 1, Orders: orders(leastRecent, 90_000, true)},
			{AccountID: 2, Orders: orders(leastRecent, 70_000, false)},
			{AccountID: 3, Orders: orders(leastRecent-1, 1000, false)},
		} {
			must[store.Batch](t)(s.CreateBatch(t.Context(), b))
		}
		for accountID, want := range map[int64]*Recent{1: {"1", "1.019", leastRecent}, 2: {"70", "70.019", leastRecent}, 3: nil, 4: nil} {
			var of summing
			if err := of.readRecent(t.Context(), s, accountID); err != nil {
				t.Fatal(err)
			}
			for i, weight := range []shipment.Thousandths{1000, 999, 80_000} {
				o := storetest.Order(1)
				o.Weight = weight
				of.add(&o, int64(i+2))
			}
			got := of.ranges()[0]
			if got.What != RangeWeight || got.Smallest != "0.999" || got.Largest != "80" || got.Sum != "81.999" {
				t.Errorf("account %d: the file has %+v", accountID, got)
			}
			outside := map[int64]int64{1: 2, 2: 3}[accountID]
			if (got.Recent == nil) != (want == nil) || want != nil && *got.Recent != *want || got.Outside != outside {
				t.Errorf("account %d: usual is %+v, %d are outside; want %+v, %d", accountID, got.Recent, got.Outside, want, outside)
			}
		}
	})
}
