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

// Read returns the value, which read makes anew when the last one is older than lasts. A value that was read before the last clearing is
// not kept. An error is not kept either.
func (c *Cache[T]) Read(now, lasts time.Duration, read func() (T, error)) (T, error) {
	c.mu.Lock()
	value, generation, fresh := c.value, c.generation, now < c.until
	c.mu.Unlock()
	if fresh {
		return value, nil
	}
	value, err := read()
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil && generation == c.generation {
		c.value, c.until = value, now+lasts
	}
	return value, err
}

// Clear forgets the value.
func (c *Cache[T]) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	var none T
	c.value, c.until = none, 0
	c.generation++
}
