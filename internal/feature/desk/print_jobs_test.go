package desk_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"waybill/internal/feature/desk/printjobs"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// TestPrintJobs queues labels once for each key, and prints each once at most without an answer.
func TestPrintJobs(t *testing.T) { onEachEngine(t, testPrintJobs) }

func testPrintJobs(t *testing.T, f *fixture) {
	s := f.Open(t)
	a, k, _ := account(t, s, "shipper")
	other, _, _ := account(t, s, "other")
	made := create(t, s, k, person("Budi", "A1", "Jakarta"), person("Budi", "A2", "Jakarta"), person("Budi", "A3", "Jakarta")).Orders
	ann, jobs := byAnn(t), &printjobs.Jobs{DB: s.DB}
	queue := func(i int, key string) {
		t.Helper()
		must[printjobs.Job](t)(jobs.Queue(ann, a.AccountID, made[i].OrderID, "Bench", key))
	}
	take := func() printjobs.Job { t.Helper(); return must[printjobs.Job](t)(jobs.Take(ann, a.AccountID, "Bench")) }
	none := func() {
		t.Helper()
		_, err := jobs.Take(ann, a.AccountID, "Bench")
		wantError(t, err, store.ErrNotFound)
	}
	state := func(key string, want printjobs.State) {
		t.Helper()
		equal(t, "state of "+key, must[printjobs.Job](t)(jobs.Job(ann, a.AccountID, key)).State, want)
	}
	report := func(j printjobs.Job, state printjobs.State) error {
		return jobs.Report(ann, a.AccountID, j.Key, j.Lease, state, "")
	}
	prints := func() int {
		ids := []int64{made[0].OrderID, made[1].OrderID, made[2].OrderID}
		return len(must[map[int64]store.LabelPrint](t)(s.Prints.LabelPrints(ann, a.AccountID, ids)))
	}

	_, err := jobs.Queue(ann, a.AccountID, made[0].OrderID, "Bench", "k1")
	wantError(t, err, printjobs.ErrNoPrinter)
	noError(t, jobs.Offer(ann, a.AccountID, "Bench"))
	noError(t, jobs.Offer(ann, other.AccountID, "Bench"))
	_, err = jobs.Queue(ann, other.AccountID, made[0].OrderID, "Bench", "k1")
	wantError(t, err, store.ErrNotFound)
	queue(0, "k1")
	queue(0, "k1")
	_, err = jobs.Queue(ann, a.AccountID, made[1].OrderID, "Bench", "k1")
	wantError(t, err, printjobs.ErrOtherJob)
	noError(t, jobs.Offer(ann, other.AccountID, "Dock"))
	_, err = jobs.Queue(ann, a.AccountID, made[0].OrderID, "Dock", "k1")
	wantError(t, err, printjobs.ErrNoPrinter) // another account has it
	noError(t, jobs.Offer(ann, a.AccountID, "Dock"))
	_, err = jobs.Queue(ann, a.AccountID, made[0].OrderID, "Dock", "k1")
	wantError(t, err, printjobs.ErrOtherJob)
	_, err = jobs.Take(ann, other.AccountID, "Bench")
	wantError(t, err, store.ErrNotFound)
	_, err = jobs.Job(ann, other.AccountID, "k1")
	wantError(t, err, store.ErrNotFound)
	equal(t, "jobs of others", len(must[[]printjobs.Job](t)(jobs.List(ann, other.AccountID, time.Time{}, 10))), 0)
	first := take()
	equal(t, "tracking number", first.TrackingNo, made[0].TrackingNo)
	none()
	wantError(t, report(first, printjobs.Printed), printjobs.ErrOver) // it has not started

	f.Clock.Advance(printjobs.SentLease + time.Second) // the agent died before the first byte
	again := take()
	equal(t, "job", again.Key, first.Key)
	wantError(t, report(first, printjobs.Started), printjobs.ErrOver)
	noError(t, report(again, printjobs.Started))
	noError(t, report(again, printjobs.Started))
	wantError(t, jobs.Answer(ann, a.AccountID, "k1", printjobs.Printed), printjobs.ErrOver)
	state("k1", printjobs.Started)
	noError(t, report(again, printjobs.Printed))
	noError(t, report(again, printjobs.Printed))
	wantError(t, report(again, printjobs.Failed), printjobs.ErrOver)
	state("k1", printjobs.Printed)
	equal(t, "printed", prints(), 1)

	queue(1, "k2")
	second := take()
	noError(t, report(second, printjobs.Started))
	f.Clock.Advance(printjobs.StartedLease + time.Second) // the agent died after the first byte
	none()
	state("k2", printjobs.Unknown)
	equal(t, "questions", len(must[[]printjobs.Job](t)(jobs.Questions(ann, a.AccountID, 10))), 1)
	equal(t, "questions of others", len(must[[]printjobs.Job](t)(jobs.Questions(ann, other.AccountID, 10))), 0)
	noError(t, jobs.Answer(ann, a.AccountID, "k2", printjobs.Printed))
	wantError(t, jobs.Answer(ann, a.AccountID, "k2", printjobs.Failed), printjobs.ErrOver)
	wantError(t, report(second, printjobs.Failed), printjobs.ErrOver)
	wantError(t, report(second, printjobs.Printed), printjobs.ErrOver) // a person has said so before
	state("k2", printjobs.Printed)
	equal(t, "printed", prints(), 2)

	queue(2, "k3")
	noError(t, jobs.Answer(ann, a.AccountID, "k3", printjobs.Withdrawn))
	none()
	state("k3", printjobs.Failed)
	queue(2, "k4")
	last := take()
	wantError(t, jobs.Answer(ann, a.AccountID, "k4", printjobs.Withdrawn), printjobs.ErrOver)
	noError(t, report(last, printjobs.Failed))
	equal(t, "printed", prints(), 2)
	equal(t, "jobs", len(must[[]printjobs.Job](t)(jobs.List(ann, a.AccountID, time.Time{}, 10))), 4)
	equal(t, "printers", len(must[[]printjobs.Printer](t)(jobs.Printers(ann, a.AccountID))), 2)
}

