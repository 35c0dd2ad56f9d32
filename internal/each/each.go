// Package each makes a slice from each element of another one.
package each

// Of applies view to each value.
func Of[T, V any](values []T, view func(T) V) []V {
	views := make([]V, len(values))
	for i, value := range values {
		views[i] = view(value)
	}
	return views
}
