package floor_test

import (
	"testing"
	"time"

	"waybill/internal/feature/floor"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// TestTheLastMeasuringCounts: of several measurings of a parcel the last one by the time of the scans stands beside what its shipper
// states, in the detail and in the list, however late it came. Scans without a weight or a size are none, and no account sees that of
// another.
func TestTheLastMeasuringCounts(t *testing.T) {
	onEachEngine(t, func(h *hubTest) {
		o, other := h.create(h.shipper, 1, "A-1"), h.create(h.account("other"), 1, "B-1")
		scan := func(name string, a shipment.Activity, ago time.Duration, s request.HubScan) {
			t.Helper()
			now := h.Clock.Now()
			s.Scan, s.Code, s.ScannedOn = name, o.TrackingNo, now.Add(-ago)
			got := must[[]floor.Result](t)(h.floor.Scan(byAnn(t), request.HubScans{
				HubID: h.hub.HubID, Activity: string(a), SentOn: now, Scans: []request.HubScan{s},
			}))
			if got[0].Outcome != floor.Recorded {
				t.Errorf("%s: %s", name, got[0].Outcome)
			}
		}
		measured := func(want shipment.Measuring) {
			t.Helper()
			d := must[store.Detail](t)(h.store.OrderDetail(t.Context(), o.AccountID, o.TrackingNo))
			page, ok, err := h.floor.Parcels(t.Context(), request.ParcelFilter{}, "")
			if err != nil || !ok || len(page.Parcels) != 2 {
				t.Fatalf("%+v, %v", page, err)
			}
			for what, got := range map[string]shipment.Measuring{"detail": d.Measured, "list": page.Parcels[1].Measured} {
				if !got.On.Equal(want.On) {
					t.Errorf("%s: %s, want %s", what, got.On, want.On)
				}
				if got.On = want.On; got != want {
					t.Errorf("%s: %+v, want %+v", what, got, want)
				}
			}
			if m := page.Parcels[0].Measured; m != (shipment.Measuring{}) {
				t.Errorf("the parcel of another account: %+v", m)
			}
		}
		scan("in", shipment.ActivityInbound, 0, request.HubScan{})
		measured(shipment.Measuring{})
		h.Clock.Advance(time.Hour)
		on := h.Clock.Now()
		scan("size", shipment.ActivityMeasured, 0, request.HubScan{Weight: 1400, Length: 3000, Width: 2000, Height: 1000})
		scan("late", shipment.ActivityMeasured, time.Minute, request.HubScan{Weight: 9000})
		measured(shipment.Measuring{On: on, Weight: 1400, Length: 3000, Width: 2000, Height: 1000})
		h.Clock.Advance(time.Hour)
		on = h.Clock.Now()
		scan("weight", shipment.ActivityInbound, 0, request.HubScan{Weight: 1250}) // devices weigh parcels as they come in
		h.Clock.Advance(time.Hour)
		scan("out", shipment.ActivityFound, 0, request.HubScan{})
		measured(shipment.Measuring{On: on, Weight: 1250})
		none := must[map[int64]shipment.Measuring](t)(h.store.Measured(t.Context(), other.AccountID, []int64{o.OrderID}))
		if len(none) != 0 {
			t.Errorf("another account: %+v", none)
		}
	})
}
