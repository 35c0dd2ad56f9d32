package store_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

func cancel(t *testing.T, s *store.Store, k masterdata.Key, numbers ...string) []store.CancelResult {
	t.Helper()
	return must[[]store.CancelResult](t)(s.CancelOrders(t.Context(), k.AccountID, numbers, false))
}

func claimCancellations(t *testing.T, s *store.Store, owner string) []store.Cancellation {
	t.Helper()
	return must[[]store.Cancellation](t)(s.Ledger.ClaimCancellations(t.Context(), owner, "p", 9, time.Minute))
}

// wantCancelled checks that an order is cancelled, once.
func wantCancelled(t *testing.T, s *store.Store, trackingNo string) {
	t.Helper()
	o := stored(t, s, trackingNo)
	if o.TrackerStatus != shipment.Cancelled || o.StatusCode != shipment.StatusCancelled || o.HasLabel {
		t.Fatalf("%s is %s, %s, label %v", trackingNo, o.TrackerStatus, o.StatusCode, o.HasLabel)
	}
	events := tracked(t, s, trackingNo).Events
	equal(t, "events", len(events), 2)
	equal(t, "source", events[0].Source, shipment.SourceShipper)
}

func TestCancelInHouse(t *testing.T) { onEachEngine(t, testCancelInHouse) }

func testCancelInHouse(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	made, theirs := create(t, s, k, orders(3)...).Orders, create(t, s, other, storetest.Order(9)).Orders[0]
	track(t, s, reported(made[1].TrackingNo, shipment.PickedUp, time.Time{}), reported(made[2].TrackingNo, shipment.Exception, time.Time{}))
	f.clock.Advance(time.Hour)
	for range 2 {
		results := cancel(t, s, k, made[0].TrackingNo, theirs.TrackingNo, made[1].TrackingNo, "UNKNOWN-1", made[0].TrackingNo, "a\x00b")
		same(t, "results", results, []store.CancelResult{
			{Outcome: store.OrderCancelled},
			{Outcome: store.OrderUnknown},
			{Outcome: store.OrderTooLate},
			{Outcome: store.OrderUnknown},
			{Outcome: store.OrderCancelled},
			{Outcome: store.OrderUnknown},
		})
		wantCancelled(t, s, made[0].TrackingNo)
	}
	equal(t, "order of another account", stored(t, s, theirs.TrackingNo).TrackerStatus, shipment.OrderCreated)
	equal(t, "after an exception before the pickup", cancel(t, s, k, made[2].TrackingNo)[0].Outcome, store.OrderCancelled)
	equal(t, "updated", stored(t, s, made[0].TrackingNo).UpdatedOn, f.clock.Now())
}

// TestCancelBeforeSubmission: the partner is not asked, and the order is not submitted any more.
func TestCancelBeforeSubmission(t *testing.T) { onEachEngine(t, testCancelBeforeSubmission) }

func testCancelBeforeSubmission(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	made := submit(t, s, k, 3)
	claimed := claim(t, s, "me", 2) // the third is not claimed
	noError(t, s.Ledger.StartAttempt(t.Context(), &claimed[1], time.Minute))
	noError(t, s.Ledger.RecordOutcome(t.Context(), claimed[1], store.Outcome{State: store.SubmissionFailed, ErrorClass: "refused"}))
	for _, o := range made {
		same(t, "result", cancel(t, s, k, o.TrackingNo)[0], store.CancelResult{Outcome: store.OrderCancelled})
		wantCancelled(t, s, o.TrackingNo)
	}
	wantError(t, s.Ledger.StartAttempt(t.Context(), &claimed[0], time.Minute), store.ErrLeaseLost)
	f.clock.Advance(24 * time.Hour)
	equal(t, "claimed", len(claim(t, s, "me", 9)), 0)
	equal(t, "cancellations", f.count(t, `SELECT count(*) FROM cancellations`), 0)
	equal(t, "submissions", f.count(t, `SELECT count(*) FROM submissions WHERE state = 'cancelled'`), 3)
}

// attempted is an order whose submission has the given outcome.
func attempted(t *testing.T, s *store.Store, k masterdata.Key, o store.Outcome) (shipment.Order, store.Submission) {
	t.Helper()
	made := submit(t, s, k, 1)[0]
	sub := claim(t, s, "me", 1)[0]
	noError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute))
	noError(t, s.Ledger.RecordOutcome(t.Context(), sub, o))
	return made, sub
}

