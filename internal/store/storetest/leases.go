package storetest

import (
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

// testEndLeases: what a process that died had claimed can be had at once, and what it knew
// of its claims is void.
func testEndLeases(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	e := endpoint(t, s, k, shipment.EventOrderCreated)
	made, subs := promised(t, s, k, 1, time.Time{}) // a label that is leased to me
	cancel(t, s, k, made[0].TrackingNo)
	cancellation := claimCancellations(t, s, "me")[0]
	delivery := deliver(t, s, e, 9)[0]
	must[store.Batch](t)(s.CreateBatch(t.Context(), store.NewBatch{
		AccountID: k.AccountID, KeyID: k.KeyID, Orders: orders(1), Partners: []string{"p"}, LeaseFor: time.Hour, Owner: "me",
		Idempotency: &store.NewAnswer{Key: "key", RunsUntil: f.clock.Now().Add(time.Minute)},
	}))
	equal(t, "submissions to be had before", len(claim(t, s, "you", 9)), 0)

	equal(t, "ended", must[int64](t)(s.EndLeases(t.Context())), 4)
	equal(t, "ended again", must[int64](t)(s.EndLeases(t.Context())), 0)
	equal(t, "submissions", len(claim(t, s, "you", 9)), 1)
	equal(t, "cancellations", len(claimCancellations(t, s, "you")), 1)
	equal(t, "labels", len(claimLabels(t, s, "you")), 1)
	equal(t, "deliveries", len(deliver(t, s, e, 9)), 2) // with that of the second order
	orphan := must[store.Answer](t)(s.FindAnswer(t.Context(), k.AccountID, "key", [32]byte{}))
	equal(t, "finished", orphan.Finished, false)

	wantError(t, s.FinishLabel(t.Context(), store.BornLabel(subs[0]), fetched(f, "labels/a.zpl")), store.ErrLeaseLost)
	wantError(t, s.FinishCancellation(t.Context(), cancellation, store.CancellationOutcome{State: store.CancellationConfirmed}), store.ErrLeaseLost)
	_, err := s.RecordDelivery(t.Context(), delivery, delivered)
	wantError(t, err, store.ErrLeaseLost)
}
