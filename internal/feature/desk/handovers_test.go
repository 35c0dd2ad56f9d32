package desk_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"waybill/internal/feature/desk/parcels"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
)

// TestHandovers scans parcels onto lists: in order, twice, of another service, held, cancelled, and with a label that was changed.
func TestHandovers(t *testing.T) { onEachEngine(t, testHandovers) }

func testHandovers(t *testing.T, f *fixture) {
	s := f.Open(t)
	desk := &parcels.Parcels{Store: s}
	a, k, _ := account(t, s, "shipper")
	other, otherKey, _ := account(t, s, "other")
	list := must[parcels.Handover](t)(desk.OpenHandover(byAnn(t), a.AccountID, 1, "Dock 3"))
	equal(t, "number", list.Number(), "HL-00001")
	second := must[parcels.Handover](t)(desk.OpenHandover(byAnn(t), a.AccountID, 1, "Dock 4"))
	equal(t, "number", second.Number(), "HL-00002")
	for text, want := range map[string]int64{"HL-00002": 2, "hl-2": 2, "HL2": 2, "2": 0, "HL-": 0, "HL--2": 0, "HLX": 0} {
		if id, ok := parcels.ParseHandoverNumber(text); id != want && ok || ok != (want > 0) {
			t.Errorf("%s is %d, %v", text, id, ok)
		}
	}
	made := func(service int64, reference string) *shipment.Order {
		t.Helper()
		o := person("Budi", reference, "Jakarta")
		o.ServiceID, o.Weight = service, 1500
		return &create(t, s, k, o).Orders[0]
	}
	scan := func(of parcels.Handover, o *shipment.Order, scan string) parcels.Scan {
		t.Helper()
		return must[parcels.Scan](t)(desk.AddToHandover(byAnn(t), a.AccountID, of.HandoverID, o, scan))
	}
	good, held, cancelled, later := made(1, "A1"), made(1, "A2"), made(1, "A3"), made(1, "A4")
	equal(t, "good", scan(list, good, "s1").Message.Code(), problem.HandoverAdded)
	equal(t, "sent again", scan(list, good, "s1").Message.Code(), problem.HandoverAdded)
	equal(t, "scanned again", scan(list, good, "s2").Message.Code(), problem.HandoverRepeated)
	onOther := scan(second, good, "s3")
	equal(t, "on the other list", onOther.Message.Code(), problem.HandoverOtherList)
	equal(t, "the other list", onOther.OtherList, list.HandoverID)
	services := must[map[int64]shipment.Service](t)(s.MasterData.ServicesByID(t.Context()))
	equal(t, "another service", scan(list, made(2, "A5"), "s4").Message, problem.HandoverService.With(services[2].Name))
	must[[]store.HoldResult](t)(s.HoldOrders(t.Context(), a.AccountID, []string{held.TrackingNo}, "Not paid", false))
	refused := scan(list, held, "s5")
	equal(t, "held", refused.Message, problem.HandoverHeld.With("Not paid"))
	must[[]store.CancelResult](t)(s.CancelOrders(t.Context(), a.AccountID, []string{cancelled.TrackingNo}, false))
	equal(t, "cancelled", scan(list, cancelled, "s6").Message.Code(), problem.HandoverCancelled)
	before := must[shipment.Order](t)(s.OrderForEdit(t.Context(), a.AccountID, later.TrackingNo))
	after := before.Clone()
	after.Consignee.City = "Bandung"
	_, err := s.EditOrder(t.Context(), store.Edit{Before: &before, After: after, Changes: shipment.ChangesBetween(&before, after)})
	noError(t, err)
	equal(t, "stale", scan(list, later, "s7").Message.Code(), problem.HandoverStale)
	noError(t, s.Prints.MarkPrinted(t.Context(), a.AccountID, []int64{later.OrderID}))
	equal(t, "printed again", scan(list, later, "s8").Message.Code(), problem.HandoverAdded)
	_, err = desk.AddToHandover(t.Context(), other.AccountID, list.HandoverID, good, "s9")
	wantError(t, err, store.ErrNotFound)
	foreign := create(t, s, otherKey, person("Budi", "B1", "Jakarta")).Orders[0]
	_, err = desk.AddToHandover(t.Context(), a.AccountID, list.HandoverID, &foreign, "s10")
	wantError(t, err, store.ErrNotFound)

	now := must[parcels.Handover](t)(desk.Handover(t.Context(), a.AccountID, list.HandoverID))
	equal(t, "parcels", now.Parcels, 2)
	equal(t, "weight", now.Weight, 3000)
	equal(t, "expected", must[int64](t)(desk.HandoverExpected(t.Context(), a.AccountID, 1, 100)), 2)
	must[[]store.HoldResult](t)(s.StopOrders(byAnn(t), []string{good.TrackingNo}, "Customs asks"))
	equal(t, "expected without a stopped one", must[int64](t)(desk.HandoverExpected(t.Context(), a.AccountID, 1, 100)), 1)
	must[[]store.HoldResult](t)(s.LiftStops(byAnn(t), []string{good.TrackingNo}))
	must[[]store.HoldResult](t)(s.HoldOrders(t.Context(), a.AccountID, []string{good.TrackingNo}, "Wait", false))
	theirs := must[parcels.Handover](t)(desk.OpenHandover(byAnn(t), other.AccountID, 1, "Dock 3"))
	equal(t, "number of the other account's list", theirs.HandoverID, second.HandoverID+1)
	scanned := must[parcels.Scan](t)(desk.AddToHandover(byAnn(t), other.AccountID, theirs.HandoverID, &foreign, "s1"))
	equal(t, "theirs", scanned.Message.Code(), problem.HandoverAdded)
	must[[]store.HoldResult](t)(s.HoldOrders(t.Context(), other.AccountID, []string{foreign.TrackingNo}, "Theirs", false))
	trouble := must[[]parcels.Listed](t)(desk.HandoverTrouble(t.Context(), a.AccountID, list.HandoverID, 10))
	equal(t, "trouble", len(trouble), 1)
	equal(t, "why", trouble[0].Trouble+" "+trouble[0].TrackingNo, "handover_held "+good.TrackingNo)
	wantError(t, desk.CloseHandover(byAnn(t), now), parcels.ErrTrouble)
	noError(t, desk.RemoveFromHandover(t.Context(), a.AccountID, list.HandoverID, good.OrderID))
	wantError(t, desk.RemoveFromHandover(t.Context(), a.AccountID, list.HandoverID, good.OrderID), store.ErrNotFound)
	listed := must[[]parcels.Listed](t)(desk.ListedParcels(t.Context(), a.AccountID, list.HandoverID, store.Cursor{}, 10))
	equal(t, "parcels", len(listed), 1)
	equal(t, "by", listed[0].TrackingNo+" "+listed[0].ScannedBy, later.TrackingNo+" ann@depot")
	lists := must[[]parcels.Handover](t)(desk.Handovers(t.Context(), a.AccountID, 0, 10))
	equal(t, "lists", len(lists), 2)
	equal(t, "newest", lists[0].HandoverID, 2)
}

