package engine

import (
	"sync"
	"time"
)

// Cache holds values from the database for a while, by key: struct{} for one value. Its times are DB.Elapsed's.
type Cache[K comparable, V any] struct {
	// Most is the most that the sizes of all values may be together: a value beyond it makes the cache forget all others. 0: there is no
	// limit.
	Most int
	Size func(V) int // of a value; nil: 1

	mu         sync.Mutex
	values     map[K]cached[V]
	held       int // sum of the sizes
	generation int // of clearings
}

type cached[V any] struct {
	value V
	until time.Duration
	size  int
}

// Read returns the value of a key. If there is none, or it is over, read makes it anew, with the last one at hand, and says how long it
// lasts. A value that was read before the last clearing is not kept. An error is not kept either.
func (c *Cache[K, V]) Read(now time.Duration, key K, read func(last V) (value V, lasts time.Duration, err error)) (V, error) {
	c.mu.Lock()
	last, generation := c.values[key], c.generation
	c.mu.Unlock()
	if now < last.until {
		return last.value, nil
	}
	value, lasts, err := read(last.value)
	if err == nil {
		c.keep(key, cached[V]{value: value, until: now + lasts, size: 1}, generation)
	}
	return value, err
}

func (c *Cache[K, V]) keep(key K, made cached[V], generation int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if generation != c.generation {
		return
	}
	if c.Size != nil {
		made.size = c.Size(made.value)
	}
	c.held += made.size - c.values[key].size
	if c.values == nil || c.Most > 0 && c.held > c.Most {
		c.values, c.held = make(map[K]cached[V]), made.size
	}
	c.values[key] = made
}

// Clear forgets all values.
func (c *Cache[K, V]) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.values, c.held = nil, 0
	c.generation++
}
