package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// PageSize is how many orders a list returns at most.
const PageSize = shipment.MaxPageSize

// OrderFilter selects orders of an account; WithItems reads their items.
type OrderFilter struct {
	AccountID int64
	PageSize  int  // orders of a page, from 1; 0 is PageSize
	None      bool // no order
	shipment.Filter

	// Further filters of Browse, by the consignee and the payment. No index serves them: see browseReads.
	Country   shipment.Country
	City      string  // in any letter case
	COD       *bool   // whether an amount is collected
	Partner   *string // of the service; "" are services in house
	NoFacts   *bool   // whether the order waits for facts for customs
	Live      bool    // the order is not cancelled
	Got       []Got
	Unmoved   bool               // an event did not change its status and needs attention
	Attention shipment.Attention // of BrowseAttention alone
	Sort      Sort               // of Browse without words and a warning
	Within    Within             `json:"-"` // of BrowseAll alone; nil: all

	ids    []int64 // nil: any
	except []int64 // not these orders
	seqs   []int64 // not nil: what a list by page with a search has found, the numbers in the search index, descending
	exact  bool    // Search is the whole of a number or a reference
	byPage bool    // the newest first, also by update
	all    bool    // of every account, in BrowseAll alone: AccountID 0 selects nothing
	edited bool    // of a list with LabelStale: few orders were edited, and they are sorted
	// set is the index of a condition of a list by page that the index of its order does not serve; 0: every order of the list
	// is looked at, the newest first.
	set    listIndex
	apart  orderSet    // only these orders
	inSets []orderSets // of a search: the orders that fulfil other conditions than those above
}

// Within returns the ids of orders before an id that a feature selects, among at most limit, and the id of the last of these that was
// looked at; 0: there are no more.
type Within func(ctx context.Context, before int64, limit int) (ids []int64, end int64, err error)

// Got selects orders by when they got a facet: from a time on, and before another one.
type Got struct {
	Facet    shipment.Facet
	From, To time.Time
}

// Sort is the order of a list by Browse. An index serves each.
type Sort string

// The orders of a list by Browse.
const (
	SortNewest  Sort = ""        // created last first
	SortOldest  Sort = "oldest"  // created first first
	SortChanged Sort = "changed" // changed last first
)

func (f *OrderFilter) pageSize() int { return cmp.Or(f.PageSize, PageSize) }

// OrderPage is one page of the orders that a filter selects.
type OrderPage struct {
	Count   int64 // of orders on all pages
	Number  int   // of this page, from 1
	Last    bool  // no page comes after this one
	Records []OrderRecord
}

// ListOrders returns a page, from 1 on or shipment.LastPage, of the orders that f selects, the newest
// first, or of a search at most the 10,000 that were indexed last. Page 1 exists even if it is empty. Returns
// ErrNotFound past the last page.
func (s *Store) ListOrders(ctx context.Context, f OrderFilter, page int) (OrderPage, error) {
	return engine.FromReplica(ctx, s.DB, "list orders", f.AccountID, func(ctx context.Context) (OrderPage, error) {
		return s.listOrders(ctx, f, page)
	}, func(p OrderPage) bool { return len(p.Records) > 0 })
}

func (s *Store) listOrders(ctx context.Context, f OrderFilter, page int) (_ OrderPage, err error) {
	f.byPage = true
	if f.BySearch() && !f.None {
		if f, err = s.found(ctx, f); err != nil {
			return OrderPage{}, fmt.Errorf("search: %w", err)
		}
	}
	if f.set, err = s.smallSet(ctx, f); err != nil {
		return OrderPage{}, fmt.Errorf("choose an index: %w", err)
	}
	count, err := s.countOrders(ctx, f)
	if err != nil {
		return OrderPage{}, fmt.Errorf("count them: %w", err)
	}
	size := f.pageSize()
	last := max(1, (int(count)+size-1)/size)
	if page == shipment.LastPage {
		page = last
	}
	if page < 1 || page > last {
		return OrderPage{}, engine.ErrNotFound
	}
	result := OrderPage{Count: count, Number: page, Last: page == last}
	if count == 0 {
		return result, nil
	}
	result.Records, err = s.recordsOfPage(ctx, f, size, (page-1)*size)
	return result, err
}

