package desk_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"waybill/internal/feature/desk"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
)

// eveningOf makes parcels of some accounts, in turn of five services.
func eveningOf(t *testing.T, s *store.Store, accounts, count int) (all []shipment.Order) {
	t.Helper()
	for a := range accounts {
		_, k, _ := account(t, s, fmt.Sprintf("shipper %d", a))
		var of []shipment.Order
		for i := a; i < count; i += accounts {
			o := person("Budi", fmt.Sprintf("R-%d", i), "Jakarta")
			o.ServiceID, o.Weight = int64(1+i/accounts%5), 1000
			of = append(of, o)
		}
		all = append(all, create(t, s, k, of...).Orders...)
	}
	return all
}

func newDesk(f *fixture, s *store.Store) *desk.Service {
	return desk.New(orders.New(orders.Config{Store: s, Now: f.Clock.Now}))
}

func openRun(t *testing.T, d *desk.Service, stops ...request.RunStop) parcels.Run {
	t.Helper()
	return must[parcels.Run](t)(d.OpenRun(byAnn(t), masterdata.Caller{}, request.Run{
		Van: "SGX 1234 A", Driver: "Joko", Place: "Depot", Date: "2026-11-30", Stops: stops,
	}))
}

func scanTo(t *testing.T, d *desk.Service, run parcels.Run, code, scan string) parcels.Scan {
	t.Helper()
	return must[parcels.Scan](t)(d.ScanToRun(byAnn(t), run.RunID, request.HandoverRequest{Code: code, Scan: scan}))
}

func runOf(t *testing.T, d *desk.Service, run parcels.Run) parcels.Run {
	t.Helper()
	return must[parcels.Run](t)(d.Parcels.Run(t.Context(), run.RunID))
}

// carryAll carries runs and lists until nothing is left.
func carryAll(t *testing.T, p *parcels.Parcels) {
	t.Helper()
	for left := 1; left > 0; {
		noError(t, p.CarryRuns(t.Context()))
		closing, _, err := p.CarryHandovers(t.Context(), 100)
		noError(t, err)
		left = closing
	}
	noError(t, p.CarryRuns(t.Context()))
}

// TestRunOfAnEvening takes 600 parcels of 19 shippers and 5 services on one run with one signature. Their numbers, which two processes
// draw, are unique, and each parcel becomes picked up once.
func TestRunOfAnEvening(t *testing.T) { onEachEngine(t, testRunOfAnEvening) }

func testRunOfAnEvening(t *testing.T, f *fixture) {
	const shippers, count = 19, 600
	s, also := f.Open(t), f.Open(t)
	d, other := newDesk(f, s), newDesk(f, also)
	all := eveningOf(t, s, shippers, count)
	run := openRun(t, d)
	for i := range all {
		by, code := d, all[i].TrackingNo
		if i%2 == 1 {
			by = other
		}
		if i%3 == 0 {
			code = all[i].ShipperOrderID
		}
		if scan := scanTo(t, by, run, code, fmt.Sprintf("s%d", i)); scan.Outcome != parcels.Added || scan.TrackingNo != all[i].TrackingNo {
			t.Fatalf("%s: %s of %s, %v", code, scan.Outcome, scan.TrackingNo, scan.Message)
		}
	}
	equal(t, "parcels", runOf(t, d, run).Parcels, count)
	noError(t, d.Parcels.CountRun(byAnn(t), run.RunID))
	counted := runOf(t, d, run)
	equal(t, "state", counted.State, parcels.RunCounted)
	equal(t, "counted", counted.Parcels, count)
	equal(t, "weight", counted.Weight, count*1000)
	equal(t, "stops", len(counted.Stops), shippers)
	numbers := map[int64]bool{}
	for _, stop := range counted.Stops {
		equal(t, "lists of a stop", len(stop.Lists), 5)
		for _, h := range stop.Lists {
			numbers[h.HandoverID] = true
			equal(t, "state of "+h.Number(), h.State, parcels.Counted)
		}
	}
	equal(t, "numbers", len(numbers), shippers*5)
	signed := request.HandoverRequest{GivenBy: "Ann", TakenBy: "Joko", Signature: "M1 1L2 2", Parcels: count}
	done := must[parcels.Run](t)(d.SignRun(byAnn(t), masterdata.Caller{}, run.RunID, signed))
	equal(t, "state", done.State, parcels.RunSigned)
	must[parcels.Run](t)(other.SignRun(byAnn(t), masterdata.Caller{}, run.RunID, signed))
	carryAll(t, d.Parcels)
	done = runOf(t, d, run)
	equal(t, "state", done.State, parcels.RunCarried)
	equal(t, "carried", done.Carried, count)
	equal(t, "signature of a list", done.Stops[18].Lists[4].Signature+" "+done.Stops[18].Lists[4].TakenBy, "M1 1L2 2 Joko")
	for what, query := range map[string]string{
		"picked up": `SELECT count(*) FROM orders WHERE tracker_status = 'PICKED_UP'`,
		"updates":   `SELECT count(*) FROM tracking_events WHERE status = 'PICKED_UP'`,
		"audited":   `SELECT count(*) + 597 FROM audit_log WHERE subject_kind = 'run'`, // created, counted, signed
	} {
		equal(t, what, must[int64](t)(engine.Value[int64](t.Context(), s.DB.Reads, query)), count)
	}
}

