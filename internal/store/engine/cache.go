package engine

import (
	"sync"
	"time"
)

// Cache holds a value from the database for a while. Its times are Store.elapsed's.
type Cache[T any] struct {
	mu         sync.Mutex
	value      T
	until      time.Duration
	generation int // of clearings
}

// Get returns the value, whether it is fresh, and the generation to pass to put.
func (c *Cache[T]) Get(now time.Duration) (value T, generation int, fresh bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.value, c.generation, now < c.until
}

// Put stores a value, unless it was read before the last clearing.
func (c *Cache[T]) Put(value T, until time.Duration, generation int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if generation == c.generation {
		c.value, c.until = value, until
	}
}

// Clear forgets the value.
func (c *Cache[T]) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	var none T
	c.value, c.until = none, 0
	c.generation++
}