// recordsOfPage reads the page of a list by page that has one.
func (s *Store) recordsOfPage(ctx context.Context, f OrderFilter, size, offset int) (_ []OrderRecord, err error) {
	if f.seqs != nil {
		end := offset + size
		if 2*end < len(f.seqs) {
			f.ids, err = s.newestOf(ctx, f.AccountID, f.seqs, end)
		}
		if len(f.ids) >= end {
			f.ids, offset = f.ids[offset:end], 0
		} else if err == nil {
			f.ids, err = s.Search.idsOf(ctx, f.AccountID, f.seqs)
		}
		if err != nil {
			return nil, err
		}
	}
	w, err := s.conditions(ctx, f)
	if err != nil {
		return nil, err
	}
	return selectPage(ctx, s, f, w, recordSelection(ctx, f), size, offset)
}

// found is the filter of a list by page with the orders that its search and its other conditions have found, at most s.mostFound.
func (s *Store) found(ctx context.Context, f OrderFilter) (OrderFilter, error) {
	f, err := s.withSets(ctx, f)
	if err != nil {
		return f, err
	}
	f.seqs = []int64{}
	run, err := s.Search.newSearch(ctx, f, Cursor{})
	for run != nil && err == nil && !run.isOver() && len(f.seqs) < s.mostFound {
		var seqs []int64
		seqs, err = run.next(ctx)
		for err == nil && len(seqs) > 0 && len(f.seqs) < s.mostFound {
			part := seqs[:min(len(seqs), s.mostFound-len(f.seqs))]
			seqs = seqs[len(part):]
			if f.hasConditions() {
				slices.Sort(part) // SQLite finds neighbours faster one after another
				_, part, err = readFound(ctx, s, f, idSelection, func(id *int64) int64 { return *id }, part)
			}
			f.seqs = append(f.seqs, part...)
		}
	}
	f.Filter = shipment.Filter{WithItems: f.WithItems}
	return f, err
}

// moveCondition moves a condition that an index serves from one filter to another, one for each condition.
var moveCondition = append([]func(from, to *shipment.Filter){
	func(from, to *shipment.Filter) { to.StatusCode, from.StatusCode = from.StatusCode, nil },
	func(from, to *shipment.Filter) { to.TrackerStatus, from.TrackerStatus = from.TrackerStatus, "" },
	func(from, to *shipment.Filter) { to.PickedUp, from.PickedUp = from.PickedUp, nil },
	func(from, to *shipment.Filter) { to.ServiceID, from.ServiceID = from.ServiceID, nil },
	func(from, to *shipment.Filter) { to.Return, from.Return = from.Return, nil },
	func(from, to *shipment.Filter) { to.Held, from.Held = from.Held, nil },
	func(from, to *shipment.Filter) { to.Tag, from.Tag = from.Tag, "" },
	func(from, to *shipment.Filter) { to.ShipperOrderID, from.ShipperOrderID = from.ShipperOrderID, "" },
	func(from, to *shipment.Filter) { to.UploadBatchNo, from.UploadBatchNo = from.UploadBatchNo, "" },
	func(from, to *shipment.Filter) { to.TrackingNos, from.TrackingNos = from.TrackingNos, nil },
	func(from, to *shipment.Filter) {
		to.From, to.To, from.From, from.To = from.From, from.To, time.Time{}, time.Time{}
	},
	func(from, to *shipment.Filter) {
		to.UpdatedFrom, to.UpdatedTo, from.UpdatedFrom, from.UpdatedTo = from.UpdatedFrom, from.UpdatedTo, time.Time{}, time.Time{}
	},
}, each.Of(shipment.Facets(), func(facet shipment.Facet) func(from, to *shipment.Filter) {
	return func(from, to *shipment.Filter) { to.Facets[facet], from.Facets[facet] = from.Facets[facet], nil }
})...)

// withSets is a filter in which sets replace the conditions that few orders fulfil, or all but few: no order is read for them.
func (s *Store) withSets(ctx context.Context, f OrderFilter) (OrderFilter, error) {
	for _, move := range moveCondition {
		one, rest := OrderFilter{AccountID: f.AccountID, byPage: true}, f.Filter
		move(&rest, &one.Filter)
		if !one.hasConditions() {
			continue
		}
		of, few, err := s.setsOf(ctx, one)
		if err != nil {
			return f, err
		}
		if few {
			f.Filter, f.inSets = rest, append(f.inSets, of)
		}
	}
	return f, nil
}

