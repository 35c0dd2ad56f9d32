package store_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// submit stores n orders that partner p fulfils.
func submit(t *testing.T, s *store.Store, k masterdata.Key, n int) []shipment.Order {
	t.Helper()
	partners := make([]string, n)
	for i := range partners {
		partners[i] = "p"
	}
	return must[store.Batch](t)(s.CreateBatch(t.Context(), store.NewBatch{
		AccountID: k.AccountID, KeyID: k.KeyID, Orders: orders(n), Partners: partners,
	})).Orders
}

func claim(t *testing.T, s *store.Store, owner string, limit int) []store.Submission {
	t.Helper()
	return must[[]store.Submission](t)(s.Ledger.ClaimSubmissions(t.Context(), owner, "p", limit, time.Minute))
}

func stored(t *testing.T, s *store.Store, trackingNo string) shipment.Order {
	t.Helper()
	return must[shipment.Order](t)(s.OrderByTrackingNo(t.Context(), trackingNo))
}

func TestSubmissionBorn(t *testing.T) { onEachEngine(t, testSubmissionBorn) }

func testSubmissionBorn(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	batch := must[store.Batch](t)(s.CreateBatch(t.Context(), store.NewBatch{
		AccountID: k.AccountID, KeyID: k.KeyID, Orders: orders(3), Partners: []string{"p", "", "q"},
	}))
	equal(t, "born leased", len(batch.Submissions), 0)
	waiting := batch.Orders[0]
	equal(t, "status of a partner's order", waiting.StatusCode, shipment.StatusNone)
	equal(t, "label of a partner's order", waiting.HasLabel, false)
	equal(t, "label of an order in house", batch.Orders[1].HasLabel, true)

	same(t, "queues", must[[]store.PartnerQueue](t)(s.Ledger.SubmissionStats(t.Context())), []store.PartnerQueue{
		{Partner: "p", Depth: 1, OldestDue: f.clock.Now()}, {Partner: "q", Depth: 1, OldestDue: f.clock.Now()},
	})
	equal(t, "claimed of r", len(must[[]store.Submission](t)(s.Ledger.ClaimSubmissions(t.Context(), "me", "r", 9, time.Minute))), 0)
	claimed := must[[]store.Submission](t)(s.Ledger.ClaimSubmissions(t.Context(), "me", "p", 9, time.Minute))
	equal(t, "claimed of p", len(claimed), 1)
	want := store.Submission{
		LedgerEntry: store.LedgerEntry{
			OrderID: waiting.OrderID, AccountID: k.AccountID, Partner: "p", IdempotencyKey: claimed[0].IdempotencyKey,
			DueOn: f.clock.Now().Add(time.Minute), LeaseOwner: "me", LeaseToken: 1, CreatedOn: f.clock.Now(), UpdatedOn: f.clock.Now(),
		},
		State: store.SubmissionPending, Order: waiting,
	}
	same(t, "submission", claimed[0], want)
	equal(t, "length of the key", len(want.IdempotencyKey), 26)

	// Leased from the start: no other process gets it until the lease ends.
	batch = must[store.Batch](t)(s.CreateBatch(t.Context(), store.NewBatch{
		AccountID: k.AccountID, KeyID: k.KeyID, Orders: orders(2), Partners: []string{"", "r"}, LeaseFor: time.Hour, Owner: "me",
	}))
	equal(t, "born leased", len(batch.Submissions), 1)
	born := batch.Submissions[0]
	same(t, "order of the lease", born.Order, batch.Orders[1])
	equal(t, "claimed of r", len(must[[]store.Submission](t)(s.Ledger.ClaimSubmissions(t.Context(), "you", "r", 9, time.Minute))), 0)
	noError(t, s.Ledger.StartAttempt(t.Context(), &born, time.Minute))
	noError(t, s.Ledger.RecordOutcome(t.Context(), born, store.Outcome{State: store.SubmissionConfirmed, HAWBNo: "H"}))
	equal(t, "label", stored(t, s, born.Order.TrackingNo).HasLabel, true)
}

func TestSubmissionOutcomes(t *testing.T) { onEachEngine(t, testSubmissionOutcomes) }

