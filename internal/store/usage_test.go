package store_test

import (
	"testing"
	"time"

	"waybill/internal/store/report"
	"waybill/internal/store/storetest"
)

// TestUse counts the orders of accounts by month: an order at the first moment of a month is of that month.
func TestUse(t *testing.T) { onEachEngine(t, testUse) }

func testUse(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	other, otherKey, _ := account(t, s, "other")
	account(t, s, "idle")
	now := f.clock.Now()
	next := time.Date(now.Year(), now.Month()+1, 1, 0, 0, 0, 0, time.UTC)
	create(t, s, k, orders(3)...)
	create(t, s, otherKey, orders(2)...)
	f.clock.Advance(next.Sub(now))
	create(t, s, k, storetest.Order(9))
	months := report.Months(f.clock.Now(), 2)
	same(t, "months", months, []time.Time{next, next.AddDate(0, -1, 0)})
	used := must[[]report.Use](t)(report.Reader{Store: s}.Use(t.Context(), months))
	counts := make(map[int64][]int64)
	for _, u := range used {
		counts[u.AccountID] = append(counts[u.AccountID], u.Orders)
	}
	same(t, "orders by month", counts[a.AccountID], []int64{1, 3})
	same(t, "those of the other account", counts[other.AccountID], []int64{0, 2})
	for _, u := range used {
		if u.AccountID != a.AccountID && u.AccountID != other.AccountID && u.Orders != 0 {
			t.Errorf("%s has %d orders", u.Account, u.Orders)
		}
	}
}

// TestMonths: each month is there once, also on days that other months do not have.
func TestMonths(t *testing.T) {
	zone := must[*time.Location](t)(time.LoadLocation("America/New_York"))
	for _, now := range []time.Time{
		time.Date(2026, 3, 31, 23, 59, 0, 0, time.UTC), time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 3, 30, 1, 0, 0, 0, zone),
	} {
		var names []string
		for _, month := range report.Months(now, 5) {
			names = append(names, month.Format(report.MonthFormat))
			if month.Day() != 1 || month.Hour() != 0 || month.Location() != now.Location() {
				t.Errorf("a month begins at %v", month)
			}
		}
		same(t, "months until "+now.String(), names, []string{"2026-03", "2026-02", "2026-01", "2025-12", "2025-11"})
	}
}
