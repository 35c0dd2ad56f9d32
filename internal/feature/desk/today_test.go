package desk_test

import (
	"testing"
	"time"

	"waybill/internal/feature/desk/parcels"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// TestToday lists orders by whether and when their parcel was packed and handed over.
func TestToday(t *testing.T) { onEachEngine(t, testToday) }

func testToday(t *testing.T, f *fixture) {
	s := f.Open(t)
	desk := &parcels.Parcels{Store: s}
	a, k, _ := account(t, s, "shipper")
	day := f.Clock.Now().Truncate(24 * time.Hour)
	listed := func(facet shipment.Facet, from time.Time) (n int) {
		t.Helper()
		filter := store.OrderFilter{AccountID: a.AccountID, Got: []store.Got{{Facet: facet, From: from, To: from.Add(24 * time.Hour)}}}
		return len(must[store.Browsed[shipment.Order]](t)(s.BrowseOrders(t.Context(), filter, store.Cursor{})).Found)
	}
	made := create(t, s, k, person("Budi", "A1", "Jakarta"), person("Budi", "A2", "Jakarta"), person("Budi", "A3", "Jakarta"),
		person("Budi", "A4", "Jakarta")).Orders
	must[[]store.HoldResult](t)(s.HoldOrders(t.Context(), a.AccountID, []string{made[3].TrackingNo}, "Wait", false))
	for i, on := range []time.Time{day.Add(-time.Hour), day} {
		_, err := desk.SavePacking(byAnn(t), a.AccountID, parcels.Packing{OrderID: made[i].OrderID, On: on})
		noError(t, err)
	}
	_, err := desk.SavePacking(byAnn(t), a.AccountID, parcels.Packing{OrderID: made[2].OrderID}) // on the station
	noError(t, err)
	equal(t, "packed yesterday", listed(shipment.Packed, day.AddDate(0, 0, -1)), 1)
	equal(t, "packed today", listed(shipment.Packed, day), 1)
	equal(t, "packed tomorrow", listed(shipment.Packed, day.AddDate(0, 0, 1)), 0)
	h := must[parcels.Handover](t)(desk.OpenHandover(byAnn(t), a.AccountID, made[0].ServiceID, "Depot"))
	for i := range 2 {
		must[parcels.Scan](t)(desk.AddToHandover(byAnn(t), a.AccountID, h.HandoverID, &made[i], "s"))
	}
	equal(t, "handed over before the list is closed", listed(shipment.Driven, day), 0)
	h.Parcels, h.GivenBy, h.TakenBy = 2, "Ann", "Bo"
	noError(t, desk.CloseHandover(byAnn(t), h))
	_, _, err = desk.CarryHandovers(t.Context(), 9)
	noError(t, err)
	equal(t, "handed over today", listed(shipment.Driven, day), 2)
	equal(t, "handed over yesterday", listed(shipment.Driven, day.AddDate(0, 0, -1)), 0)
	for packed, want := range map[bool]int64{true: 2, false: 2} {
		filter := store.OrderFilter{AccountID: a.AccountID}
		filter.Facets[shipment.Packed] = &packed
		page := must[store.OrderPage](t)(s.ListOrders(t.Context(), filter, 1))
		equal(t, "count", page.Count, want)
		for i := range page.Records {
			is := page.Records[i].OrderID == made[0].OrderID || page.Records[i].OrderID == made[1].OrderID
			equal(t, "packed", is, packed)
		}
	}
}