func testSubmissionOutcomes(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	all := submit(t, s, k, 2)
	claimed := claim(t, s, "me", 9)
	equal(t, "claimed", len(claimed), 2)
	if claimed[0].OrderID != all[0].OrderID {
		claimed[0], claimed[1] = claimed[1], claimed[0]
	}
	f.clock.Advance(time.Second)
	for i := range claimed {
		noError(t, s.Ledger.StartAttempt(t.Context(), &claimed[i], time.Minute))
		equal(t, "state", claimed[i].State, store.SubmissionSubmitted)
		equal(t, "attempts", claimed[i].Attempts, 1)
	}
	noError(t, s.Ledger.RecordOutcome(t.Context(), claimed[0], store.Outcome{State: store.SubmissionConfirmed, HAWBNo: "H-1"}))
	noError(
		t,
		s.Ledger.RecordOutcome(
			t.Context(),
			claimed[1],
			store.Outcome{State: store.SubmissionFailed, ErrorClass: "refused", Message: "No such postcode."},
		),
	)

	want := all[0]
	want.HAWBNo, want.StatusCode, want.HasLabel, want.UpdatedOn = "H-1", shipment.StatusSubmitted, true, f.clock.Now()
	same(t, "confirmed order", stored(t, s, want.TrackingNo), want)
	want = all[1]
	want.StatusCode, want.UpdatedOn = shipment.StatusSubmissionFailed, f.clock.Now()
	same(t, "failed order", stored(t, s, want.TrackingNo), want)

	f.clock.Advance(365 * 24 * time.Hour)
	equal(t, "claimed when all is done", len(claim(t, s, "me", 9)), 0)
	equal(t, "queues", len(must[[]store.PartnerQueue](t)(s.Ledger.SubmissionStats(t.Context()))), 0)
	equal(
		t,
		"messages kept",
		f.count(t, `SELECT count(*) FROM submissions WHERE message = 'No such postcode.' AND error_class = 'refused'`),
		1,
	)
}

func TestSubmissionRetries(t *testing.T) { onEachEngine(t, testSubmissionRetries) }

func testSubmissionRetries(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	placed := submit(t, s, k, 1)[0]
	key := ""
	for attempt, state := range []store.SubmissionState{store.SubmissionPending, store.SubmissionUnknown} {
		sub := claim(t, s, "me", 1)[0]
		noError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute))
		retryOn := f.clock.Now().Add(time.Hour)
		noError(t, s.Ledger.RecordOutcome(t.Context(), sub,
			store.Outcome{State: state, ErrorClass: "temporary", Message: "Busy.", RetryOn: retryOn}))
		wantError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute), store.ErrLeaseLost)
		equal(t, "order", stored(t, s, placed.TrackingNo).StatusCode, shipment.StatusNone)
		f.clock.Advance(time.Hour - time.Microsecond)
		equal(t, "claimed too early", len(claim(t, s, "me", 1)), 0)
		f.clock.Advance(time.Microsecond)

		again := claim(t, s, "me", 1)
		equal(t, "claimed again", len(again), 1)
		equal(t, "state", again[0].State, state)
		equal(t, "message", again[0].Message, "Busy.")
		equal(t, "class", again[0].ErrorClass, "temporary")
		equal(t, "attempts", again[0].Attempts, attempt+1)
		if attempt > 0 {
			equal(t, "key", again[0].IdempotencyKey, key)
		}
		key = again[0].IdempotencyKey
		f.clock.Advance(time.Minute) // that lease ends
	}
}

func TestSubmissionLease(t *testing.T) { onEachEngine(t, testSubmissionLease) }

func testSubmissionLease(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	placed := submit(t, s, k, 1)[0]
	mine := claim(t, s, "me", 9)[0]
	noError(t, s.Ledger.StartAttempt(t.Context(), &mine, time.Minute))
	f.clock.Advance(time.Minute - time.Microsecond)
	equal(t, "claimed under a lease", len(claim(t, s, "you", 9)), 0)
	f.clock.Advance(time.Microsecond)

	yours := claim(t, s, "you", 9)
	equal(t, "claimed after the lease", len(yours), 1)
	equal(t, "state of an attempt that died", yours[0].State, store.SubmissionSubmitted)
	wantError(t, s.Ledger.StartAttempt(t.Context(), &mine, time.Minute), store.ErrLeaseLost)
	equal(t, "attempts of the loser", mine.Attempts, 1)
	wantError(t, s.Ledger.RecordOutcome(t.Context(), mine, store.Outcome{State: store.SubmissionConfirmed, HAWBNo: "LOST"}),
		store.ErrLeaseLost)
	equal(t, "order", stored(t, s, placed.TrackingNo).HAWBNo, "")

	// An attempt that waited for its turn has its lease from the start of the call.
	f.clock.Advance(time.Minute - time.Microsecond)
	noError(t, s.Ledger.StartAttempt(t.Context(), &yours[0], time.Minute))
	equal(t, "end of the lease", yours[0].DueOn, f.clock.Now().Add(time.Minute))
	f.clock.Advance(time.Minute - time.Microsecond)
	equal(t, "claimed under a call", len(claim(t, s, "me", 9)), 0)

	// The same owner may claim it again; the old token is still void.
	f.clock.Advance(time.Minute)
	again := claim(t, s, "you", 9)[0]
	wantError(t, s.Ledger.RecordOutcome(t.Context(), yours[0], store.Outcome{State: store.SubmissionFailed}), store.ErrLeaseLost)
	noError(t, s.Ledger.RecordOutcome(t.Context(), again, store.Outcome{State: store.SubmissionConfirmed, HAWBNo: "H"}))
	wantError(t, s.Ledger.RecordOutcome(t.Context(), again, store.Outcome{State: store.SubmissionFailed}), store.ErrLeaseLost)
	equal(t, "order", stored(t, s, placed.TrackingNo).HAWBNo, "H")

	// A lease must be had.
	free := submit(t, s, k, 1)[0]
	unclaimed := store.Submission{LedgerEntry: store.LedgerEntry{OrderID: free.OrderID, AccountID: k.AccountID}}
	wantError(t, s.Ledger.StartAttempt(t.Context(), &unclaimed, time.Minute), store.ErrLeaseLost)
	wantError(t, s.Ledger.RecordOutcome(t.Context(), unclaimed, store.Outcome{State: store.SubmissionFailed}), store.ErrLeaseLost)
}

