package command

import (
	"slices"
	"testing"
)

// TestFirst: a list has as many values as --limit says, which is refused before a server is asked.
func TestFirst(t *testing.T) {
	t.Parallel()
	asked := false
	three := func(yield func(int, error) bool) {
		asked = true
		for range 3 {
			if !yield(7, nil) {
				return
			}
		}
	}
	for _, limit := range []int{-1, 0, MaxListed + 1} {
		if _, err := First(three, limit); err == nil || asked {
			t.Errorf("a limit of %d: %v, asked: %v", limit, err, asked)
		}
	}
	for limit, want := range map[int]int{2: 2, 3: 3, MaxListed: 3, All: 3} {
		if got, err := First(three, limit); err != nil || !slices.Equal(got, []int{7, 7, 7}[:want]) {
			t.Errorf("a limit of %d: %v, %v", limit, got, err)
		}
	}
}
