package shell

import (
	"fmt"
	"testing"
	"time"
)

func TestForgottenBucketsAreFull(t *testing.T) {
	l := NewLimiters[string](time.Now)
	limit := RateLimit{PerSecond: 1, Burst: 1}
	for i := range maxBuckets + 1 {
		if _, err := l.Take(fmt.Sprint(i), limit, 1); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(l.buckets); n > maxBuckets {
		t.Errorf("%d buckets", n)
	}
}
