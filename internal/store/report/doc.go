// Package report counts and explains what the store has, for people and metrics: orders by day and state, what an order
// waits for, queues, and what accounts have. It only reads.
package report

import "waybill/internal/store"

// Reader reads from a store. Safe for concurrent use.
type Reader struct{ Store *store.Store }
