package webhook

import (
	"net/http"
	"testing"
	"time"
)

func TestWait(t *testing.T) {
	var total time.Duration
	for attempts := 1; ; attempts++ {
		wait, more := Wait(attempts, 0, 0)
		if !more {
			if attempts != 10 || total < 70*time.Hour || total > 74*time.Hour {
				t.Errorf("%d attempts in %v, want 10 in three days", attempts, total)
			}
			break
		}
		if jittered, _ := Wait(attempts, 0, 1); jittered != wait+wait/10 {
			t.Errorf("after %d attempts: %v with jitter 1, %v without", attempts, jittered, wait)
		}
		total += wait
	}
	for _, c := range []struct{ attempts, asked, want time.Duration }{
		{1, time.Second, 5 * time.Second}, // never earlier than planned
		{1, time.Hour, time.Hour},
		{1, 1000 * time.Hour, 24 * time.Hour},
		{9, time.Minute, 36 * time.Hour},
	} {
		if got, _ := Wait(int(c.attempts), c.asked, 0); got != c.want {
			t.Errorf("after %d attempts and Retry-After %v: %v, want %v", c.attempts, c.asked, got, c.want)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"": 0, "120": 2 * time.Minute, "-5": 0, "1.5": 0, "soon": 0, "99999999999999999999": 0,
		"Tue, 03 Feb 2026 04:06:06 GMT": time.Minute, "Tue, 03 Feb 2026 04:04:06 GMT": 0,
	} {
		if got := retryAfter(http.Header{"Retry-After": {value}}, now); got != want {
			t.Errorf("Retry-After %q: %v, want %v", value, got, want)
		}
	}
}