// TestRunStates scans parcels that must not leave, or are on another run, counts a run, takes parcels again, and finds trouble.
func TestRunStates(t *testing.T) { onEachEngine(t, testRunStates) }

func testRunStates(t *testing.T, f *fixture) {
	s := f.Open(t)
	d := newDesk(f, s)
	all := eveningOf(t, s, 2, 12)
	run, next := openRun(t, d, request.RunStop{AccountID: all[0].AccountID, Place: "Shop"}), openRun(t, d)
	equal(t, "number", run.Number()+" "+next.Number(), "PR-00001 PR-00002")
	_, err := d.OpenRun(byAnn(t), masterdata.Caller{}, request.Run{Stops: []request.RunStop{{AccountID: 99}}})
	if _, ok := err.(*request.InvalidError); !ok { //nolint:errorlint // it is not wrapped
		t.Errorf("an account that does not exist: %v", err)
	}
	wantError(t, d.Parcels.CountRun(byAnn(t), run.RunID), parcels.ErrRunEmpty)
	first, last := all[0], all[11]
	equal(t, "first", scanTo(t, d, run, first.TrackingNo, "a").Message, problem.HandoverAdded)
	equal(t, "sent again", scanTo(t, d, run, first.TrackingNo, "a").Message, problem.HandoverAdded)
	equal(t, "again", scanTo(t, d, run, first.TrackingNo, "b").Message, problem.HandoverRepeated)
	list := runOf(t, d, run).Stops[0].Lists[0]
	equal(t, "place", list.Place, "Shop")
	equal(t, "on two runs", scanTo(t, d, next, first.TrackingNo, "c").Message, problem.RunOtherRun.With(list.Number(), run.Number()))
	equal(t, "unknown", scanTo(t, d, run, "no such parcel", "d").Message, problem.RunCode)
	must[[]store.HoldResult](t)(s.StopOrders(byAnn(t), []string{all[1].TrackingNo}, "Customs asks"))
	equal(t, "stopped", scanTo(t, d, run, all[1].TrackingNo, "e").Message, problem.HandoverStopped.With("Customs asks"))
	must[[]store.HoldResult](t)(s.HoldOrders(t.Context(), all[2].AccountID, []string{all[2].TrackingNo}, "Not paid", false))
	equal(t, "held", scanTo(t, d, run, all[2].TrackingNo, "f").Message, problem.HandoverHeld.With("Not paid"))
	equal(t, "of another shipper", scanTo(t, d, run, last.TrackingNo, "g").Message, problem.HandoverAdded)
	equal(t, "stops", len(runOf(t, d, run).Stops), 2)

	// Its shipper changes nothing.
	added := must[parcels.Scan](t)(d.Parcels.AddToHandover(byAnn(t), first.AccountID, list.HandoverID, &all[3], "h"))
	equal(t, "by its shipper", added.Message, problem.HandoverOfRun.With(run.Number()))
	for what, err := range map[string]error{
		"close":  d.Parcels.CloseHandover(byAnn(t), list),
		"remove": d.Parcels.RemoveFromHandover(byAnn(t), first.AccountID, list.HandoverID, first.OrderID),
	} {
		if refusal, ok := orders.Refusal(err); !ok || refusal != problem.HandoverOfRun.With(run.Number()) {
			t.Errorf("%s: %v", what, err)
		}
	}

	noError(t, d.Parcels.CountRun(byAnn(t), run.RunID))
	noError(t, d.Parcels.CountRun(byAnn(t), run.RunID))
	equal(t, "counted", scanTo(t, d, run, all[4].TrackingNo, "i").Message, problem.RunNotOpen.With(run.Number()))
	if d.RemoveFromRun(byAnn(t), run.RunID, first.TrackingNo) == nil {
		t.Error("a parcel was taken off a run that is counted")
	}
	sign := func(n int64) error {
		_, err := d.SignRun(byAnn(t), masterdata.Caller{}, run.RunID, request.HandoverRequest{GivenBy: "Ann", TakenBy: "Joko", Parcels: n})
		return err
	}
	wantError(t, sign(3), parcels.ErrRunChanged)
	must[[]store.HoldResult](t)(s.StopOrders(byAnn(t), []string{first.TrackingNo}, "Customs asks"))
	if refusal, _ := orders.Refusal(sign(2)); refusal != problem.RunTrouble.With(first.TrackingNo, list.Number()) {
		t.Errorf("trouble: %v", refusal)
	}
	noError(t, d.Parcels.ResumeRun(byAnn(t), run.RunID))
	noError(t, d.Parcels.ResumeRun(byAnn(t), run.RunID))
	noError(t, d.RemoveFromRun(byAnn(t), run.RunID, first.TrackingNo))
	wantError(t, d.RemoveFromRun(byAnn(t), run.RunID, first.TrackingNo), store.ErrNotFound)
	equal(t, "after it is open again", scanTo(t, d, run, all[4].TrackingNo, "i").Message, problem.HandoverAdded)
	noError(t, d.Parcels.CountRun(byAnn(t), run.RunID))
	noError(t, sign(2))
	carryAll(t, d.Parcels)
	equal(t, "state", runOf(t, d, run).State, parcels.RunCarried)
	equal(t, "carried", runOf(t, d, run).Carried, 2)
	equal(t, "empty list", len(runOf(t, d, run).Stops[0].Lists), 1)
	if refusal, ok := orders.Refusal(d.Parcels.ResumeRun(byAnn(t), run.RunID)); !ok || refusal != problem.RunState.With("carried") {
		t.Errorf("open again after it is signed: %v", refusal)
	}
}

