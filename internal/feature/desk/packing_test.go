package desk_test

import (
	"fmt"
	"testing"
	"time"

	"waybill/internal/feature/desk/parcels"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
)

// TestPacking packs parcels: in order, again, held, and one that another packer has on the station.
func TestPacking(t *testing.T) { onEachEngine(t, testPacking) }

func testPacking(t *testing.T, f *fixture) {
	s := f.Open(t)
	desk := &parcels.Parcels{Store: s}
	a, k, _ := account(t, s, "shipper")
	other, _, _ := account(t, s, "other")
	made := create(t, s, k, person("Budi", "A1", "Jakarta"), person("Budi", "A2", "Jakarta"), person("Budi", "A3", "Jakarta")).Orders
	ann, bob := byAnn(t), audit.WithActor(t.Context(), audit.Actor{Kind: audit.ActorUser, Name: "bob@depot"})
	save := func(o *shipment.Order, scan string, on time.Time) string {
		t.Helper()
		p := parcels.Packing{OrderID: o.OrderID, On: on, Ticked: []int64{1, 0}, Weight: 1200, Scan: scan}
		return must[parcels.Scan](t)(desk.SavePacking(ann, a.AccountID, p)).Outcome
	}
	now := s.DB.Now()
	equal(t, "on the station", save(&made[0], "s1", time.Time{}), parcels.OnStation)
	equal(t, "in its place", save(&made[1], "s2", time.Time{}), parcels.OnStation)
	_, err := desk.PackingOf(ann, a.AccountID, made[0].OrderID)
	wantError(t, err, store.ErrNotFound)
	open, last, _, err := desk.Station(ann, a.AccountID, now)
	noError(t, err)
	equal(t, "open", open.OrderID, made[1].OrderID)
	equal(t, "ticked", len(open.Ticked), 2)
	equal(t, "weight", open.Weight, 1200)
	equal(t, "last", last.OrderID, 0)
	equal(t, "packed", save(&made[1], "s3", now), parcels.Packed)
	equal(t, "sent again", save(&made[1], "s3", now), parcels.Packed)
	equal(t, "scanned again", save(&made[1], "s4", time.Time{}), parcels.Unchanged)
	byBob := must[parcels.Scan](t)(desk.SavePacking(bob, a.AccountID, parcels.Packing{OrderID: made[1].OrderID, On: now, Scan: "s3"}))
	equal(t, "a scan of that name by another packer", byBob.Message, problem.PackedBefore.With("ann@depot"))
	equal(t, "its outcome", byBob.Outcome, parcels.Unchanged)
	open, last, packed, err := desk.Station(ann, a.AccountID, now)
	noError(t, err)
	equal(t, "packed", [3]int64{open.OrderID, last.OrderID, packed}, [3]int64{0, made[1].OrderID, 1})
	open, last, packed, err = desk.Station(bob, a.AccountID, now)
	noError(t, err)
	equal(t, "of another packer", [3]int64{open.OrderID, last.OrderID, packed}, [3]int64{})
	open, last, packed, err = desk.Station(ann, other.AccountID, now)
	noError(t, err)
	equal(t, "of the packer in another account", [3]int64{open.OrderID, last.OrderID, packed}, [3]int64{})
	_, err = desk.PackingOf(ann, other.AccountID, made[1].OrderID)
	wantError(t, err, store.ErrNotFound)
	must[[]store.HoldResult](t)(s.HoldOrders(ann, a.AccountID, []string{made[2].TrackingNo}, "Not paid", false))
	refused := must[parcels.Scan](t)(desk.SavePacking(ann, a.AccountID, parcels.Packing{OrderID: made[2].OrderID, On: now, Scan: "s5"}))
	equal(t, "held", refused.Outcome, parcels.Refused)
	equal(t, "why", refused.Message, problem.PackHeld.With("Not paid"))
	equal(t, "packed", refused.Packing.On.IsZero(), true)
	must[[]store.CancelResult](t)(s.CancelOrders(ann, a.AccountID, []string{made[2].TrackingNo}, false))
	refused = must[parcels.Scan](t)(desk.SavePacking(ann, a.AccountID, parcels.Packing{OrderID: made[2].OrderID, On: now, Scan: "s5"}))
	equal(t, "cancelled", refused.Message, problem.PackCancelled)
	_, err = desk.SavePacking(ann, other.AccountID, parcels.Packing{OrderID: made[0].OrderID, On: now, Scan: "s6"})
	wantError(t, err, store.ErrNotFound)

	wantError(t, desk.UndoPacking(bob, a.AccountID, made[1].OrderID), store.ErrNotFound)
	list := must[parcels.Handover](t)(desk.OpenHandover(ann, a.AccountID, made[1].ServiceID, "Dock"))
	must[parcels.Scan](t)(desk.AddToHandover(ann, a.AccountID, list.HandoverID, &made[1], "s7"))
	wantError(t, desk.UndoPacking(ann, a.AccountID, made[1].OrderID), parcels.ErrTooLate)
	noError(t, desk.RemoveFromHandover(ann, a.AccountID, list.HandoverID, made[1].OrderID))
	noError(t, desk.UndoPacking(ann, a.AccountID, made[1].OrderID))
	wantError(t, desk.UndoPacking(ann, a.AccountID, made[1].OrderID), store.ErrNotFound)
	equal(t, "again", save(&made[1], "s8", now), parcels.Packed)
	f.Exec(t, fmt.Sprintf(`UPDATE orders SET tracker_status = 'PICKED_UP' WHERE order_id = %d`, made[1].OrderID)) // its partner says so
	wantError(t, desk.UndoPacking(ann, a.AccountID, made[1].OrderID), parcels.ErrTooLate)
}
