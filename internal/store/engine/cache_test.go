package engine

import (
	"errors"
	"testing"
	"time"
)

// TestCache: a cache keeps values for their time, none of an error or of before a clearing, and not more than it may.
func TestCache(t *testing.T) {
	t.Parallel()
	c := Cache[string, int]{Most: 10, Size: func(v int) int { return v }}
	reads := 0
	read := func(now time.Duration, key string, value int, err error) int {
		got, readErr := c.Read(now, key, func(int) (int, time.Duration, error) {
			reads++
			return value, time.Second, err
		})
		if !errors.Is(readErr, err) {
			t.Errorf("error %v, want %v", readErr, err)
		}
		return got
	}
	steps := []struct {
		name        string
		now         time.Duration
		key         string
		value, want int
		err         error
		reads       int
	}{
		{"an error", 0, "a", 1, 1, errTaken, 1},
		{"after an error", 0, "a", 2, 2, nil, 2},
		{"in time", time.Second - 1, "a", 3, 2, nil, 2},
		{"another key", 0, "b", 4, 4, nil, 3},
		{"over", time.Second, "a", 6, 6, nil, 4}, // in the place of 2: 10 in all
		{"still there", 0, "b", 5, 4, nil, 4},
		{"too many", time.Second, "c", 1, 1, nil, 5},
		{"it is there", time.Second, "c", 9, 1, nil, 5},
		{"forgotten", time.Second, "a", 7, 7, nil, 6},
		{"forgotten, too", time.Second, "b", 2, 2, nil, 7}, // 10 in all
		{"all are there", time.Second, "a", 8, 7, nil, 7},
	}
	for _, step := range steps {
		if got := read(step.now, step.key, step.value, step.err); got != step.want || reads != step.reads {
			t.Errorf("%s: %d after %d reads, want %d after %d", step.name, got, reads, step.want, step.reads)
		}
	}
	_, _ = c.Read(time.Second, "d", func(int) (int, time.Duration, error) {
		c.Clear() // what it reads may be older
		return 1, time.Minute, nil
	})
	if got := read(time.Second, "d", 2, nil); got != 2 {
		t.Errorf("it keeps %d, which was read before the clearing", got)
	}
	_, _ = c.Read(time.Minute, "d", func(last int) (int, time.Duration, error) {
		if last != 2 {
			t.Errorf("the last value is %d", last)
		}
		return last, time.Second, nil
	})
}