// TestCountGoesOn counts a run whose process dies after one of three accounts, while scans come.
func TestCountGoesOn(t *testing.T) { onEachEngine(t, testCountGoesOn) }

func testCountGoesOn(t *testing.T, f *fixture) {
	s := f.Open(t)
	d := newDesk(f, s)
	all := eveningOf(t, s, 3, 9)
	run := openRun(t, d)
	for i := range 8 {
		equal(t, "scan", scanTo(t, d, run, all[i].TrackingNo, "").Outcome, parcels.Added)
	}
	// As after the process died between the row of the run and its stops.
	noError(t, s.DB.Write(t.Context(), func(ctx context.Context, q engine.Querier) error {
		_, err := q.Exec(ctx, `UPDATE pickup_runs SET state = 'counting' WHERE run_id = $1`, run.RunID)
		return err
	}))
	equal(t, "scan while it is counted", scanTo(t, d, run, all[8].TrackingNo, "").Message, problem.RunNotOpen.With(run.Number()))
	behind := runOf(t, d, run)
	equal(t, "state", behind.State, parcels.RunCounting)
	noError(t, d.Parcels.CarryRuns(t.Context()))
	counted := runOf(t, d, run)
	equal(t, "state", counted.State, parcels.RunCounted)
	equal(t, "parcels", counted.Parcels, 8)
}

// TestRemoveFromItsRun: a parcel is taken off its own run or list alone, and of what is signed off none.
func TestRemoveFromItsRun(t *testing.T) { onEachEngine(t, testRemoveFromItsRun) }

