package store

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"waybill/internal/store/engine"
)

// insertBatch inserts all rows of a batch but the counts.
func (c *creation) insertBatch(in engine.Inserter) error {
	row := make([]any, 0, len(ordersTable.Columns))
	createdOn := engine.Micros(c.createdOn)
	if err := c.insertClientTrackingNumbers(in, row); err != nil {
		return err
	}
	for i := range c.Orders {
		o := &c.Orders[i]
		if err := in.Insert(&ordersTable, c.appendOrder(row[:0], i)); err != nil {
			return fmt.Errorf("insert order: %w", err)
		}
		if err := c.subscribers.insert(in, row, o, engine.Micros(c.now)); err != nil {
			return fmt.Errorf("insert event: %w", err)
		}
		if err := c.insertWork(in, row, i); err != nil {
			return err
		}
	}
	if err := in.Insert(&searchQueueTable, append(row[:0], c.firstID, c.AccountID, int64(len(c.Orders)), createdOn)); err != nil {
		return fmt.Errorf("queue orders to be indexed: %w", err)
	}
	if c.Rider != nil {
		if err := c.Rider.Insert(in, row, Created{c.AccountID, c.firstID, c.uploadBatchNo, c.createdOn}); err != nil {
			return err
		}
	}
	if c.Replaces != 0 {
		if err := in.Insert(&replacementsTable, append(row[:0], c.AccountID, c.Replaces, c.firstID)); err != nil {
			return fmt.Errorf("link the replacement of an order: %w", err)
		}
	}
	if c.Idempotency == nil {
		return nil
	}
	if err := in.Insert(&responsesTable, c.idempotencyRow(row[:0])); err != nil {
		return fmt.Errorf("insert idempotent response: %w", err)
	}
	return nil
}

// insertWork inserts the submission of an order that a partner fulfils, and what holds the order.
func (c *creation) insertWork(in engine.Inserter, row []any, i int) error {
	if o := &c.Orders[i]; o.Hold != nil {
		if err := in.Insert(&holdsTable, holdRow(row[:0], o.AccountID, o.OrderID, o.Hold)); err != nil {
			return fmt.Errorf("insert hold: %w", err)
		}
	}
	if c.partner(i) == "" {
		return nil
	}
	sub, createdOn := c.submission(i), engine.Micros(c.createdOn)
	if err := in.Insert(&submissionsTable, append(row[:0], sub.AccountID, sub.OrderID, sub.Partner, sub.IdempotencyKey,
		string(sub.State), engine.Micros(sub.DueOn), sub.LeaseOwner, sub.LeaseToken, createdOn, createdOn)); err != nil {
		return fmt.Errorf("insert submission: %w", err)
	}
	return nil
}

// appendOrder appends the columns of ordersTable of an order.
func (c *creation) appendOrder(row []any, i int) []any {
	o, d := &c.Orders[i], &c.documents[i]
	return append(row, o.OrderID, o.AccountID, o.KeyID, o.UploadBatchNo, int64(len(c.Orders)), o.TrackingNo, o.ServiceID,
		engine.Flag(o.Return),
		o.ShipperOrderID, o.ForwardOrderID, string(o.StatusCode), string(o.TrackerStatus), engine.Flag(o.HasLabel),
		engine.Micros(o.CreatedOn), engine.Micros(o.UpdatedOn), d.Record, d.Rest, d.Items)
}

// orderCounts are the numbers of orders that a group adds to the counters.
type orderCounts map[countKey]int64

type countKey struct{ accountID, serviceID int64 }

// insert inserts the rows in the same order everywhere, so that two groups cannot deadlock.
func (n orderCounts) insert(in engine.Inserter, slot int64) error {
	inOrder := func(a, b countKey) int {
		return cmp.Or(cmp.Compare(a.accountID, b.accountID), cmp.Compare(a.serviceID, b.serviceID))
	}
	for _, k := range slices.SortedFunc(maps.Keys(n), inOrder) {
		if err := in.Insert(&countsTable, []any{k.accountID, k.serviceID, slot, n[k]}); err != nil {
			return fmt.Errorf("count orders: %w", err)
		}
	}
	return nil
}

// refusalOf finds out why a unique constraint refused a batch. Nothing of it is stored. Returns
// ErrKeyInUse, a *ReplacedError, a refusal of c.Rider, a *TakenError or ErrRetry.
func (s *Store) refusalOf(ctx context.Context, q engine.Querier, c *creation) error {
	// First, because a repeated request may bring the tracking numbers of the first.
	if c.Idempotency != nil {
		if err := s.checkIdempotencyKey(ctx, q, c); err != nil {
			return err
		}
	}
	if c.Replaces != 0 {
		if _, by, err := s.replacements(ctx, q, c.AccountID, c.Replaces); err != nil || by != "" {
			return cmp.Or(err, error(&ReplacedError{by}))
		}
	}
	if c.Rider != nil {
		if err := c.Rider.Refusal(ctx, q, c.AccountID); err != nil {
			return err
		}
	}
	var numbers []string
	for i := range c.Orders {
		if !c.issue[i] {
			numbers = append(numbers, c.Orders[i].TrackingNo)
		}
	}
	taken, err := s.taken(ctx, q, numbers)
	if err != nil {
		return err
	}
	var refused []int
	for i := range c.Orders {
		if c.issue[i] {
			continue
		}
		no := c.Orders[i].TrackingNo
		if taken[no] {
			refused = append(refused, i)
		}
		taken[no] = true // a later order of the batch may not bring it again
	}
	if refused != nil {
		return &TakenError{Indexes: refused}
	}
	return engine.ErrRetry // an id is in use
}
