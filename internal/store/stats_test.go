package store_test

import (
	"testing"
	"time"

	"waybill/internal/store/report"
	"waybill/internal/store/storetest"
)

func TestStats(t *testing.T) { onEachEngine(t, testStats) }

func testStats(t *testing.T, f *fixture) {
	s := f.open(t)
	reader := report.Reader{Store: s}
	a, k, _ := account(t, s, "shipper")
	b, other, _ := account(t, s, "other")
	day := f.clock.Now().Truncate(24 * time.Hour)
	f.clock.Advance(day.Add(24*time.Hour - time.Microsecond).Sub(f.clock.Now()))
	create(t, s, k, storetest.Order(1), storetest.Order(2))
	f.clock.Advance(time.Microsecond)
	next := day.Add(24 * time.Hour)
	create(t, s, k, storetest.Order(3))
	create(t, s, other, storetest.Order(4))
	count := func(accountID int64, to time.Time, by ...report.StatsKey) []report.StatsRow {
		t.Helper()
		return must[[]report.StatsRow](t)(reader.Stats(t.Context(), accountID, day, to, by))
	}
	end := next.Add(24 * time.Hour)
	same(t, "in all", count(0, end), []report.StatsRow{{Orders: 4}})
	same(t, "until the second day", count(0, next), []report.StatsRow{{Orders: 2}})
	same(t, "from the second day on", must[[]report.StatsRow](t)(reader.Stats(t.Context(), 0, next, end, nil)), []report.StatsRow{{Orders: 2}})
	same(t, "by day", count(0, end, report.StatsDay), []report.StatsRow{{Day: day, Orders: 2}, {Day: next, Orders: 2}})
	first := report.StatsRow{Day: day, AccountID: a.AccountID, ServiceID: storetest.Order(1).ServiceID, State: "ORDER_CREATED", Orders: 2}
	second, third := first, first
	second.Day, second.Orders = next, 1
	third.Day, third.Orders, third.AccountID = next, 1, b.AccountID
	same(t, "by all keys", count(0, end, report.StatsState, report.StatsService, report.StatsAccount, report.StatsDay),
		[]report.StatsRow{first, second, third})
	one := report.StatsRow{ServiceID: first.ServiceID, State: first.State, Orders: 2}
	same(t, "recent", must[[]report.StatsRow](t)(reader.RecentStats(t.Context(), next)), []report.StatsRow{one})
	same(t, "of an account", count(b.AccountID, end, report.StatsAccount), []report.StatsRow{{AccountID: b.AccountID, Orders: 1}})
}