// TestCloseWaitsForScan closes a list while a scan of another parcel, which holds the list, is about to be stored.
func TestCloseWaitsForScan(t *testing.T) { onEachEngine(t, testCloseWaitsForScan) }

func testCloseWaitsForScan(t *testing.T, f *fixture) {
	s := f.Open(t)
	if s.DB.Engine() != engine.Postgres {
		t.Skip("one transaction writes at a time")
	}
	desk := &parcels.Parcels{Store: s}
	a, k, _ := account(t, s, "shipper")
	list := must[parcels.Handover](t)(desk.OpenHandover(byAnn(t), a.AccountID, 1, "Dock 3"))
	seen, late := create(t, s, k, person("Budi", "A1", "Jakarta")).Orders[0], create(t, s, k, person("Budi", "A2", "Jakarta")).Orders[0]
	must[parcels.Scan](t)(desk.AddToHandover(byAnn(t), a.AccountID, list.HandoverID, &seen, "s1"))
	list.GivenBy, list.TakenBy, list.Parcels = "Ann", "Joko", 1
	closed := make(chan error, 1)
	noError(t, s.DB.Write(t.Context(), func(ctx context.Context, q engine.Querier) error {
		_, err := engine.Value[int64](ctx, q, `SELECT handover_id FROM handovers WHERE account_id = $1 AND handover_id = $2 FOR UPDATE`,
			a.AccountID, list.HandoverID)
		if err != nil {
			return err
		}
		go func() { closed <- desk.CloseHandover(byAnn(t), list) }()
		for again := time.NewTicker(10 * time.Millisecond); ; <-again.C {
			waits, err := engine.Value[int64](ctx, s.DB.Reads, `SELECT count(*) FROM pg_stat_activity
				WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE '%handovers%'`)
			if err != nil || waits > 0 {
				return errors.Join(err, engine.Exec(ctx, q, `INSERT INTO handover_parcels
					(account_id, order_id, handover_id, tracking_no, weight, scanned_on, scanned_by, scan, carried)
					VALUES ($1, $2, $3, $4, 1, 1, 'bob', 's2', 0)`, a.AccountID, late.OrderID, list.HandoverID, late.TrackingNo))
			}
		}
	}))
	wantError(t, <-closed, parcels.ErrChanged) // nobody has seen the second parcel
	equal(t, "state", must[parcels.Handover](t)(desk.Handover(t.Context(), a.AccountID, list.HandoverID)).State, parcels.Open)
}

