package store_test

import (
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/once"
)

// TestEndLeases: what a process that died had claimed can be had at once, and what it knew
// of its claims is void.
func TestEndLeases(t *testing.T) { onEachEngine(t, testEndLeases) }

func testEndLeases(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	e := endpoint(t, s, k, shipment.EventOrderCreated)
	made, born := promised(t, s, k, time.Time{}) // a label that is leased to me
	cancel(t, s, k, made.TrackingNo)
	cancellation := claimCancellations(t, s, "me")[0]
	delivery := deliver(t, s, e, 9)[0]
	must[store.Batch](t)(s.CreateBatch(t.Context(), store.NewBatch{
		AccountID: k.AccountID, KeyID: k.KeyID, Orders: orders(1), Partners: []string{"p"}, LeaseFor: time.Hour, Owner: "me",
		Idempotency: &store.IdempotentRequest{Key: "key", RunsUntil: f.clock.Now().Add(time.Minute)},
	}))
	equal(t, "submissions to be had before", len(claim(t, s, "you", 9)), 0)

	equal(t, "ended", must[int64](t)(s.Ledger.EndLeases(t.Context(), 10*time.Second)), 4)
	equal(t, "ended again", must[int64](t)(s.Ledger.EndLeases(t.Context(), 10*time.Second)), 0)
	sub := claim(t, s, "you", 9)[0]
	equal(t, "cancellations", len(claimCancellations(t, s, "you")), 1)
	equal(t, "labels", len(claimLabels(t, s, "you")), 1)
	equal(t, "deliveries", len(deliver(t, s, e, 9)), 2) // with that of the second order
	orphan := must[once.Response](t)(s.Once.Find(t.Context(), k.AccountID, "key", [32]byte{}))
	equal(t, "finished", orphan.Finished, false)

	wantError(t, s.Ledger.FinishLabel(t.Context(), store.ClaimedLabel(born), fetched(f, "labels/a.zpl")), store.ErrLeaseLost)
	wantError(
		t,
		s.Ledger.FinishCancellation(t.Context(), cancellation, store.CancellationOutcome{State: store.CancellationConfirmed}),
		store.ErrLeaseLost,
	)
	_, err := s.Webhooks.RecordDelivery(t.Context(), delivery, delivered)
	wantError(t, err, store.ErrLeaseLost)

	// The partner may still be at work on what it was handed.
	noError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute))
	equal(t, "ended", must[int64](t)(s.Ledger.EndLeases(t.Context(), 10*time.Second)) > 0, true)
	f.clock.Advance(10*time.Second - time.Microsecond)
	equal(t, "asked about too soon", len(claim(t, s, "me", 9)), 0)
	f.clock.Advance(time.Microsecond)
	equal(t, "asked about", len(claim(t, s, "me", 9)), 1)
}
