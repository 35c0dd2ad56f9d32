package desk_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"waybill/internal/feature/desk/printjobs"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// TestPrintRunStops prints 2,350 labels by an agent whose paper ends after 1,412. One of the others is cancelled and one is changed. The
// run continues at the next label, and prints no label twice until a person says from which one on.
func TestPrintRunStops(t *testing.T) { onEachEngine(t, testPrintRunStops) }

func testPrintRunStops(t *testing.T, f *fixture) {
	s := f.Open(t)
	a, k, _ := account(t, s, "shipper")
	ann, jobs := byAnn(t), &printjobs.Jobs{DB: s.DB}
	const all, out = 2350, 1412
	var made []shipment.Order
	for i := 0; i < all; i += printjobs.PartOfRun {
		part := make([]shipment.Order, min(printjobs.PartOfRun, all-i))
		for at := range part {
			part[at] = person("Budi", fmt.Sprint(i+at+1), "Jakarta")
		}
		made = append(made, create(t, s, k, part...).Orders...)
	}
	toPrint := func(want int) {
		t.Helper()
		counts := must[map[shipment.Queue]store.QueueCount](t)(s.QueueCounts(ann, a.AccountID))
		equal(t, "to print", counts[shipment.QueuePrint].Orders, want)
		equal(t, "to pack", counts[shipment.QueuePack].Orders, f.Count(t, `SELECT count(*) FROM label_prints`))
	}
	f.Clock.Advance(time.Second)
	run := must[int64](t)(jobs.MakeRun(ann, a.AccountID, shipment.IDs(made)))
	now := func() printjobs.Run { t.Helper(); return must[printjobs.Run](t)(jobs.Run(ann, a.AccountID, run)) }
	printed := map[string]int{}
	take := func(most int, end printjobs.State) (last printjobs.Job) {
		t.Helper()
		for range most {
			j, err := jobs.Take(ann, a.AccountID, "Bench")
			if errors.Is(err, store.ErrNotFound) {
				return last
			}
			noError(t, err)
			for _, state := range []printjobs.State{printjobs.Started, end} {
				noError(t, jobs.Report(ann, a.AccountID, j.Key, j.Lease, state, "no media"))
			}
			if last = j; end == printjobs.Printed {
				printed[j.TrackingNo]++
			}
		}
		return last
	}

	toPrint(all)
	wantError(t, jobs.StartRun(ann, a.AccountID, run, 1, "Bench", false), printjobs.ErrNoPrinter)
	noError(t, jobs.Offer(ann, a.AccountID, "Bench"))
	equal(t, "taken before the start", take(1, printjobs.Printed).TrackingNo, "")
	noError(t, jobs.StartRun(ann, a.AccountID, run, 1, "Bench", false))
	equal(t, "waiting", now().Waiting, all)
	equal(t, "last label", take(out, printjobs.Printed).TrackingNo, made[out-1].TrackingNo)
	f.Clock.Advance(time.Minute)
	equal(t, "not printed", take(1, printjobs.Failed).TrackingNo, made[out].TrackingNo)
	equal(t, "taken after the stop", take(1, printjobs.Printed).TrackingNo, "")
	toPrint(all - out)
	stopped := now()
	equal(t, "printed", stopped.Printed, out)
	equal(t, "next", stopped.Next, out+1)
	equal(t, "waiting", stopped.Waiting, 0)
	equal(t, "why", stopped.NextJob.Note, "no media")

	cancelled, changed := made[2000], made[1500]
	must[[]store.CancelResult](t)(s.CancelOrders(ann, a.AccountID, []string{cancelled.TrackingNo}, false))
	before := must[shipment.Order](t)(s.OrderForEdit(ann, a.AccountID, changed.TrackingNo))
	after := before.Clone()
	after.Consignee.City = "Bandung"
	must[string](t)(s.EditOrder(ann, store.Edit{Before: &before, After: after, Changes: shipment.ChangesBetween(&before, after)}))
	toPrint(all - out - 1)
	stopped = now()
	equal(t, "left out", stopped.LeftOut, 1)
	equal(t, "changed", fmt.Sprint(stopped.Changed), fmt.Sprint([]printjobs.Changed{
		{TrackingNo: changed.TrackingNo, Number: 1501}, {TrackingNo: cancelled.TrackingNo, Number: 2001, LeftOut: true},
	}))

	noError(t, jobs.StartRun(ann, a.AccountID, run, stopped.Next, "Bench", false))
	equal(t, "first after the stop", take(1, printjobs.Printed).TrackingNo, made[out].TrackingNo)
	equal(t, "last", take(all, printjobs.Printed).TrackingNo, made[all-1].TrackingNo)
	toPrint(0)
	equal(t, "next", now().Next, 0)
	equal(t, "printed labels", len(printed), all-1)
	for no, times := range printed {
		if times != 1 {
			t.Fatalf("%s is printed %d times", no, times)
		}
	}
	f.Clock.Advance(time.Minute)
	noError(t, jobs.StartRun(ann, a.AccountID, run, 1400, "Bench", true))
	equal(t, "again", now().Next, 1400)
	equal(t, "first again", take(1, printjobs.Printed).TrackingNo, made[1399].TrackingNo)

	// A label may have come out: the run waits for a person.
	f.Clock.Advance(time.Minute)
	equal(t, "unknown", take(1, printjobs.Unknown).TrackingNo, made[1400].TrackingNo)
	noError(t, jobs.StartRun(ann, a.AccountID, run, 1401, "Bench", false))
	equal(t, "its state", now().NextJob.State, printjobs.Unknown)
	noError(t, jobs.StopRun(ann, a.AccountID, run))
	equal(t, "taken after a person has stopped it", take(1, printjobs.Printed).TrackingNo, "")

	// Without an agent the labels are in files.
	noError(t, jobs.Answer(ann, a.AccountID, now().NextJob.Key, printjobs.Failed))
	for _, part := range []struct{ from, labels, printed int64 }{{1401, 600, 2000}, {2001, 349, all - 1}} {
		trackingNos := must[[]string](t)(jobs.FileOfRun(ann, a.AccountID, run, part.from, false))
		equal(t, "labels of a file", int64(len(trackingNos)), part.labels)
		equal(t, "has the cancelled one", slices.Contains(trackingNos, cancelled.TrackingNo), false)
		noError(t, jobs.FilePrinted(ann, a.AccountID, run, part.from, trackingNos))
		equal(t, "printed", now().Printed, part.printed)
	}
	equal(t, "runs", fmt.Sprint(must[[]int64](t)(jobs.Runs(ann, a.AccountID, 9))), fmt.Sprint([]int64{run}))
	_, err := jobs.Run(ann, k.AccountID+1, run)
	wantError(t, err, store.ErrNotFound)
}

