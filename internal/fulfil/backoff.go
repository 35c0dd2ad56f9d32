package fulfil

import "time"

// Backoff of submissions, cancellations and labels. That of deliveries is in webhook/retry.go.

// maxAttempts is how often a submission is tried before a temporary error is final: with backoff, for
// 35.5 hours.
const maxAttempts = 15

// maxBackoff bounds the wait between two attempts.
const maxBackoff = 12 * time.Hour

// retryOn is when another attempt follows: after attempts⁴ seconds, plus up to a tenth, so that
// attempts that failed together are not repeated together.
func (f *Fulfiller) retryOn(attempts int) time.Time {
	n := min(attempts, maxAttempts)
	wait := min(time.Duration(n*n*n*n)*time.Second, maxBackoff)
	wait += time.Duration(f.Jitter() * float64(wait) / 10)
	return f.Now().Add(f.SpeedUpRetries.shorten(wait))
}
