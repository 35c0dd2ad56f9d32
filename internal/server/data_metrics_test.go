package server

import (
	"context"
	"errors"
	"testing"
)

// TestSlowFiguresAreReadOnce: a call that does not wait for a slow read leaves it running, and a later one has its result.
func TestSlowFiguresAreReadOnce(t *testing.T) {
	t.Parallel()
	reads, release := 0, make(chan struct{})
	figures := forAMinute(func(ctx context.Context) (int, error) {
		reads++
		<-release
		return 42, ctx.Err()
	})
	impatient, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := figures(impatient); !errors.Is(err, context.Canceled) {
		t.Errorf("without waiting: %v", err)
	}
	close(release)
	for range 2 {
		if got, err := figures(t.Context()); got != 42 || err != nil {
			t.Errorf("later: %d, %v", got, err)
		}
	}
	if reads != 1 {
		t.Errorf("read %d times", reads)
	}
}
