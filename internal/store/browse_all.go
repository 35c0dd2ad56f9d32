package store

import (
	"context"
	"math"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// BrowseAll returns the page of the orders of all accounts that have not ended and that f selects, the newest first, of those before the
// order with an id; 0: from the newest on. They have no items. f has no words, no warning and no Got, and an account only with Within. Each
// page reads a bounded number of orders, in proportion to its size: a cluster asks all shards for each.
func (s *Store) BrowseAll(ctx context.Context, f OrderFilter, before int64) (page Browsed[shipment.Order], err error) {
	if before == 0 {
		before = math.MaxInt64
	}
	page, err = s.browseAll(ctx, f, before)
	return page, s.DB.Explain("list the orders of all accounts", err)
}

func (s *Store) browseAll(ctx context.Context, f OrderFilter, before int64) (page Browsed[shipment.Order], err error) {
	var end int64
	var ids []int64
	size := f.pageSize()
	reads := browseReads * max(1, size/PageSize)
	if f.all = true; f.Within != nil {
		ids, end, err = f.Within(ctx, before, reads)
	} else {
		all := engine.Where{From: "orders", Order: "order_id DESC"} // ended orders, too: the primary key does not tell them apart
		all.Add("order_id < ?", before)
		query, args := pageQuery("order_id", all, 1, reads-1)
		end, err = engine.Value[int64](ctx, s.DB.Reads, query, args...)
	}
	if err := engine.OrNothing(err); err != nil {
		return page, err
	}
	w, err := s.conditions(ctx, f)
	if err != nil {
		return page, err
	}
	w.AddIf(f.AccountID != 0, "+account_id = ?", f.AccountID)
	w.AddIf(f.Within != nil, "order_id "+s.DB.Dialect.In("?"), s.DB.Dialect.List(ids))
	w.AddIf(f.Within == nil, "order_id < ?", before)
	w.AddIf(f.Within == nil, "order_id >= ?", end)
	found, err := selectPage(ctx, s, f, w, orderSelection(ctx), size+1, 0)
	page.Found = found[:min(len(found), size)]
	switch {
	case len(found) > size:
		page.More, page.Next.OrderID = true, page.Found[size-1].OrderID
	case end != 0:
		page.More, page.Partial, page.Next.OrderID = true, true, end
	}
	return page, err
}
