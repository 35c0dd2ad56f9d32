package fulfil

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"waybill/internal/partner"
	"waybill/internal/store"
)

// TestSubmissionOutcomes is what each answer of a partner means. A partner that was only asked whether it has an order has
// refused nothing.
func TestSubmissionOutcomes(t *testing.T) {
	now := time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)
	f := New(Config{Now: func() time.Time { return now }, Jitter: func() float64 { return 0 }, Log: slog.New(slog.DiscardHandler)})
	busy, refused := &partner.TemporaryError{Message: "Busy."}, &partner.RefusedError{Message: "No."}
	for _, c := range []struct {
		kind     store.AttemptKind
		err      error
		attempts int
		state    store.SubmissionState
		class    string
	}{
		{store.AttemptSubmit, nil, 1, store.SubmissionConfirmed, ""},
		{store.AttemptSubmit, refused, 1, store.SubmissionFailed, store.ClassRefused},
		{store.AttemptSubmit, busy, maxAttempts - 1, store.SubmissionPending, store.ClassTemporary},
		{store.AttemptSubmit, busy, maxAttempts, store.SubmissionFailed, store.ClassTemporary},
		{store.AttemptSubmit, context.DeadlineExceeded, maxAttempts, store.SubmissionUnknown, store.ClassUnknown},
		{store.AttemptFind, nil, 1, store.SubmissionConfirmed, ""},
		{store.AttemptFind, refused, 1, store.SubmissionUnknown, store.ClassUnknown},
		{store.AttemptFind, busy, maxAttempts, store.SubmissionUnknown, store.ClassUnknown},
	} {
		a := attempt{
			Fulfiller: f, calls: []store.Attempt{{Kind: c.kind}},
			sub: store.Submission{LedgerEntry: store.LedgerEntry{Attempts: c.attempts}},
		}
		got := a.outcome(t.Context(), reply{err: c.err})
		if got.State != c.state || got.ErrorClass != c.class {
			t.Errorf("%s: %v at attempt %d: %s %q, want %s %q", c.kind, c.err, c.attempts, got.State, got.ErrorClass, c.state, c.class)
		}
		again := got.State == store.SubmissionPending || got.State == store.SubmissionUnknown
		if want := f.retryOn(c.attempts); again && !got.RetryOn.Equal(want) || !again && !got.RetryOn.IsZero() {
			t.Errorf("%s: %v at attempt %d: again on %v, want %v", c.kind, c.err, c.attempts, got.RetryOn, want)
		}
	}
}
