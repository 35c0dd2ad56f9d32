package store

import (
	"sync"
	"time"
)

// cache holds a value from the database for a while. Its times are Store.elapsed's.
type cache[T any] struct {
	mu         sync.Mutex
	value      T
	until      time.Duration
	generation int // of clearings
}

// get returns the value, whether it is fresh, and the generation to pass to put.
func (c *cache[T]) get(now time.Duration) (value T, generation int, fresh bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.value, c.generation, now < c.until
}

// put stores a value, unless it was read before the last clearing.
func (c *cache[T]) put(value T, until time.Duration, generation int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if generation == c.generation {
		c.value, c.until = value, until
	}
}

func (c *cache[T]) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	var none T
	c.value, c.until = none, 0
	c.generation++
}
