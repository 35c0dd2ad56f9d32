package store

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"waybill/internal/store/engine"
)

// insertBatch inserts all rows of a batch but the counts.
func (c *creation) insertBatch(in *engine.Inserting) {
	row := make([]any, 0, len(ordersTable.Columns))
	createdOn := engine.Micros(c.createdOn)
	c.insertClientTrackingNumbers(in, row)
	for i := range c.Orders {
		in.Insert(&ordersTable, c.appendOrder(row[:0], i))
		c.subscribers.insert(in, row, &c.Orders[i], engine.Micros(c.now))
		c.insertWork(in, row, i)
	}
	in.Insert(&searchQueueTable, append(row[:0], c.firstID, c.AccountID, int64(len(c.Orders)), createdOn))
	if c.Rider != nil {
		c.Rider.Insert(in, row, Created{c.AccountID, c.firstID, c.uploadBatchNo, c.createdOn})
	}
	if c.Replaces != 0 {
		in.Insert(&replacementsTable, append(row[:0], c.AccountID, c.Replaces, c.firstID))
	}
	if c.Idempotency != nil {
		in.Insert(&responsesTable, c.idempotencyRow(row[:0]))
	}
}

// insertWork inserts the submission of an order that a partner fulfils, and what holds the order.
func (c *creation) insertWork(in *engine.Inserting, row []any, i int) {
	if o := &c.Orders[i]; o.Hold != nil {
		in.Insert(&holdsTable, holdRow(row[:0], o.AccountID, o.OrderID, o.Hold))
	}
	if c.partner(i) == "" {
		return
	}
	sub, createdOn := c.submission(i), engine.Micros(c.createdOn)
	in.Insert(&submissionsTable, append(row[:0], sub.AccountID, sub.OrderID, sub.Partner, sub.IdempotencyKey,
		string(sub.State), engine.Micros(sub.DueOn), sub.LeaseOwner, sub.LeaseToken, createdOn, createdOn))
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
func (n orderCounts) insert(in *engine.Inserting, slot int64) {
	inOrder := func(a, b countKey) int {
		return cmp.Or(cmp.Compare(a.accountID, b.accountID), cmp.Compare(a.serviceID, b.serviceID))
	}
	for _, k := range slices.SortedFunc(maps.Keys(n), inOrder) {
		in.Insert(&countsTable, []any{k.accountID, k.serviceID, slot, n[k]})
	}
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