func testRemoveFromItsRun(t *testing.T, f *fixture) {
	s := f.Open(t)
	d := newDesk(f, s)
	all := eveningOf(t, s, 1, 6) // the first and the last one have the same service
	account, service := all[0].AccountID, all[0].ServiceID
	signed, open := openRun(t, d), openRun(t, d)
	own := must[parcels.Handover](t)(d.Parcels.OpenHandover(byAnn(t), account, service, "Shop"))
	empty := must[parcels.Handover](t)(d.Parcels.OpenHandover(byAnn(t), account, service, "Shop"))
	equal(t, "on the signed run", scanTo(t, d, signed, all[0].TrackingNo, "").Outcome, parcels.Added)
	equal(t, "on the open run", scanTo(t, d, open, all[1].TrackingNo, "").Outcome, parcels.Added)
	listedAs := must[parcels.Scan](t)(d.Parcels.AddToHandover(byAnn(t), account, own.HandoverID, &all[5], ""))
	equal(t, "on a list", listedAs.Outcome, parcels.Added)
	noError(t, d.Parcels.CountRun(byAnn(t), signed.RunID))
	must[parcels.Run](t)(d.SignRun(byAnn(t), masterdata.Caller{}, signed.RunID, request.HandoverRequest{
		GivenBy: "Ann", TakenBy: "Joko", Parcels: 1,
	}))
	listed := func(want int) {
		t.Helper()
		equal(t, "parcels on lists", f.Count(t, `SELECT count(*) FROM handover_parcels`), want)
	}
	for _, o := range []shipment.Order{all[0], all[2], all[5]} { // on another run, on none, on a list
		wantError(t, d.RemoveFromRun(byAnn(t), open.RunID, o.TrackingNo), store.ErrNotFound)
	}
	if refusal, _ := orders.Refusal(d.RemoveFromRun(byAnn(t), signed.RunID, all[0].TrackingNo)); refusal != problem.RunState.With("signed") {
		t.Errorf("off a run that is signed: %v", refusal)
	}
	by := masterdata.Caller{AccountID: account}
	wantError(t, d.RemoveFromHandover(byAnn(t), by, empty.HandoverID, all[5].TrackingNo), store.ErrNotFound)
	listed(3)
	noError(t, d.RemoveFromRun(byAnn(t), open.RunID, all[1].TrackingNo))
	noError(t, d.RemoveFromHandover(byAnn(t), by, own.HandoverID, all[5].TrackingNo))
	listed(1)
	carryAll(t, d.Parcels)
	equal(t, "picked up", f.Count(t, `SELECT count(*) FROM orders WHERE tracker_status = 'PICKED_UP'`), 1)
}

// TestPickedUpWhenSigned: parcels of a list and of a run are picked up when the driver signed, and by whom, also if the process died then
// and they are carried a day later. A request that is sent again after that changes nothing, and another one is refused.
func TestPickedUpWhenSigned(t *testing.T) { onEachEngine(t, testPickedUpWhenSigned) }

func testPickedUpWhenSigned(t *testing.T, f *fixture) {
	s := f.Open(t)
	d := newDesk(f, s)
	all := eveningOf(t, s, 2, 4)
	by := masterdata.Caller{AccountID: all[0].AccountID}
	list := must[parcels.Handover](t)(d.Parcels.OpenHandover(byAnn(t), by.AccountID, all[0].ServiceID, "Shop"))
	must[parcels.Scan](t)(d.Parcels.AddToHandover(byAnn(t), by.AccountID, list.HandoverID, &all[0], ""))
	run := openRun(t, d)
	scanTo(t, d, run, all[1].TrackingNo, "")
	scanTo(t, d, run, all[2].TrackingNo, "")
	noError(t, d.Parcels.CountRun(byAnn(t), run.RunID))
	f.Clock.Advance(time.Hour)
	signed := request.HandoverRequest{GivenBy: "Ann", TakenBy: "Joko", Parcels: 1}
	must[parcels.Handover](t)(d.CloseHandover(byAnn(t), by, list.HandoverID, signed))
	on := f.Clock.Now()
	// As after the process died between the row of the run and its stops.
	f.Exec(t, fmt.Sprintf(`UPDATE pickup_runs SET state = 'signed', signed_on = %d, signed_by = 'bob', given_by = 'Ann', taken_by = 'Joko'
		WHERE run_id = %d`, on.UnixMicro(), run.RunID))
	f.Clock.Advance(26 * time.Hour)
	carryAll(t, d.Parcels)
	equal(t, "picked up", f.Count(t, fmt.Sprintf(`SELECT count(*) FROM tracking_events WHERE status = 'PICKED_UP' AND occurred_on = %d`,
		on.UnixMicro())), 3)
	done := runOf(t, d, run)
	equal(t, "state", done.State, parcels.RunCarried)
	for _, stop := range done.Stops {
		h := stop.Lists[0]
		equal(t, "closed", h.ClosedBy+" "+h.GivenBy+" "+h.TakenBy+" "+h.ClosedOn.UTC().String(), "bob Ann Joko "+on.UTC().String())
	}
	sign := func(name string) error {
		_, err := d.SignRun(byAnn(t), masterdata.Caller{}, run.RunID, request.HandoverRequest{GivenBy: name, TakenBy: "Joko", Parcels: 2})
		return err
	}
	noError(t, sign("Ann"))
	wantError(t, sign("Bob"), parcels.ErrRunChanged)
	must[parcels.Handover](t)(d.CloseHandover(byAnn(t), by, list.HandoverID, signed))
	signed.GivenBy = "Bob"
	_, err := d.CloseHandover(byAnn(t), by, list.HandoverID, signed)
	wantError(t, err, parcels.ErrChanged)
}
