package fulfil

import (
	"testing"
	"time"
)

// TestBackoff: the waits after each attempt, without jitter and with the largest.
func TestBackoff(t *testing.T) {
	now := time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)
	waits := func(jitter float64) (waits []time.Duration, sum time.Duration) {
		f := New(Config{Now: func() time.Time { return now }, Jitter: func() float64 { return jitter }})
		for attempt := 1; attempt < maxAttempts; attempt++ {
			wait := f.retryOn(attempt).Sub(now)
			waits, sum = append(waits, wait), sum+wait
		}
		return waits, sum
	}
	least, sum := waits(0)
	if least[0] != time.Second || least[1] != 16*time.Second || least[13] != 14*14*14*14*time.Second {
		t.Errorf("the waits are %v", least)
	}
	if sum.Round(30*time.Minute) != 35*time.Hour+30*time.Minute {
		t.Errorf("all waits take %v; the documents say 35.5 hours", sum)
	}
	most, _ := waits(1)
	for i := range most {
		if most[i] != least[i]+least[i]/10 {
			t.Errorf("attempt %d: with jitter at most %v, want a tenth more than %v", i+1, most[i], least[i])
		}
	}
	f := New(Config{Now: func() time.Time { return now }, Jitter: func() float64 { return 0 }})
	if got := f.retryOn(1000).Sub(now); got != maxBackoff {
		t.Errorf("the wait of an attempt by hand is %v, want %v", got, maxBackoff)
	}
}
