package fulfil

import (
	"context"
	"errors"
	"testing"
	"time"

	"waybill/internal/partner"
	"waybill/internal/store"
)

// TestCancellationOutcomes is what each answer of a partner means.
func TestCancellationOutcomes(t *testing.T) {
	now := time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)
	f := New(Config{Now: func() time.Time { return now }, Jitter: func() float64 { return 0 }})
	for _, c := range []struct {
		err      error
		attempts int
		want     store.CancellationOutcome
	}{
		{nil, 1, store.CancellationOutcome{State: store.CancellationConfirmed}},
		{partner.ErrNotSubmitted, 1, store.CancellationOutcome{State: store.CancellationConfirmed}},
		{&partner.RefusedError{Message: "No."}, 1, store.CancellationOutcome{
			State: store.CancellationRefused, ErrorClass: "refused", Message: "No.",
		}},
		{&partner.TemporaryError{Message: "Busy."}, 2, store.CancellationOutcome{
			State: store.CancellationPending, ErrorClass: "temporary", Message: "Busy.", RetryOn: now.Add(16 * time.Second),
		}},
		{&partner.TemporaryError{Message: "Busy."}, maxAttempts, store.CancellationOutcome{
			State: store.CancellationFailed, ErrorClass: "temporary", Message: "Busy.",
		}},
		{context.DeadlineExceeded, 1, store.CancellationOutcome{
			State: store.CancellationPending, ErrorClass: "unknown",
			Message: "The partner p did not answer in time. It is asked again.", RetryOn: now.Add(time.Second),
		}},
		{errors.New("cancel at http://10.0.0.7: dial tcp 10.0.0.7:80: connect: connection refused"), maxAttempts, store.CancellationOutcome{
			State: store.CancellationFailed, ErrorClass: "unknown", Message: "The partner could not be reached, or its answer was not clear.",
		}},
	} {
		got := f.cancellationOutcome(store.Cancellation{LedgerEntry: store.LedgerEntry{Partner: "p", Attempts: c.attempts}}, c.err)
		if got.State != store.CancellationPending {
			got.RetryOn = time.Time{} // it does not matter
		}
		if got != c.want {
			t.Errorf("%v at attempt %d: %+v, want %+v", c.err, c.attempts, got, c.want)
		}
	}
}
