package fulfil

import (
	"testing"
	"time"

	"waybill/internal/store"
	"waybill/internal/webhook"
)

// TestSpeedUpRetries: the waits between attempts are divided, for partners as for webhooks.
func TestSpeedUpRetries(t *testing.T) {
	now := time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)
	clock, steady := func() time.Time { return now }, func() float64 { return 0 }
	for _, c := range []struct {
		speedUp               RetrySpeedUp
		submission, delivered time.Duration // waits after the second attempt
	}{
		{0, 16 * time.Second, 30 * time.Second},
		{1, 16 * time.Second, 30 * time.Second},
		{100, 160 * time.Millisecond, 300 * time.Millisecond},
	} {
		f := New(Config{Now: clock, Jitter: steady, SpeedUpRetries: c.speedUp})
		if got := f.retryOn(2).Sub(now); got != c.submission {
			t.Errorf("speed-up %d: a submission waits %v, want %v", c.speedUp, got, c.submission)
		}
		d := NewDeliverer(Config{Now: clock, Jitter: steady, SpeedUpRetries: c.speedUp})
		outcome := d.outcome(store.Delivery{Attempts: 2}, webhook.Result{Verdict: webhook.Failed})
		if got := outcome.RetryOn.Sub(now); got != c.delivered {
			t.Errorf("speed-up %d: a delivery waits %v, want %v", c.speedUp, got, c.delivered)
		}
	}
}