// TestHandoverIsCarriedOnce closes a list, and carries it in steps, by two workers.
func TestHandoverIsCarriedOnce(t *testing.T) { onEachEngine(t, testHandoverIsCarriedOnce) }

func testHandoverIsCarriedOnce(t *testing.T, f *fixture) {
	s := f.Open(t)
	desk := &parcels.Parcels{Store: s}
	a, k, _ := account(t, s, "shipper")
	list := must[parcels.Handover](t)(desk.OpenHandover(byAnn(t), a.AccountID, 1, "Dock 3"))
	var orders []shipment.Order
	for range 5 {
		o := person("Budi", "A1", "Jakarta")
		o.ServiceID, o.Weight = 1, 200
		orders = append(orders, create(t, s, k, o).Orders[0])
	}
	for i := range orders {
		must[parcels.Scan](t)(desk.AddToHandover(byAnn(t), a.AccountID, list.HandoverID, &orders[i], orders[i].TrackingNo))
	}
	equal(t, "nothing closes", carried(t, s, 2), 0)
	list.GivenBy, list.TakenBy, list.Signature, list.Parcels = "Ann", "Joko", "M1 1L2 2", 4
	wantError(t, desk.CloseHandover(byAnn(t), list), parcels.ErrChanged) // five were scanned
	list.Parcels = 5
	noError(t, desk.CloseHandover(byAnn(t), list))
	wantError(t, desk.CloseHandover(byAnn(t), list), parcels.ErrChanged)
	equal(t, "scan", must[parcels.Scan](t)(desk.AddToHandover(byAnn(t), a.AccountID, list.HandoverID, &orders[0], "late")).Message.Code(),
		problem.HandoverRepeated)
	wantError(t, desk.RemoveFromHandover(t.Context(), a.AccountID, list.HandoverID, orders[0].OrderID), store.ErrNotFound)
	wantError(t, desk.ReopenHandover(t.Context(), a.AccountID, list.HandoverID, "early"), parcels.ErrNotClosed)
	events := func() int64 {
		t.Helper()
		return int64(f.Count(t, `SELECT count(*) FROM tracking_events WHERE status = 'PICKED_UP'`))
	}
	for _, want := range []int64{2, 4, 5, 5} {
		equal(t, "closing", carried(t, s, 2), 1)
		equal(t, "picked up", events(), want)
		now := must[parcels.Handover](t)(desk.Handover(t.Context(), a.AccountID, list.HandoverID))
		equal(t, "progress", now.Carried, want)
	}
	equal(t, "closing", carried(t, s, 2), 0)
	now := must[parcels.Handover](t)(desk.Handover(t.Context(), a.AccountID, list.HandoverID))
	equal(t, "state", now.State, parcels.Closed)
	equal(t, "who", now.GivenBy+" "+now.TakenBy+" "+now.ClosedBy, "Ann Joko ann@depot")
	equal(t, "weight", now.Weight, 1000)
	equal(t, "status", stored(t, s, orders[4].TrackingNo).TrackerStatus, shipment.PickedUp)

	// Opened again, it takes another parcel; closed again, only this one is carried.
	noError(t, desk.ReopenHandover(byAnn(t), a.AccountID, list.HandoverID, "One more"))
	wantError(t, desk.RemoveFromHandover(t.Context(), a.AccountID, list.HandoverID, orders[0].OrderID), store.ErrNotFound) // the driver has it
	o := person("Budi", "A2", "Jakarta")
	o.ServiceID = 1
	late := create(t, s, k, o).Orders[0]
	equal(t, "late", must[parcels.Scan](t)(desk.AddToHandover(byAnn(t), a.AccountID, list.HandoverID, &late, "x")).Message.Code(),
		problem.HandoverAdded)
	list.Parcels = 6
	noError(t, desk.CloseHandover(byAnn(t), list))
	for range 2 {
		carried(t, s, 10)
	}
	equal(t, "picked up", events(), 6)
	equal(t, "reason", must[parcels.Handover](t)(desk.Handover(t.Context(), a.AccountID, list.HandoverID)).Reason, "One more")
	another := must[parcels.Handover](t)(desk.OpenHandover(byAnn(t), a.AccountID, 1, ""))
	equal(t, "another list", must[parcels.Scan](t)(desk.AddToHandover(byAnn(t), a.AccountID, another.HandoverID, &late, "y")).Message.Code(),
		problem.HandoverOtherList)
}