func TestClaimsDoNotOverlap(t *testing.T) { onEachEngine(t, testClaimsDoNotOverlap) }

func testClaimsDoNotOverlap(t *testing.T, f *fixture) {
	stores := []*store.Store{f.open(t), f.open(t)}
	_, k, _ := account(t, stores[0], "shipper")
	_, other, _ := account(t, stores[0], "other")
	const each = 60
	submit(t, stores[0], k, each)
	submit(t, stores[0], other, each)
	var mu sync.Mutex
	owners := make(map[int64]int)
	var group sync.WaitGroup
	for worker := range 6 {
		group.Go(func() {
			for range 2 * each { // the other process may have been faster
				claimed, err := stores[worker%2].Ledger.ClaimSubmissions(t.Context(), "worker", "p", 7, time.Hour)
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				for _, sub := range claimed {
					owners[sub.OrderID]++
					if sub.Order.OrderID != sub.OrderID || len(sub.Order.Items) != 3 {
						t.Errorf("submission of order %d comes with order %d", sub.OrderID, sub.Order.OrderID)
					}
				}
				done := len(owners) == 2*each
				mu.Unlock()
				if done {
					return
				}
			}
		})
	}
	group.Wait()
	equal(t, "submissions claimed", len(owners), 2*each)
	for id, times := range owners {
		if times != 1 {
			t.Fatalf("submission of order %d is claimed %d times", id, times)
		}
	}
}

// TestRowsOfTwoProcesses lets two processes do many submissions and deliveries at once: each is done once.
func TestRowsOfTwoProcesses(t *testing.T) { onEachEngine(t, testRowsOfTwoProcesses) }

func testRowsOfTwoProcesses(t *testing.T, f *fixture) {
	rows := 10_000
	if testing.Short() {
		rows = 600
	}
	stores := []*store.Store{f.open(t), f.open(t)}
	_, k, _ := account(t, stores[0], "shipper")
	_, other, _ := account(t, stores[0], "other")
	e := endpoint(t, stores[0], k, shipment.EventOrderCreated)
	for range rows / 200 {
		submit(t, stores[0], k, 100)
		submit(t, stores[0], other, 100)
	}
	var confirmed, sent atomic.Int64
	var group sync.WaitGroup
	for i, s := range stores {
		for range 4 {
			group.Go(func() {
				for confirmed.Load() < int64(rows) && !t.Failed() {
					confirmed.Add(int64(confirmSome(t, s, fmt.Sprint("worker ", i))))
				}
			})
			group.Go(func() {
				for sent.Load() < int64(rows/2) && !t.Failed() {
					sent.Add(int64(deliverSome(t, s, e, fmt.Sprint("worker ", i))))
				}
			})
		}
	}
	group.Wait()
	equal(t, "confirmed", confirmed.Load(), int64(rows))
	equal(t, "sent", sent.Load(), int64(rows/2))
	equal(t, "done once", f.count(t, `SELECT count(*) FROM submissions WHERE state = 'confirmed' AND attempts = 1 AND lease_token = 1`), rows)
	equal(t, "calls", f.count(t, `SELECT count(*) FROM submission_attempts`), rows)
	equal(t, "sent once", f.count(t, `SELECT count(*) FROM deliveries WHERE state = 'delivered' AND attempts = 1 AND lease_token = 1`), rows/2)
}

// confirmSome claims and confirms submissions, and returns how many.
func confirmSome(t *testing.T, s *store.Store, owner string) int {
	claimed, err := s.Ledger.ClaimSubmissions(t.Context(), owner, "p", 16, time.Hour)
	if err != nil {
		t.Error(err)
	}
	for _, sub := range claimed {
		if err := s.Ledger.StartAttempt(t.Context(), &sub, time.Hour); err != nil {
			t.Error(err)
		}
		if err := s.Ledger.RecordOutcome(t.Context(), sub, store.Outcome{State: store.SubmissionConfirmed}); err != nil {
			t.Error(err)
		}
	}
	return len(claimed)
}

// deliverSome claims and delivers events, and returns how many.
func deliverSome(t *testing.T, s *store.Store, e store.Endpoint, owner string) int {
	claimed, err := s.Webhooks.ClaimDeliveries(t.Context(), owner, e.EndpointID, 16, time.Hour)
	if err != nil {
		t.Error(err)
	}
	for _, d := range claimed {
		if _, err := s.Webhooks.RecordDelivery(t.Context(), d, delivered); err != nil {
			t.Error(err)
		}
	}
	return len(claimed)
}