// newestOf returns the ids of the newest n orders, or more, of those with some numbers, descending. It reads the index of creation
// from the newest order on. Nil: that has too many entries of other orders.
func (s *Store) newestOf(ctx context.Context, accountID int64, seqs []int64, n int) (newest []int64, err error) {
	some, err := s.Search.idsOf(ctx, accountID, seqs[:n])
	if err != nil {
		return nil, err
	}
	var oldest int64 // the newest n were created then or later, because as many were
	err = engine.QueryRow(ctx, s.DB.Reads, `SELECT coalesce(min(created_on), 0) FROM orders
		WHERE `+s.DB.Dialect.Account+` = $1 AND order_id `+s.DB.Dialect.In("$2"), accountID, s.DB.Dialect.List(some)).Scan(&oldest)
	if err != nil {
		return nil, err
	}
	w := engine.Where{From: "orders", Order: "created_on DESC, order_id DESC"}
	w.Add("account_id = ?", accountID)
	w.Add("created_on >= ?", oldest)
	entries, few, err := s.countUpTo(ctx, w, int64(2*len(seqs)))
	if err != nil || !few {
		return nil, err
	}
	query, args := pageQuery("order_id", w, int(entries), 0)
	ids, err := engine.CollectUpTo(ctx, s.DB.Reads, int(entries), idSelection.scan, query, args...)
	if err != nil {
		return nil, err
	}
	seqOf, err := s.seqsOf(ctx, accountID, ids)
	for _, id := range ids {
		if seq, is := seqOf[id]; is {
			if _, found := slices.BinarySearchFunc(seqs, seq, func(a, b int64) int { return cmp.Compare(b, a) }); found {
				newest = append(newest, id)
			}
		}
	}
	return newest, err
}

// seqsOf returns the numbers of orders in the search index, by their ids, and perhaps those of others: neighbours are read at once.
func (s *Store) seqsOf(ctx context.Context, accountID int64, ids []int64) (map[int64]int64, error) {
	if len(ids) == 0 || slices.Max(ids)-slices.Min(ids) > int64(4*len(ids)) {
		return s.Search.indexedSeqs(ctx, s.DB.Reads, accountID, ids)
	}
	return seqsWhere(ctx, s.DB.Reads, "BETWEEN $2 AND $3", accountID, slices.Min(ids), slices.Max(ids))
}

// Cursor is the place of an order in a list; the zero Cursor is before the first.
type Cursor struct {
	CreatedOn int64 // UTC microseconds since 1970; 0 in a list by update or by SortChanged
	UpdatedOn int64 // the same, of a list by update or by SortChanged; else 0
	OrderID   int64
	Search    bool  // of a search: Seq is the place, and the others are 0
	Seq       int64 // number of an order in the search index
}

// CursorOf is the place of an order in the list that f selects.
func CursorOf(f OrderFilter, createdOn, updatedOn time.Time, orderID int64) Cursor {
	if f.ByUpdate() || f.Sort == SortChanged {
		return Cursor{UpdatedOn: engine.Micros(updatedOn), OrderID: orderID}
	}
	return Cursor{CreatedOn: engine.Micros(createdOn), OrderID: orderID}
}

// narrow lets the range of a list by update begin at the place, so that no engine reads what comes before it.
func (c Cursor) narrow(f OrderFilter) OrderFilter {
	if at := engine.FromMicros(c.UpdatedOn); f.ByUpdate() && at.After(f.UpdatedFrom) {
		f.UpdatedFrom = at
	}
	return f
}

// addTo adds the condition of the orders after the place.
func (c Cursor) addTo(w *engine.Where, f OrderFilter) {
	switch {
	case c == Cursor{}:
	case f.ByUpdate():
		w.Add("(updated_on, order_id) > (?, ?)", c.UpdatedOn, c.OrderID)
	default:
		c.limit(w, f, map[Sort]string{SortOldest: ">"}[f.Sort])
	}
}

// limit adds the condition that orders are on one side of the place: "<", ">", "<=" or ">="; "" is "<". It is not for lists by update.
func (c Cursor) limit(w *engine.Where, f OrderFilter, side string) {
	column, at := f.createdOn(), c.CreatedOn
	if f.Sort == SortChanged {
		column, at = "updated_on", c.UpdatedOn
	}
	w.Add("("+column+", order_id) "+cmp.Or(side, "<")+" (?, ?)", at, c.OrderID)
}

// RecordsAfter returns the page of orders that f selects after a place in the list, the newest first,
// and whether there are more. It costs the same at any place, and orders that arrive meanwhile do not
// move the others. A list by update has the orders that were changed last at its end: an order that is
// changed meanwhile moves there.
func (s *Store) RecordsAfter(ctx context.Context, f OrderFilter, after Cursor) (records []OrderRecord, more bool, err error) {
	found, err := engine.FromReplica(ctx, s.DB, "list orders", f.AccountID, func(ctx context.Context) (Browsed[OrderRecord], error) {
		return selectAfter(ctx, s, f, recordSelection(ctx, f), after)
	}, Browsed[OrderRecord].isFilled)
	return found.Found, found.More, err
}