// carried carries lists that are closing once, and returns how many there were.
func carried(t *testing.T, s *store.Store, limit int) int {
	t.Helper()
	closing, newest, err := (&parcels.Parcels{Store: s}).CarryHandovers(t.Context(), limit)
	noError(t, err)
	equal(t, "the newest order is known", newest > 0, closing > 0)
	return closing
}

// TestStoppedParcelStays: a parcel that the operator stops is neither packed nor put on a list, and a list that has it is not closed.
func TestStoppedParcelStays(t *testing.T) {
	onEachEngine(t, func(t *testing.T, f *fixture) {
		s := f.Open(t)
		desk := &parcels.Parcels{Store: s}
		a, k, _ := account(t, s, "shipper")
		o := person("Budi", "A1", "Jakarta")
		o.ServiceID, o.Weight = 1, 200
		listed, loose := create(t, s, k, o).Orders[0], create(t, s, k, o).Orders[0]
		list := must[parcels.Handover](t)(desk.OpenHandover(byAnn(t), a.AccountID, 1, "Dock 3"))
		must[parcels.Scan](t)(desk.AddToHandover(byAnn(t), a.AccountID, list.HandoverID, &listed, "s1"))
		must[[]store.HoldResult](t)(s.StopOrders(byAnn(t), []string{listed.TrackingNo, loose.TrackingNo}, "Customs asks"))
		packing := parcels.Packing{OrderID: loose.OrderID, On: s.DB.Now(), Scan: "p1"}
		packed := must[parcels.Scan](t)(desk.SavePacking(byAnn(t), a.AccountID, packing))
		equal(t, "packed", packed.Outcome, parcels.Refused)
		equal(t, "why not packed", packed.Message.Code(), problem.PackStopped.Code())
		added := must[parcels.Scan](t)(desk.AddToHandover(byAnn(t), a.AccountID, list.HandoverID, &loose, "s2"))
		equal(t, "added", added.Outcome, parcels.Refused)
		equal(t, "why not added", added.Message.Code(), problem.HandoverStopped.Code())
		trouble := must[[]parcels.Listed](t)(desk.HandoverTrouble(t.Context(), a.AccountID, list.HandoverID, 10))
		equal(t, "trouble", len(trouble), 1)
		equal(t, "why", trouble[0].Trouble, "handover_stopped")
		list.GivenBy, list.TakenBy, list.Signature, list.Parcels = "Ann", "Joko", "M1 1L2 2", 1
		wantError(t, desk.CloseHandover(byAnn(t), list), parcels.ErrTrouble)
		must[[]store.HoldResult](t)(s.LiftStops(byAnn(t), []string{listed.TrackingNo}))
		noError(t, desk.CloseHandover(byAnn(t), list))
	})
}

// TestAStopAfterTheSignature: a parcel that is stopped after its list was signed is carried, because the driver has it and the signed count
// is what is carried. The list names it, and its stop stays.
func TestAStopAfterTheSignature(t *testing.T) {
	onEachEngine(t, func(t *testing.T, f *fixture) {
		s := f.Open(t)
		desk := &parcels.Parcels{Store: s}
		a, k, _ := account(t, s, "shipper")
		o := person("Budi", "A1", "Jakarta")
		o.ServiceID = 1
		first, second := create(t, s, k, o).Orders[0], create(t, s, k, o).Orders[0]
		list := must[parcels.Handover](t)(desk.OpenHandover(byAnn(t), a.AccountID, 1, "Dock 3"))
		must[parcels.Scan](t)(desk.AddToHandover(byAnn(t), a.AccountID, list.HandoverID, &first, "s1"))
		must[parcels.Scan](t)(desk.AddToHandover(byAnn(t), a.AccountID, list.HandoverID, &second, "s2"))
		list.GivenBy, list.TakenBy, list.Parcels = "Ann", "Joko", 2
		noError(t, desk.CloseHandover(byAnn(t), list))
		must[[]store.HoldResult](t)(s.StopOrders(byAnn(t), []string{second.TrackingNo}, "Customs asks"))
		for closing := 1; closing > 0; {
			var err error
			closing, _, err = desk.CarryHandovers(t.Context(), 10)
			noError(t, err)
		}
		carried := must[parcels.Handover](t)(desk.Handover(t.Context(), a.AccountID, list.HandoverID))
		equal(t, "carried", carried.Carried, carried.Parcels)
		stopped := must[[]parcels.Listed](t)(desk.HandoverStopped(t.Context(), a.AccountID, list.HandoverID, 10))
		equal(t, "stopped", len(stopped), 1)
		equal(t, "which", stopped[0].TrackingNo, second.TrackingNo)
		after := must[shipment.Order](t)(s.OrderByTrackingNo(t.Context(), second.TrackingNo))
		equal(t, "status", after.TrackerStatus, shipment.PickedUp)
		next := must[[]store.Parcel](t)(s.Parcels(t.Context(), a.AccountID, []shipment.Order{after}))
		equal(t, "what its next scan says", next[0].Stop, "Customs asks")
	})
}

