package job

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
)

// TestReaders: two files are checked at the same time, and the smallest waiting file is next.
func TestReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := readers{free: 2}
		for range 2 {
			if err := r.take(t.Context(), 99); err != nil {
				t.Fatal(err)
			}
		}
		var order []int64
		leaves, leave := context.WithCancel(t.Context())
		for _, size := range []int64{30, 10, 20} {
			go func() {
				if r.take(t.Context(), size) == nil {
					order = append(order, size)
				}
			}()
		}
		go func() {
			if err := r.take(leaves, 1); !errors.Is(err, context.Canceled) {
				t.Errorf("a check that ended while it waited: %v", err)
			}
		}()
		synctest.Wait()
		leave()
		synctest.Wait()
		for range 3 {
			r.give()
			synctest.Wait()
		}
		if !slices.Equal(order, []int64{10, 20, 30}) {
			t.Errorf("files were checked in the order %v", order)
		}
		for range 2 {
			r.give()
		}
		if r.free != 2 || len(r.waiting) > 0 {
			t.Errorf("%d are free, %d wait", r.free, len(r.waiting))
		}
	})
}
