package store_test

import (
	"maps"
	"slices"
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
	now := f.clock.Now()
	filters := map[string]store.OrderFilter{
		"printed on the first day": {Got: []store.Got{{Facet: shipment.LabelPrinted, From: since, To: since.Add(24 * time.Hour)}}},
		"printed on the second":    {Got: []store.Got{{Facet: shipment.LabelPrinted, From: since.Add(24 * time.Hour), To: now.Add(time.Hour)}}},
		"printed at once, and packed": {Got: []store.Got{
			{Facet: shipment.LabelPrinted, From: since, To: now}, {Facet: shipment.Packed, From: since, To: now},
		}},
		"stale":     {Filter: shipment.Filter{LabelStale: true}},
		"failed":    {Filter: shipment.Filter{StatusCode: new(shipment.StatusSubmissionFailed)}, Live: true},
		"held":      {Filter: shipment.Filter{Held: new(true)}},
		"waiting":   {Filter: shipment.Filter{StatusCode: new(shipment.StatusNone), Held: new(false)}, NoFacts: new(false), Live: true},
		"live":      {Live: true},
		"cancelled": {Filter: shipment.Filter{TrackerStatus: shipment.Cancelled}, Live: true},
	}
	want := map[string]int{
		"printed on the first day": 0, "printed on the second": 4, "stale": 1, "failed": 1, "held": 1, "waiting": 1, "live": 7,
		"printed at once, and packed": 0, "cancelled": 0,
	}
	names := slices.Sorted(maps.Keys(filters))
	var asked []store.OrderFilter
	for _, name := range names {
		filter := filters[name]
		filter.AccountID = a.AccountID
		asked = append(asked, filter)
	}
	got := must[store.Glance](t)(s.Glance(t.Context(), a.AccountID, []time.Time{since, since.Add(24 * time.Hour)}, asked, 100))
	counts := map[store.DayCount]bool{}
	for _, c := range got.Days {
		counts[c] = true
	}
	same(t, "orders by day and status", counts, map[store.DayCount]bool{
		{Day: 0, Status: shipment.OrderCreated, Orders: 1}: true, {Day: 0, Status: shipment.Cancelled, Orders: 1}: true,
		{Day: 1, Status: shipment.OrderCreated, Orders: 5}: true,
	})
	for i, name := range names {
		equal(t, name, got.Counts[i], store.Count{Orders: want[name]})
		listed := must[store.Browsed[shipment.Order]](t)(s.BrowseOrders(t.Context(), asked[i], store.Cursor{}))
		equal(t, name+", listed", len(listed.Found), want[name])
	}
	few := must[store.Glance](t)(s.Glance(t.Context(), a.AccountID, []time.Time{now.Add(time.Hour)}, asked[:1], 100))
	equal(t, "no orders", len(few.Days), 0)
	live := store.OrderFilter{AccountID: a.AccountID, Live: true}
	most := must[store.Glance](t)(s.Glance(t.Context(), a.AccountID, []time.Time{now}, []store.OrderFilter{live}, 3))
	equal(t, "more than are counted", most.Counts[0], store.Count{Orders: 3, More: true})
}