func TestCancelSubmitted(t *testing.T) { onEachEngine(t, testCancelSubmitted) }

func testCancelSubmitted(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	made, sub := attempted(t, s, k, store.Outcome{State: store.SubmissionConfirmed, HAWBNo: "H"})
	for range 2 {
		same(t, "result", cancel(t, s, k, made.TrackingNo)[0], store.CancelResult{Outcome: store.OrderCancelling, Partner: "p"})
	}
	equal(t, "status while the partner is asked", stored(t, s, made.TrackingNo).TrackerStatus, shipment.OrderCreated)
	mine := claimCancellations(t, s, "me")[0]
	same(t, "cancellation", mine, store.Cancellation{
		LedgerEntry: store.LedgerEntry{
			OrderID: made.OrderID, AccountID: k.AccountID, Partner: "p", IdempotencyKey: sub.IdempotencyKey,
			Attempts: 1, DueOn: f.clock.Now().Add(time.Minute), LeaseOwner: "me", LeaseToken: 1,
			CreatedOn: f.clock.Now(), UpdatedOn: f.clock.Now(),
		},
		State: store.CancellationPending, Order: stored(t, s, made.TrackingNo),
	})
	equal(t, "claimed twice", len(claimCancellations(t, s, "you")), 0)

	f.clock.Advance(time.Minute)
	yours := claimCancellations(t, s, "you")[0]
	wantError(t, s.Ledger.FinishCancellation(t.Context(), mine,
		store.CancellationOutcome{State: store.CancellationConfirmed}), store.ErrLeaseLost)
	retry := store.CancellationOutcome{
		State:      store.CancellationPending,
		ErrorClass: "temporary",
		Message:    "Busy.",
		RetryOn:    f.clock.Now().Add(time.Hour),
	}
	noError(t, s.Ledger.FinishCancellation(t.Context(), yours, retry))
	f.clock.Advance(time.Hour - time.Microsecond)
	equal(t, "claimed too early", len(claimCancellations(t, s, "me")), 0)
	f.clock.Advance(time.Microsecond)
	again := claimCancellations(t, s, "me")[0]
	equal(t, "attempts", again.Attempts, 3)
	equal(t, "message", again.Message, "Busy.")
	noError(t, s.Ledger.FinishCancellation(t.Context(), again, store.CancellationOutcome{State: store.CancellationConfirmed}))
	wantCancelled(t, s, made.TrackingNo)
	equal(t, "once more", cancel(t, s, k, made.TrackingNo)[0].Outcome, store.OrderCancelled)
}

func TestCancelKept(t *testing.T) { onEachEngine(t, testCancelKept) }

func testCancelKept(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	made, _ := attempted(t, s, k, store.Outcome{State: store.SubmissionConfirmed})
	for i, end := range []store.CancellationOutcome{
		{State: store.CancellationFailed, Message: "No response."},
		{State: store.CancellationRefused, Message: "It is on the truck."},
	} {
		equal(t, fmt.Sprintf("result %d", i), cancel(t, s, k, made.TrackingNo)[0].Outcome, store.OrderCancelling)
		asked := claimCancellations(t, s, "me")[0]
		equal(t, "attempts of one that began again", asked.Attempts, 1) // it has all its attempts
		noError(t, s.Ledger.FinishCancellation(t.Context(), asked, end))
		f.clock.Advance(time.Hour)
		equal(t, "claimed when it is done", len(claimCancellations(t, s, "me")), 0)
	}
	report := store.CallbackReport{PartnerReport: shipment.PartnerReport{TrackingNo: made.TrackingNo, HAWBNo: "OTHER-NUMBER"}}
	equal(t, "report", callback(t, s)(report), store.ReportTaken) // which does not begin again what was refused
	same(t, "result", cancel(t, s, k, made.TrackingNo)[0], store.CancelResult{Outcome: store.OrderKept, Message: "It is on the truck."})
	equal(t, "order", stored(t, s, made.TrackingNo).StatusCode, shipment.StatusSubmitted)
}

// TestCancelWhileUnknown: what became of the submission decides.
func TestCancelWhileUnknown(t *testing.T) { onEachEngine(t, testCancelWhileUnknown) }

