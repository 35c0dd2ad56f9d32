package request

// The lengths of names that are compared. In a short name one letter makes another country.
const (
	shortestCompared = 5
	longestCompared  = 60
)

// Nearest finds the one of some names that differs least from a name: by one letter, or by two in names
// of eight letters and more. Two letters in the wrong order are one difference.
func Nearest[T any](name string, names map[string]T) (nearest T, found bool) {
	runes := []rune(name)
	if len(runes) < shortestCompared || len(runes) > longestCompared {
		return nearest, false
	}
	best := 1
	if len(runes) >= 8 {
		best = 2
	}
	for candidate, of := range names {
		d := distance(runes, []rune(candidate), best)
		switch {
		case d > best:
		case d < best || !found:
			best, nearest, found = d, of, true
		default:
			found = false // two are as near
			best--        // only a nearer one counts
		}
	}
	return nearest, found
}

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
