package desk_test

import (
	"slices"
	"testing"
	"time"

	"waybill/internal/feature/desk/parcels"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// TestToday counts what is packed and what is left, and lists orders by whether their parcel is packed.
func TestToday(t *testing.T) { onEachEngine(t, testToday) }

func testToday(t *testing.T, f *fixture) {
	s := f.Open(t)
	desk := &parcels.Parcels{Store: s}
	a, k, _ := account(t, s, "shipper")
	day := f.Clock.Now().Truncate(24 * time.Hour)
	counted := func() map[string][]int64 {
		t.Helper()
		return must[store.Glance](t)(s.Glance(t.Context(), a.AccountID, day.AddDate(0, 0, -1), 2)).Parts
	}
	made := create(t, s, k, person("Budi", "A1", "Jakarta"), person("Budi", "A2", "Jakarta"), person("Budi", "A3", "Jakarta"),
		person("Budi", "A4", "Jakarta")).Orders
	equal(t, "counts before anything is packed", len(counted()), 0)
	must[[]store.HoldResult](t)(s.HoldOrders(t.Context(), a.AccountID, []string{made[3].TrackingNo}, "Wait", false))
	for i, on := range []time.Time{day.Add(-time.Hour), f.Clock.Now()} {
		_, _, err := desk.SavePacking(byAnn(t), a.AccountID, parcels.Packing{OrderID: made[i].OrderID, On: on})
		noError(t, err)
	}
	_, _, err := desk.SavePacking(byAnn(t), a.AccountID, parcels.Packing{OrderID: made[2].OrderID}) // on the station
	noError(t, err)
	for name, want := range map[string][]int64{
		parcels.ToPack: {1}, parcels.ToHandOver: {1}, parcels.Left: {1}, parcels.PackedBy: {0, 0, 0, 0, 1},
	} {
		if got := counted()[name]; !slices.Equal(got, want) {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
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