func testCancelWhileUnknown(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	for state, cancelled := range map[store.SubmissionState]bool{
		store.SubmissionConfirmed: false, store.SubmissionPending: true, store.SubmissionFailed: true, store.SubmissionCancelled: true,
	} {
		made, _ := attempted(t, s, k, store.Outcome{State: store.SubmissionUnknown, RetryOn: f.clock.Now().Add(time.Hour)})
		equal(t, "result", cancel(t, s, k, made.TrackingNo)[0].Outcome, store.OrderCancelling)
		equal(t, "partner is asked before it is known to have the order", len(claimCancellations(t, s, "me")), 0)
		sub := claim(t, s, "me", 1)[0] // at once, not in an hour
		equal(t, "state", sub.State, store.SubmissionUnknown)
		noError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute))
		equal(t, "cancelling", sub.Cancelling, true)
		noError(t, s.Ledger.RecordOutcome(t.Context(), sub, store.Outcome{State: state, RetryOn: f.clock.Now()}))
		equal(t, "claimed", len(claim(t, s, "me", 1)), 0)
		if cancelled {
			wantCancelled(t, s, made.TrackingNo)
			equal(t, "asked", len(claimCancellations(t, s, "me")), 0)
			continue
		}
		equal(t, "status", stored(t, s, made.TrackingNo).StatusCode, shipment.StatusSubmitted)
		equal(t, "asked", len(claimCancellations(t, s, "me")), 1)
	}
}

// TestCancelDuringAttempt: the attempt keeps its lease, and its outcome decides.
func TestCancelDuringAttempt(t *testing.T) { onEachEngine(t, testCancelDuringAttempt) }

func testCancelDuringAttempt(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	made := submit(t, s, k, 1)[0]
	sub := claim(t, s, "me", 1)[0]
	noError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute))
	equal(t, "result", cancel(t, s, k, made.TrackingNo)[0].Outcome, store.OrderCancelling)
	equal(t, "claimed under the lease", len(claim(t, s, "you", 1)), 0)
	noError(t, s.Ledger.RecordOutcome(t.Context(), sub, store.Outcome{State: store.SubmissionPending, RetryOn: f.clock.Now()}))
	wantCancelled(t, s, made.TrackingNo)
}

// TestCancelledByPartner: the partner's callback may come before its response.
func TestCancelledByPartner(t *testing.T) { onEachEngine(t, testCancelledByPartner) }

func testCancelledByPartner(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	made := submit(t, s, k, 1)[0]
	sub := claim(t, s, "me", 1)[0]
	noError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute))
	word := reported(made.TrackingNo, shipment.Cancelled, time.Time{})
	word.Source = "p"
	track(t, s, word)
	noError(t, s.Ledger.RecordOutcome(t.Context(), sub, store.Outcome{State: store.SubmissionConfirmed, HAWBNo: "H"}))
	o := stored(t, s, made.TrackingNo)
	equal(t, "status", o.StatusCode, shipment.StatusCancelled)
	equal(t, "label", o.HasLabel, false)
	equal(t, "number", o.HAWBNo, "H")
}

// TestCancelAtOnce lets cancels, attempts and reports of the same orders meet.
func TestCancelAtOnce(t *testing.T) { onEachEngine(t, testCancelAtOnce) }

func testCancelAtOnce(t *testing.T, f *fixture) {
	stores := []*store.Store{f.open(t), f.open(t)}
	_, k, _ := account(t, stores[0], "shipper")
	made := submit(t, stores[0], k, 20)
	var numbers []string
	for _, o := range made {
		numbers = append(numbers, o.TrackingNo)
	}
	claimed := claim(t, stores[0], "me", 20)
	var group sync.WaitGroup
	for i := range 3 {
		group.Go(func() {
			if _, err := stores[i%2].CancelOrders(t.Context(), k.AccountID, numbers, false); err != nil {
				t.Error(err)
			}
		})
	}
	group.Go(func() {
		for _, sub := range claimed {
			if stores[1].Ledger.StartAttempt(t.Context(), &sub, time.Minute) == nil {
				if err := stores[1].Ledger.RecordOutcome(t.Context(), sub, store.Outcome{State: store.SubmissionFailed}); err != nil {
					t.Error(err)
				}
			}
		}
	})
	group.Wait()
	cancel(t, stores[0], k, numbers...) // those that failed after the last cancel
	for _, no := range numbers {
		wantCancelled(t, stores[0], no)
	}
}
