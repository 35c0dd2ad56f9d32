// Package each makes slices and maps of the elements of a slice.
package each

import "maps"

// Of applies view to each value.
func Of[T, V any](values []T, view func(T) V) []V {
	views := make([]V, len(values))
	for i, value := range values {
		views[i] = view(value)
	}
	return views
}

// Count is how many of the values a condition holds for.
func Count[T any](values []T, is func(T) bool) (n int) {
	for _, value := range values {
		if is(value) {
			n++
		}
	}
	return n
}

// By returns the values by a key of each: the last one of those with the same key.
func By[K comparable, T any](values []T, key func(T) K) map[K]T {
	byKey := make(map[K]T, len(values))
	for _, value := range values {
		byKey[key(value)] = value
	}
	return byKey
}

// At returns pointers to the values by a key of each: to the last one of those with the same key.
func At[K comparable, T any](values []T, key func(*T) K) map[K]*T {
	byKey := make(map[K]*T, len(values))
	for i := range values {
		byKey[key(&values[i])] = &values[i]
	}
	return byKey
}

// Pairs makes a map of a key and a value of each: those of the last one with the same key.
func Pairs[K comparable, V, T any](values []T, of func(T) (K, V)) map[K]V {
	pairs := make(map[K]V, len(values))
	for _, value := range values {
		key, its := of(value)
		pairs[key] = its
	}
	return pairs
}

// With returns a copy of a map with a value for a key.
func With[K comparable, V any](of map[K]V, key K, value V) map[K]V {
	with := make(map[K]V, len(of)+1)
	maps.Copy(with, of)
	with[key] = value
	return with
}

// Grouped returns the values with the same key together, in their order.
func Grouped[K comparable, T any](values []T, key func(T) K) map[K][]T {
	groups := make(map[K][]T)
	for _, value := range values {
		k := key(value)
		groups[k] = append(groups[k], value)
	}
	return groups
}
