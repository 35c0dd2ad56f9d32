package store

import (
	"context"
	"slices"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// candidates returns the ids of the orders that may have the tracking numbers, in upper case: those
// that the service would issue them for, and those for which shippers supplied them. The order of such
// an id has a number if its tracking_no equals it.
func (s *Store) candidates(ctx context.Context, q engine.Querier, numbers []string) ([]int64, error) {
	issuers, err := s.issue(ctx)
	if err != nil {
		return nil, err
	}
	ids, perhapsSupplied := make([]int64, 0, len(numbers)), []string(nil)
	for _, number := range numbers {
		id, ok := issuers.tracking.OrderID(number)
		if ok {
			ids = append(ids, id)
		}
		if !ok || !shipment.HasIssuedForm(number, shipment.DefaultTrackingPrefix) {
			perhapsSupplied = append(perhapsSupplied, number)
		}
	}
	if perhapsSupplied == nil {
		return ids, nil
	}
	supplied, err := engine.Values[int64](ctx, q, `SELECT order_id FROM tracking_numbers WHERE tracking_no `+s.DB.Dialect.In("$1"),
		s.DB.Dialect.List(perhapsSupplied))
	return append(ids, supplied...), err
}

// findNumbers returns the ids of the orders with tracking numbers.
func (s *Store) findNumbers(ctx context.Context, q engine.Querier, numbers []string) (orderIDs, error) {
	orders, err := s.numbered(ctx, q, numbers)
	named := make(orderIDs)
	for _, o := range orders {
		named.add(o.AccountID, o.OrderID)
	}
	return named, err
}

// numbered returns the orders with tracking numbers. Only their accounts, ids and numbers are set.
func (s *Store) numbered(ctx context.Context, q engine.Querier, numbers []string) ([]shipment.Order, error) {
	numbers = engine.KeepText(numbers)
	ids, err := s.candidates(ctx, q, numbers)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return engine.Collect(ctx, q, scanNamed, `SELECT account_id, order_id, tracking_no, '' FROM orders
		WHERE order_id `+s.DB.Dialect.In("$1")+` AND tracking_no `+s.DB.Dialect.In("$2"), s.DB.Dialect.List(ids), s.DB.Dialect.List(numbers))
}

// TakenTrackingNumbers returns the numbers, in upper case, that no new order can bring: they are in
// use, or have the form of the numbers that the service issues. The map is empty if there is none.
func (s *Store) TakenTrackingNumbers(ctx context.Context, numbers []string) (map[string]bool, error) {
	taken, err := s.taken(ctx, s.DB.Reads, numbers)
	return taken, s.DB.Explain("look for tracking numbers", err)
}

func (s *Store) taken(ctx context.Context, q engine.Querier, numbers []string) (map[string]bool, error) {
	taken := make(map[string]bool)
	if len(numbers) == 0 {
		return taken, nil
	}
	found, err := engine.Values[string](ctx, q,
		`SELECT tracking_no FROM tracking_numbers WHERE tracking_no `+s.DB.Dialect.In("$1"), s.DB.Dialect.List(numbers))
	if err != nil {
		return nil, err
	}
	for _, no := range found {
		taken[no] = true
	}
	prefixes := issuedPrefixes(numbers)
	if prefixes == nil {
		return taken, nil
	}
	issued, err := engine.Values[string](ctx, q, `SELECT prefix FROM tracking_prefixes WHERE issued = 1 AND prefix `+s.DB.Dialect.In("$1"),
		s.DB.Dialect.List(prefixes))
	for _, no := range numbers {
		if prefix, ok := shipment.IssuedPrefix(no); ok && slices.Contains(issued, prefix) {
			taken[no] = true
		}
	}
	return taken, err
}

// issuedPrefixes returns the prefixes of the numbers that have the form of the numbers that the service
// issues, sorted: nil if none has.
func issuedPrefixes(numbers []string) (prefixes []string) {
	for _, no := range numbers {
		if prefix, ok := shipment.IssuedPrefix(no); ok {
			prefixes = append(prefixes, prefix)
		}
	}
	slices.Sort(prefixes)
	return slices.Compact(prefixes)
}

// insertClientTrackingNumbers inserts the client-supplied tracking numbers of a batch, which keeps them unique.
func (c *creation) insertClientTrackingNumbers(in *engine.Inserting, row []any) {
	var supplied []string
	for i := range c.Orders {
		if c.issue[i] {
			continue
		}
		o := &c.Orders[i]
		supplied = append(supplied, o.TrackingNo)
		in.Insert(&trackingTable, append(row[:0], o.TrackingNo, o.AccountID, o.OrderID))
	}
	for _, prefix := range issuedPrefixes(supplied) {
		in.Insert(&prefixesTable, append(row[:0], prefix, int64(0)))
	}
}
