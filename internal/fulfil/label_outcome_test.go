package fulfil

import (
	"testing"
	"time"

	"waybill/internal/partner"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// TestLabelOutcomes says when a label is given up: when the partner refuses it, or the last
// attempt is used up.
func TestLabelOutcomes(t *testing.T) {
	now := time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)
	f := New(Config{Now: func() time.Time { return now }, Jitter: func() float64 { return 0 }})
	busy := &partner.TemporaryError{Message: "Busy."}
	for _, c := range []struct {
		err      error
		attempts int
		want     store.LabelState
	}{
		{busy, 1, store.LabelDue},
		{busy, maxAttempts - 1, store.LabelDue},
		{busy, maxAttempts, store.LabelFailed},
		{partner.ErrLabelNotReady, maxAttempts - 1, store.LabelDue},
		{partner.ErrLabelNotReady, maxAttempts, store.LabelFailed},
		{&partner.RefusedError{Message: "No."}, 1, store.LabelFailed},
		{nil, maxAttempts, store.LabelStored},
	} {
		drawn := shipment.PartnerLabel{Format: shipment.LabelZPL, Content: []byte("^XA^XZ")}
		got := f.labelOutcome(store.PartnerLabel{LedgerEntry: store.LedgerEntry{Attempts: c.attempts}}, drawn, c.err)
		if got.State != c.want || got.State == store.LabelDue && got.RetryOn != f.retryOn(c.attempts) {
			t.Errorf("%v at attempt %d: %+v, want %s", c.err, c.attempts, got, c.want)
		}
	}
}