// TestPrintRunFiles: a file has the labels that are to be printed, and the others only if a person wants them again.
func TestPrintRunFiles(t *testing.T) { onEachEngine(t, testPrintRunFiles) }

func testPrintRunFiles(t *testing.T, f *fixture) {
	r := newRun(t, f, 5)
	labels := func(numbers ...int) (trackingNos []string) {
		for _, number := range numbers {
			trackingNos = append(trackingNos, r.made[number-1].TrackingNo)
		}
		return trackingNos
	}
	file := func(again bool, want ...int) {
		t.Helper()
		trackingNos := must[[]string](t)(r.jobs.FileOfRun(r.ann, r.accountID, r.id, 1, again))
		equal(t, "labels of a file", fmt.Sprint(trackingNos), fmt.Sprint(labels(want...)))
	}
	file(false, 1, 2, 3, 4, 5)
	r.report(t, r.take(t), printjobs.Started, printjobs.Printed)
	noError(t, r.store.Prints.MarkPrinted(r.ann, r.accountID, []int64{r.made[2].OrderID})) // elsewhere
	r.report(t, r.take(t), printjobs.Started, printjobs.Unknown)
	file(false, 4, 5)
	noError(t, r.jobs.FilePrinted(r.ann, r.accountID, r.id, 1, labels(4, 5)))
	now := r.now(t)
	equal(t, "printed", now.Printed, 3)
	equal(t, "next", now.Next, 2)
	equal(t, "left out", now.LeftOut, 1)
	file(false)
	file(true, 1, 2, 3, 4, 5)
	noError(t, r.jobs.FilePrinted(r.ann, r.accountID, r.id, 1, labels(1, 2, 3, 4, 5)))
	equal(t, "next", r.now(t).Next, 0)
}

