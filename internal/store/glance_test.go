package store_test

import (
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

func TestGlance(t *testing.T) { onEachEngine(t, testGlance) }

func testGlance(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	create(t, s, k, storetest.Order(9)) // before the days
	f.clock.Advance(24 * time.Hour)
	since := f.clock.Now()
	first := create(t, s, k, storetest.Order(1), storetest.Order(2))
	_, err := s.HoldOrders(t.Context(), other.AccountID, []string{create(t, s, other, storetest.Order(3)).Orders[0].TrackingNo}, "Wait", false)
	noError(t, err)
	_, err = s.CancelOrders(t.Context(), a.AccountID, []string{first.Orders[0].TrackingNo}, false)
	noError(t, err)
	f.clock.Advance(25 * time.Hour)
	second := submit(t, s, k, 2)
	claimed := must[[]store.Submission](t)(s.Ledger.ClaimSubmissions(t.Context(), "worker", "p", 1, time.Minute))
	noError(t, s.Ledger.StartAttempt(t.Context(), &claimed[0], time.Minute))
	noError(t, s.Ledger.RecordOutcome(t.Context(), claimed[0], store.Outcome{State: store.SubmissionFailed, Message: "refused"}))
	submit(t, s, other, 2)
	for _, sub := range must[[]store.Submission](t)(s.Ledger.ClaimSubmissions(t.Context(), "worker", "p", 2, time.Minute)) {
		if sub.AccountID == other.AccountID {
			noError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute))
			noError(t, s.Ledger.RecordOutcome(t.Context(), sub, store.Outcome{State: store.SubmissionFailed, Message: "refused"}))
		}
	}
	noError(t, s.Prints.MarkPrinted(t.Context(), a.AccountID, []int64{first.Orders[1].OrderID, second[0].OrderID}))
	f.clock.Advance(2 * time.Hour)
	last := create(t, s, k, orders(3)...).Orders
	noError(t, s.Prints.MarkPrinted(t.Context(), a.AccountID, []int64{last[0].OrderID, last[1].OrderID}))
	f.clock.Advance(time.Minute)
	_, err = edit(t, s, k, last[0].TrackingNo, "", toBandung) // the print is stale
	noError(t, err)
	_, err = edit(t, s, k, last[1].TrackingNo, "", func(o *shipment.Order) { o.PickupNotes = "Ring once" })
	noError(t, err)

	_, held := last[2], must[[]store.HoldResult](t)(s.HoldOrders(t.Context(), a.AccountID, []string{last[2].TrackingNo}, "Wait", false))
	equal(t, "held", held[0].Changed, true)
	got := must[store.Glance](t)(s.Glance(t.Context(), a.AccountID, since, 2))
	counts := map[store.DayCount]bool{}
	for _, c := range got.Counts {
		counts[c] = true
	}
	same(t, "orders by day and status", counts, map[store.DayCount]bool{
		{Day: 0, Status: shipment.OrderCreated, Orders: 1}: true, {Day: 0, Status: shipment.Cancelled, Orders: 1}: true,
		{Day: 1, Status: shipment.OrderCreated, Orders: 5}: true,
	})
	same(t, "printed", got.Printed, []int64{0, 3})
	equal(t, "stale", got.Stale, 1)
	stale := store.OrderFilter{AccountID: a.AccountID, Filter: shipment.Filter{LabelStale: true}}
	again := must[store.Browsed[shipment.Order]](t)(s.BrowseOrders(t.Context(), stale, store.Cursor{}))
	equal(t, "orders to print again", again.Found[0].OrderID,
		last[0].OrderID)
	same(t, "failed", got.Failed, []int64{0, 1})
	equal(t, "held orders", got.Held, 1)
	equal(t, "waiting", got.Waiting, 1)
	none := must[store.Glance](t)(s.Glance(t.Context(), a.AccountID, f.clock.Now().Add(time.Hour), 1))
	equal(t, "no orders", len(none.Counts), 0)
}