// TestPrintersOfAnAccount: two accounts have printers of one name, and what an agent says counts for that of its account alone.
func TestPrintersOfAnAccount(t *testing.T) { onEachEngine(t, testPrintersOfAnAccount) }

func testPrintersOfAnAccount(t *testing.T, f *fixture) {
	s := f.Open(t)
	a, _, _ := account(t, s, "shipper")
	other, _, _ := account(t, s, "other")
	none, _, _ := account(t, s, "without a printer")
	jobs, ctx := &printjobs.Jobs{DB: s.DB}, t.Context()
	printer := func(accountID int64) printjobs.Printer {
		t.Helper()
		return must[[]printjobs.Printer](t)(jobs.Printers(ctx, accountID))[0]
	}
	noError(t, jobs.Offer(ctx, a.AccountID, "Bench"))
	noError(t, jobs.Offer(ctx, other.AccountID, "Bench"))
	offered := f.Clock.Now()
	f.Clock.Advance(59 * time.Second)
	equal(t, "there after 59 seconds", printer(a.AccountID).IsThere, true)
	f.Clock.Advance(time.Second)
	equal(t, "there after a minute", printer(a.AccountID).IsThere, false)
	noError(t, jobs.Offer(ctx, a.AccountID, "Bench"))
	noError(t, jobs.Weigh(ctx, a.AccountID, "Bench", 1500))
	now := f.Clock.Now()
	equal(t, "printer", printer(a.AccountID), printjobs.Printer{Name: "Bench", SeenOn: now, Weight: 1500, WeighedOn: now, IsThere: true})
	equal(t, "printer of the other", printer(other.AccountID), printjobs.Printer{Name: "Bench", SeenOn: offered})
	wantError(t, jobs.Weigh(ctx, none.AccountID, "Bench", 1500), printjobs.ErrNoPrinter)
	equal(t, "printers without an offer", len(must[[]printjobs.Printer](t)(jobs.Printers(ctx, none.AccountID))), 0)
}