// TestPrintRunOfAStaleLabel: a label that was printed elsewhere, and has changed since, is printed with its run all the same.
func TestPrintRunOfAStaleLabel(t *testing.T) { onEachEngine(t, testPrintRunOfAStaleLabel) }

func testPrintRunOfAStaleLabel(t *testing.T, f *fixture) {
	r := newRun(t, f, 2)
	noError(t, r.store.Prints.MarkPrinted(r.ann, r.accountID, shipment.IDs(r.made)))
	equal(t, "left out", r.now(t).LeftOut, 2)
	f.Clock.Advance(time.Second)
	before := must[shipment.Order](t)(r.store.OrderForEdit(r.ann, r.accountID, r.made[1].TrackingNo))
	after := before.Clone()
	after.Consignee.City = "Bandung"
	must[string](t)(r.store.EditOrder(r.ann, store.Edit{Before: &before, After: after, Changes: shipment.ChangesBetween(&before, after)}))
	now := r.now(t)
	equal(t, "left out", now.LeftOut, 1)
	equal(t, "next", now.Next, 2)
	equal(t, "labels of a file", fmt.Sprint(must[[]string](t)(r.jobs.FileOfRun(r.ann, r.accountID, r.id, 1, false))),
		fmt.Sprint([]string{r.made[1].TrackingNo}))
	j := r.take(t)
	equal(t, "taken", j.TrackingNo, r.made[1].TrackingNo)
	r.report(t, j, printjobs.Started, printjobs.Printed)
	equal(t, "next", r.now(t).Next, 0)
}

// TestPrintRunOfDeadAgent: a run asks whether the label came out whose agent died, and stops if it did not, but goes on if it did.
func TestPrintRunOfDeadAgent(t *testing.T) { onEachEngine(t, testPrintRunOfDeadAgent) }

func testPrintRunOfDeadAgent(t *testing.T, f *fixture) {
	r := newRun(t, f, 5)
	for _, answer := range []printjobs.State{printjobs.Printed, printjobs.Failed} {
		j := r.take(t)
		r.report(t, j, printjobs.Started)
		equal(t, "waiting", r.now(t).Waiting > 0, true)
		f.Clock.Advance(printjobs.StartedLease + time.Second)
		if answer == printjobs.Printed { // it is asked of a label that is left out, too
			noError(t, r.store.Prints.MarkPrinted(r.ann, r.accountID, []int64{j.OrderID}))
		}
		now := r.now(t)
		equal(t, "waiting", now.Waiting, 0)
		equal(t, "next", now.NextJob.Key, j.Key)
		equal(t, "its state", now.NextJob.State, printjobs.Unknown)
		noError(t, r.jobs.Answer(r.ann, r.accountID, j.Key, answer))
	}
	_, err := r.jobs.Take(r.ann, r.accountID, "Bench")
	wantError(t, err, store.ErrNotFound)
	now := r.now(t)
	equal(t, "waiting", now.Waiting, 0)
	equal(t, "next", now.Next, 2)
	equal(t, "state", now.NextJob.State, printjobs.Failed)
}

// TestStopPrintRun: a stop takes the label back that an agent has and has not begun to print.
func TestStopPrintRun(t *testing.T) { onEachEngine(t, testStopPrintRun) }

func testStopPrintRun(t *testing.T, f *fixture) {
	r := newRun(t, f, 2)
	j := r.take(t)
	noError(t, r.jobs.StopRun(r.ann, r.accountID, r.id))
	wantError(t, r.jobs.Report(r.ann, r.accountID, j.Key, j.Lease, printjobs.Started, ""), printjobs.ErrOver)
	now := r.now(t)
	equal(t, "waiting", now.Waiting, 0)
	equal(t, "state", now.NextJob.State, printjobs.Queued)
	f.Clock.Advance(printjobs.SentLease + time.Second)
	_, err := r.jobs.Take(r.ann, r.accountID, "Bench")
	wantError(t, err, store.ErrNotFound)
}

// TestPrintRunWithAQuestion: a run that is started again prints nothing before a person has said whether a label came out.
func TestPrintRunWithAQuestion(t *testing.T) { onEachEngine(t, testPrintRunWithAQuestion) }

