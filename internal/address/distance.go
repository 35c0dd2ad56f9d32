package address

// distance is how many letters differ between two names: inserted, left out, replaced, or in the wrong order (optimal
// string alignment). It is limit + 1 if more than limit do.
func distance(a, b []rune, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	before, previous, current := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range previous {
		previous[j] = j
	}
	for i := 1; i <= len(a); i++ {
		current[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			replaced := previous[j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			current[j] = min(replaced, previous[j]+1, current[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				current[j] = min(current[j], before[j-2]+1)
			}
			least = min(least, current[j])
		}
		if least > limit {
			return limit + 1
		}
		before, previous, current = previous, current, before
	}
	return min(previous[len(b)], limit+1)
}