// TestPrintJobOfAChangedLabel: a label that is changed after an agent took it is not what comes out. It is stale, also if the agent reports
// the print later, or a person says that it came out.
func TestPrintJobOfAChangedLabel(t *testing.T) { onEachEngine(t, testPrintJobOfAChangedLabel) }

func testPrintJobOfAChangedLabel(t *testing.T, f *fixture) {
	s := f.Open(t)
	a, k, _ := account(t, s, "shipper")
	ann, jobs := byAnn(t), &printjobs.Jobs{DB: s.DB}
	noError(t, jobs.Offer(ann, a.AccountID, "Bench"))
	for _, isReported := range []bool{true, false} {
		o := create(t, s, k, person("Budi", "A1", "Jakarta")).Orders[0]
		printed := func(change bool) (isStale bool) {
			t.Helper()
			key := fmt.Sprint(isReported, change)
			must[printjobs.Job](t)(jobs.Queue(ann, a.AccountID, o.OrderID, "Bench", key))
			j := must[printjobs.Job](t)(jobs.Take(ann, a.AccountID, "Bench"))
			noError(t, jobs.Report(ann, a.AccountID, key, j.Lease, printjobs.Started, ""))
			f.Clock.Advance(time.Second)
			if change {
				before := must[shipment.Order](t)(s.OrderForEdit(ann, a.AccountID, o.TrackingNo))
				after := before.Clone()
				after.Consignee.City = "Bandung"
				must[string](t)(s.EditOrder(ann, store.Edit{Before: &before, After: after, Changes: shipment.ChangesBetween(&before, after)}))
			}
			f.Clock.Advance(time.Second)
			if isReported {
				noError(t, jobs.Report(ann, a.AccountID, key, j.Lease, printjobs.Printed, ""))
			} else {
				f.Clock.Advance(printjobs.StartedLease)
				noError(t, jobs.Answer(ann, a.AccountID, key, printjobs.Printed))
			}
			return must[map[int64]store.LabelPrint](t)(s.Prints.LabelPrints(ann, a.AccountID, []int64{o.OrderID}))[o.OrderID].Stale
		}
		equal(t, "stale after a change", printed(true), true)
		equal(t, "stale after the next print", printed(false), false)
	}
}

// TestAgentsTakeAtOnce has agents of one printer take its jobs at the same time: one gets each.
func TestAgentsTakeAtOnce(t *testing.T) { onEachEngine(t, testAgentsTakeAtOnce) }

func testAgentsTakeAtOnce(t *testing.T, f *fixture) {
	s := f.Open(t)
	a, k, _ := account(t, s, "shipper")
	order := create(t, s, k, person("Budi", "A1", "Jakarta")).Orders[0].OrderID
	jobs := &printjobs.Jobs{DB: s.DB}
	noError(t, jobs.Offer(byAnn(t), a.AccountID, "Bench"))
	const agents, rounds = 8, 20
	for round := range rounds {
		key := fmt.Sprint("k", round)
		must[printjobs.Job](t)(jobs.Queue(byAnn(t), a.AccountID, order, "Bench", key))
		var taken atomic.Int64
		var all sync.WaitGroup
		begin := make(chan struct{})
		for range agents {
			all.Go(func() {
				<-begin
				if _, err := jobs.Take(t.Context(), a.AccountID, "Bench"); err == nil {
					taken.Add(1)
				}
			})
		}
		close(begin)
		all.Wait()
		equal(t, "agents with the job", taken.Load(), 1)
		j := must[printjobs.Job](t)(jobs.Job(byAnn(t), a.AccountID, key))
		noError(t, jobs.Report(byAnn(t), a.AccountID, key, j.Lease, printjobs.Failed, ""))
	}
}