func testPrintRunWithAQuestion(t *testing.T, f *fixture) {
	r := newRun(t, f, 3)
	j := r.take(t)
	r.report(t, j, printjobs.Started, printjobs.Unknown)
	noError(t, r.jobs.StartRun(r.ann, r.accountID, r.id, 2, "Bench", false))
	_, err := r.jobs.Take(r.ann, r.accountID, "Bench")
	wantError(t, err, store.ErrNotFound)
	now := r.now(t)
	equal(t, "waiting", now.Waiting, 0)
	equal(t, "asked", now.NextJob.Key, j.Key)
	noError(t, r.jobs.Answer(r.ann, r.accountID, j.Key, printjobs.Printed))
	equal(t, "next", r.take(t).TrackingNo, r.made[1].TrackingNo)
}

// TestMakeRunAtOnce: an error at the last label of a run leaves nothing of it.
func TestMakeRunAtOnce(t *testing.T) { onEachEngine(t, testMakeRunAtOnce) }

func testMakeRunAtOnce(t *testing.T, f *fixture) {
	r := newRun(t, f, 1)
	f.Clock.Advance(time.Second)
	last := fmt.Sprintf("run-%d-%d", f.Clock.Now().UnixMicro(), printjobs.PartOfRun+1)
	must[printjobs.Job](t)(r.jobs.Queue(r.ann, r.accountID, r.made[0].OrderID, "Bench", last))
	ids := slices.Repeat(shipment.IDs(r.made), printjobs.PartOfRun+1)
	if _, err := r.jobs.MakeRun(r.ann, r.accountID, ids); err == nil {
		t.Error("a run was made whose last label has the key of another job")
	}
	equal(t, "runs", fmt.Sprint(must[[]int64](t)(r.jobs.Runs(r.ann, r.accountID, 9))), fmt.Sprint([]int64{r.id}))
}

// startedRun is a run that the agent of the printer Bench prints.
type startedRun struct {
	store     *store.Store
	jobs      *printjobs.Jobs
	ann       context.Context //nolint:containedctx // a person
	accountID int64
	id        int64
	made      []shipment.Order
}

func newRun(t *testing.T, f *fixture, labels int) startedRun {
	t.Helper()
	s := f.Open(t)
	a, k, _ := account(t, s, "shipper")
	r := startedRun{store: s, jobs: &printjobs.Jobs{DB: s.DB}, ann: byAnn(t), accountID: a.AccountID}
	for i := range labels {
		r.made = append(r.made, create(t, s, k, person("Budi", fmt.Sprint(i+1), "Jakarta")).Orders...)
	}
	f.Clock.Advance(time.Second)
	r.id = must[int64](t)(r.jobs.MakeRun(r.ann, r.accountID, shipment.IDs(r.made)))
	noError(t, r.jobs.Offer(r.ann, r.accountID, "Bench"))
	noError(t, r.jobs.StartRun(r.ann, r.accountID, r.id, 1, "Bench", false))
	f.Clock.Advance(time.Second)
	return r
}

func (r *startedRun) now(t *testing.T) printjobs.Run {
	t.Helper()
	return must[printjobs.Run](t)(r.jobs.Run(r.ann, r.accountID, r.id))
}

func (r *startedRun) take(t *testing.T) printjobs.Job {
	t.Helper()
	return must[printjobs.Job](t)(r.jobs.Take(r.ann, r.accountID, "Bench"))
}

func (r *startedRun) report(t *testing.T, j printjobs.Job, states ...printjobs.State) {
	t.Helper()
	for _, state := range states {
		noError(t, r.jobs.Report(r.ann, r.accountID, j.Key, j.Lease, state, ""))
	}
}

// TestFailedLabelStopsItsRun: a label that does not come out stops its own run, and no other one, no run of another account, which may have
// the same id, nor the labels that are of none. A label of none that does not come out stops nothing.
func TestFailedLabelStopsItsRun(t *testing.T) { onEachEngine(t, testFailedLabelStopsItsRun) }