// OrdersAfter is RecordsAfter for orders with all fields.
func (s *Store) OrdersAfter(ctx context.Context, f OrderFilter, after Cursor) (orders []shipment.Order, more bool, err error) {
	found, err := engine.FromReplica(ctx, s.DB, "list orders", f.AccountID, func(ctx context.Context) (Browsed[shipment.Order], error) {
		found, err := selectAfter(ctx, s, f, orderSelection(ctx), after)
		if err == nil && f.WithItems {
			_, err = s.addItems(ctx, f.AccountID, found.Found)
		}
		return found, err
	}, Browsed[shipment.Order].isFilled)
	return found.Found, found.More, err
}

// selection says which parts of each order a list reads.
type selection[T any] struct {
	columns string
	scan    func(engine.Scanner, *T) error
}

func recordSelection(ctx context.Context, f OrderFilter) selection[OrderRecord] {
	columns := recordColumns
	if f.WithItems {
		columns += ", " + pageItems
	}
	return selection[OrderRecord]{columns, scanRecord(f.WithItems, meterOf(ctx))}
}

// orderSelection selects orders without their items.
func orderSelection(ctx context.Context) selection[shipment.Order] {
	return selection[shipment.Order]{documentColumns, scanOrder(meterOf(ctx))}
}

// selectAfter reads the page after a place.
func selectAfter[T any](ctx context.Context, s *Store, f OrderFilter, of selection[T], after Cursor) (Browsed[T], error) {
	f, err := s.withEdited(ctx, f)
	if err != nil {
		return Browsed[T]{}, err
	}
	w, err := s.conditions(ctx, after.narrow(f))
	if err != nil {
		return Browsed[T]{}, err
	}
	after.addTo(&w, f)
	size := f.pageSize()
	page, err := selectPage(ctx, s, f, w, of, size+1, 0)
	return Browsed[T]{Found: page[:min(len(page), size)], More: len(page) > size}, err
}

// selectPage reads a page of the orders that w selects, the newest first.
func selectPage[T any](ctx context.Context, s *Store, f OrderFilter, w engine.Where, of selection[T], limit, offset int) ([]T, error) {
	if w.None {
		return nil, nil
	}
	if offset > 0 || f.set != 0 || len(f.ids) > limit {
		return selectFar(ctx, s, f, w, of, limit, offset)
	}
	query, args := pageQuery(of.columns, w, limit, 0)
	return engine.CollectUpTo(ctx, s.DB.Reads, limit, of.scan, query, args...)
}

// selectFar reads a page far down the list, or of orders that are sorted, in two steps, so that it skips entries of an index,
// not rows, and sorts no records. It does not join: without statistics, PostgreSQL reads all orders of the account for each id.
func selectFar[T any](ctx context.Context, s *Store, f OrderFilter, w engine.Where, of selection[T], limit, offset int) ([]T, error) {
	query, args := pageQuery("order_id", w, limit, offset)
	ids, err := engine.CollectUpTo(ctx, s.DB.Reads, limit, func(row engine.Scanner, id *int64) error { return row.Scan(id) }, query, args...)
	if err != nil {
		return nil, err
	}
	return engine.CollectUpTo(ctx, s.DB.Reads, limit, of.scan, `SELECT `+of.columns+` FROM orders
		WHERE `+s.DB.Dialect.Account+` = $1 AND order_id `+s.DB.Dialect.In("$2")+` ORDER BY created_on DESC, order_id DESC`,
		f.AccountID, s.DB.Dialect.List(ids))
}

// pageQuery is the text and the arguments of a page. A usual limit is in the text, so that PostgreSQL knows it in a
// plan for any arguments.
func pageQuery(columns string, w engine.Where, limit, offset int) (query string, args []any) {
	args = w.Args
	query = `SELECT ` + columns + ` FROM ` + w.From + ` WHERE ` + w.Text + ` ORDER BY ` + w.Order + ` LIMIT `
	if limit == PageSize || limit == PageSize+1 {
		query += strconv.Itoa(limit)
	} else {
		args = append(slices.Clone(args), limit)
		query += `CAST(` + engine.Param(len(args)) + ` AS BIGINT)`
	}
	if offset > 0 {
		args = append(slices.Clone(args), offset)
		query += ` OFFSET ` + engine.Param(len(args))
	}
	return query, args
}
