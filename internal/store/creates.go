package store

import (
	"context"

	"waybill/internal/store/engine"
)

// creates are the batches of orders, for the engine.
type creates struct{ store *Store }

// Account makes a creation an engine.Batch.
func (c *creation) Account() int64 { return c.AccountID }

// Len makes a creation an engine.Batch.
func (c *creation) Len() int { return len(c.Orders) }

// Insert makes a creation an engine.Batch. It inserts all rows except the counts.
func (c *creation) Insert(in *engine.Inserting) {
	c.fill()
	c.insertBatch(in)
}

// Assign gives each batch consecutive ids and the time.
func (c *creates) Assign(ctx context.Context, q engine.Querier, batches []engine.Batch) error {
	return c.store.ids.assign(ctx, q, c.store.DB.Now, batches)
}

// Sum inserts the counts of orders, and who created them.
func (*creates) Sum(in *engine.Inserting, batches []engine.Batch, slot int64) {
	counts := make(orderCounts)
	for _, b := range batches {
		c := b.(*creation)
		for i := range c.Orders {
			counts[countKey{c.AccountID, c.Orders[i].ServiceID}]++
		}
	}
	counts.insert(in, slot)
	auditCreates(in, batches)
}

// Refusal returns ErrKeyInUse, a *ReplacedError, a refusal of the Rider, a *TakenError or ErrRetry.
func (c *creates) Refusal(ctx context.Context, q engine.Querier, b engine.Batch) error {
	return c.store.refusalOf(ctx, q, b.(*creation))
}

// IsStored looks for the first order.
func (*creates) IsStored(ctx context.Context, q engine.Querier, b engine.Batch) (bool, error) {
	c := b.(*creation)
	n, err := engine.Value[int](ctx, q, `SELECT count(*) FROM orders WHERE account_id = $1 AND order_id = $2 AND upload_batch_no = $3`,
		c.AccountID, c.firstID, c.uploadBatchNo)
	return n > 0, err
}

// Committed notes how many orders became durable together.
func (c *creates) Committed(batches []engine.Batch) {
	orders := 0
	for _, b := range batches {
		orders += b.Len()
	}
	c.store.observe(orders)
}

// Moved reserves ids again.
func (c *creates) Moved() {
	c.store.ids.moved.Store(true)
	for i := range c.store.numbers {
		c.store.numbers[i].moved.Store(true)
	}
}