func testFailedLabelStopsItsRun(t *testing.T, f *fixture) {
	r := newRun(t, f, 2)
	a, k, _ := account(t, r.store, "other shipper")
	made := create(t, r.store, k, person("Budi", "B1", "Jakarta"), person("Budi", "B2", "Jakarta")).Orders
	start := func(accountID int64, orders []shipment.Order) (runID int64) {
		t.Helper()
		noError(t, r.jobs.Offer(r.ann, accountID, "Desk"))
		runID = must[int64](t)(r.jobs.MakeRun(r.ann, accountID, shipment.IDs(orders)))
		noError(t, r.jobs.StartRun(r.ann, accountID, runID, 1, "Desk", false))
		return runID
	}
	second := start(r.accountID, r.made)
	equal(t, "run of the other account", start(a.AccountID, made), second)
	for _, key := range []string{"k1", "k2", "k3"} {
		f.Clock.Advance(time.Second)
		must[printjobs.Job](t)(r.jobs.Queue(r.ann, r.accountID, r.made[0].OrderID, "Desk", key))
	}
	waiting := func(what string, ofFirst, ofSecond, ofNone int) {
		t.Helper()
		for condition, want := range map[string]int{
			fmt.Sprintf("account_id = %d AND run_id = %d", r.accountID, r.id):   ofFirst,
			fmt.Sprintf("account_id = %d AND run_id = %d", r.accountID, second): ofSecond,
			fmt.Sprintf("account_id = %d AND run_id = %d", a.AccountID, second): 2,
			"run_id = 0": ofNone,
		} {
			got := f.Count(t, `SELECT count(*) FROM print_jobs WHERE state = 'queued' AND printer <> '' AND `+condition)
			equal(t, what+", "+condition, got, want)
		}
	}
	takeOf := func(printer, number string) printjobs.Job {
		t.Helper()
		j := must[printjobs.Job](t)(r.jobs.Take(r.ann, r.accountID, printer))
		equal(t, "taken", j.Key, number)
		return j
	}
	waiting("at first", 2, 2, 3)
	r.report(t, takeOf("Bench", fmt.Sprintf("run-%d-1", r.id)), printjobs.Failed)
	waiting("after one of the first run", 0, 2, 3)
	r.report(t, takeOf("Desk", fmt.Sprintf("run-%d-1", second)), printjobs.Started, printjobs.Failed)
	waiting("after one of the second run", 0, 0, 3)
	r.report(t, takeOf("Desk", "k1"), printjobs.Started, printjobs.Failed)
	waiting("after one of none", 0, 0, 2)
	r.report(t, takeOf("Desk", "k2"), printjobs.Started, printjobs.Unknown)
	noError(t, r.jobs.Answer(r.ann, r.accountID, "k2", printjobs.Failed))
	waiting("after the answer about one of none", 0, 0, 1)
	noError(t, r.jobs.StartRun(r.ann, r.accountID, r.id, 1, "Bench", false))
	noError(t, r.jobs.StartRun(r.ann, r.accountID, second, 1, "Desk", false))
	waiting("started again", 2, 2, 1)
	noError(t, r.jobs.StopRun(r.ann, r.accountID, second))
	waiting("after a person has stopped one", 2, 0, 1)
}

// TestFileOfALabelOfADeadAgent: a file has the label that a dead agent began to print if a person wants it again, and then it is printed.
// What an agent prints now stays its own.
func TestFileOfALabelOfADeadAgent(t *testing.T) { onEachEngine(t, testFileOfALabelOfADeadAgent) }

func testFileOfALabelOfADeadAgent(t *testing.T, f *fixture) {
	r := newRun(t, f, 2)
	r.report(t, r.take(t), printjobs.Started)
	file := func(again bool, want int) []string {
		t.Helper()
		trackingNos := must[[]string](t)(r.jobs.FileOfRun(r.ann, r.accountID, r.id, 1, again))
		equal(t, "labels of a file", len(trackingNos), want)
		return trackingNos
	}
	printed := func(want int) {
		t.Helper()
		noError(t, r.jobs.FilePrinted(r.ann, r.accountID, r.id, 1, file(true, 2)))
		equal(t, "printed", r.now(t).Printed, int64(want))
	}
	file(false, 1)
	printed(1) // the second one
	equal(t, "state", r.now(t).NextJob.State, printjobs.Started)
	f.Clock.Advance(printjobs.StartedLease + time.Second)
	file(false, 0)
	equal(t, "state", r.now(t).NextJob.State, printjobs.Unknown)
	printed(2)
	equal(t, "next", r.now(t).Next, 0)
}
