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
		var gives []func()
		for account := range int64(2) {
			give, err := r.take(t.Context(), account, 99, true)
			if err != nil {
				t.Fatal(err)
			}
			gives = append(gives, give)
		}
		var order []int64
		leaves, leave := context.WithCancel(t.Context())
		for i, size := range []int64{30, 10, 20} {
			go func() {
				if give, err := r.take(t.Context(), int64(10+i), size, true); err == nil {
					order, gives = append(order, size), append(gives, give)
				}
			}()
		}
		go func() {
			if _, err := r.take(leaves, 20, 1, true); !errors.Is(err, context.Canceled) {
				t.Errorf("a check that ended while it waited: %v", err)
			}
		}()
		synctest.Wait()
		leave()
		synctest.Wait()
		for i := range 3 {
			gives[i]()
			synctest.Wait()
		}
		if !slices.Equal(order, []int64{10, 20, 30}) {
			t.Errorf("files were checked in the order %v", order)
		}
		for _, give := range gives[3:] {
			give()
		}
		if r.free != 2 || len(r.waiting) > 0 || len(r.reading) > 0 {
			t.Errorf("%d are free, %d wait, %d are read", r.free, len(r.waiting), len(r.reading))
		}
	})
}

// TestAnAccountReadsOneFileAtATime: a check of an account does not hold a place while the account reads another file, and the other way
// round. Other accounts read on.
func TestAnAccountReadsOneFileAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := readers{free: 2}
		var begun []string
		begin := func(name string, account int64, isCheck bool) (give func()) {
			turn := make(chan func(), 1)
			go func() {
				end, err := r.take(t.Context(), account, 1, isCheck)
				if err != nil {
					t.Error(err)
				}
				begun = append(begun, name)
				turn <- end
			}()
			synctest.Wait()
			return func() { (<-turn)(); synctest.Wait() }
		}
		want := func(names ...string) {
			t.Helper()
			if !slices.Equal(begun, names) {
				t.Errorf("%v are read, want %v", begun, names)
			}
			begun = nil
		}
		refused := begin("refused rows of 1", 1, false)
		want("refused rows of 1")
		check := begin("check of 1", 1, true)
		want()
		second, third := begin("check of 2", 2, true), begin("check of 3", 3, true)
		want("check of 2", "check of 3")
		second()
		refused()
		want("check of 1")
		again := begin("refused rows of 1 again", 1, false)
		other := begin("refused rows of 4", 4, false)
		want("refused rows of 4")
		other()
		third()
		check()
		want("refused rows of 1 again")
		again()
		if r.free != 2 || len(r.waiting) > 0 || len(r.reading) > 0 {
			t.Errorf("%d are free, %d wait, %d are read", r.free, len(r.waiting), len(r.reading))
		}
	})
}