// TestEachTroubleKeepsAListOpen: a parcel that was cancelled, stopped or held since it was scanned, or has no label any more, is named, and
// the list is not closed with it. It is closed by people alone, not by scans in the place of names, and is without its signature when it is
// opened again.
func TestEachTroubleKeepsAListOpen(t *testing.T) { onEachEngine(t, testEachTroubleKeepsAListOpen) }

func testEachTroubleKeepsAListOpen(t *testing.T, f *fixture) {
	s := f.Open(t)
	d := newDesk(f, s)
	a, k, _ := account(t, s, "shipper")
	o := create(t, s, k, person("Budi", "A1", "Jakarta")).Orders[0]
	by := masterdata.Caller{AccountID: a.AccountID}
	list := must[parcels.Handover](t)(d.Parcels.OpenHandover(byAnn(t), a.AccountID, o.ServiceID, "Dock"))
	must[parcels.Scan](t)(d.Parcels.AddToHandover(byAnn(t), a.AccountID, list.HandoverID, &o, ""))
	sign := request.HandoverRequest{GivenBy: "Ann", TakenBy: "Joko", Signature: "M1 1L2 2", Parcels: 1}
	for _, trouble := range []struct{ code, makes, ends string }{
		{"handover_cancelled", `UPDATE orders SET tracker_status = 'CANCELLED'`, `UPDATE orders SET tracker_status = 'ORDER_CREATED'`},
		{"handover_no_label", `UPDATE orders SET has_label = 0`, `UPDATE orders SET has_label = 1`},
		{"handover_label_changed", `UPDATE orders SET label_changed_on = 9000000000000000`, `UPDATE orders SET label_changed_on = 0`},
		{"handover_stopped", `INSERT INTO order_stops (account_id, order_id, reason, stopped_on, actor_kind, actor)
			SELECT account_id, order_id, 'Look', 1, 'user', 'ann' FROM orders`, `DELETE FROM order_stops`},
	} {
		f.Exec(t, trouble.makes)
		found := must[[]parcels.Listed](t)(d.Parcels.HandoverTrouble(t.Context(), a.AccountID, list.HandoverID, 10))
		if len(found) != 1 || found[0].Trouble != trouble.code {
			t.Errorf("%s: %v", trouble.code, found)
		}
		_, err := d.CloseHandover(byAnn(t), by, list.HandoverID, sign)
		wantError(t, err, parcels.ErrTrouble)
		f.Exec(t, trouble.ends)
	}
	for _, number := range []string{list.Number(), "hl1", o.TrackingNo} {
		for i := range 2 {
			wrong := sign
			*[]*string{&wrong.GivenBy, &wrong.TakenBy}[i] = number
			_, err := d.CloseHandover(byAnn(t), by, list.HandoverID, wrong)
			if _, invalid := errors.AsType[*request.InvalidError](err); !invalid {
				t.Errorf("%s in the place of name %d: %v", number, i, err)
			}
		}
	}
	closed := must[parcels.Handover](t)(d.CloseHandover(byAnn(t), by, list.HandoverID, sign))
	equal(t, "closed", closed.Signature+" "+closed.TakenBy, "M1 1L2 2 Joko")
	carryAll(t, d.Parcels)
	open := must[parcels.Handover](t)(d.ReopenHandover(byAnn(t), by, list.HandoverID, request.HandoverRequest{Reason: "One more"}))
	equal(t, "open again", string(open.State)+" "+open.Signature+open.Reason, "open One more")
	equal(t, "picked up", open.Carried, 1)
}
