package store

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// browseReads is how many orders a page of Browse reads before it ends early. It may show few of them.
const browseReads = 1500

// Browsed is a page of the orders that a filter selects, the newest first.
type Browsed[T any] struct {
	Found []T
	More  bool    // there may be more, after Next
	Next  Cursor  // the place after the page
	At    []int64 // of a search: the number of each order in the index
	// Partial: the page ended early, even empty, because few of the orders that were read fulfil all conditions. So each
	// page takes little time.
	Partial bool
}

func (b Browsed[T]) isFilled() bool { return len(b.Found) > 0 }

// BrowseRecords returns the page of orders that f selects, which is no list by update, after a place in the list. Unlike
// RecordsAfter it takes little time for any filter, also if it has words to search for, or a warning: those find new orders as soon as
// they are indexed (see IndexOrders and SearchLag), and words none if they have no letter and no digit.
func (s *Store) BrowseRecords(ctx context.Context, f OrderFilter, after Cursor) (Browsed[OrderRecord], error) {
	page, err := browse(ctx, s, f, recordSelection(ctx, f), func(r *OrderRecord) Cursor {
		return CursorOf(f, r.CreatedOn, r.UpdatedOn, r.OrderID)
	}, after)
	return page, s.DB.Explain("list orders", err)
}

// BrowseOrders is BrowseRecords for orders with all fields. Items are read with the order: ask for them in small pages.
func (s *Store) BrowseOrders(ctx context.Context, f OrderFilter, after Cursor) (Browsed[shipment.Order], error) {
	of := orderSelection(ctx)
	if f.WithItems {
		of = selection[shipment.Order]{documentColumns + ", items", scanWithItems(meterOf(ctx))}
	}
	page, err := browse(ctx, s, f, of, func(o *shipment.Order) Cursor {
		return CursorOf(f, o.CreatedOn, o.UpdatedOn, o.OrderID)
	}, after)
	return page, s.DB.Explain("list orders", err)
}

func browse[T any](
	ctx context.Context, s *Store, f OrderFilter, of selection[T], at func(*T) Cursor, after Cursor,
) (page Browsed[T], err error) {
	if f.None {
		return page, nil
	}
	if f, err = s.withEdited(ctx, f); err != nil {
		return page, err
	}
	if f.BySearch() {
		return browseSearch(ctx, s, f, of, func(row *T) int64 { return at(row).OrderID }, after, browseReads)
	}
	if parts := f.byStatus(); parts != nil {
		return browseParts(ctx, s, parts, of, at, after)
	}
	end, err := s.browseEnd(ctx, f, after)
	if err != nil {
		return page, err
	}
	w, err := s.conditions(ctx, f)
	if err != nil {
		return page, err
	}
	after.addTo(&w, f)
	if end != (Cursor{}) {
		end.limit(&w, f, cmp.Or(map[Sort]string{SortOldest: "<="}[f.Sort], ">="))
	}
	size := f.pageSize()
	found, err := selectPage(ctx, s, f, w, of, size+1, 0)
	page.Found = found[:min(len(found), size)]
	switch {
	case len(found) > size:
		page.More, page.Next = true, at(&page.Found[size-1])
	case end != (Cursor{}):
		page.More, page.Partial, page.Next = true, true, end
	}
	return page, err
}

// browseEnd is the last order that a page reads after a place; the zero Cursor: the page reads as many as it needs,
// because an index serves all conditions, or there are few orders.
func (s *Store) browseEnd(ctx context.Context, f OrderFilter, after Cursor) (end Cursor, err error) {
	served, whole := f.servedByIndex()
	if whole {
		return Cursor{}, nil
	}
	w, err := s.conditions(ctx, served)
	if err != nil || w.None {
		return Cursor{}, err
	}
	after.addTo(&w, f)
	column, at := "created_on", &end.CreatedOn
	if f.Sort == SortChanged {
		column, at = "updated_on", &end.UpdatedOn
	}
	reads := map[bool]int{true: queueReads, false: browseReads}[f.Queue != ""]
	query, args := pageQuery(column+", order_id", w, 1, reads-1)
	err = engine.QueryRow(ctx, s.DB.Reads, query, args...).Scan(at, &end.OrderID)
	return end, engine.OrNothing(err)
}

// states says which conditions the filter has besides those of numbers, references and times.
func (f *OrderFilter) states() []bool {
	asked := each.Of(f.Facets[:], func(has *bool) bool { return has != nil })
	return append(
		asked,
		f.StatusCode != nil, f.TrackerStatus != "", f.PickedUp != nil, f.ServiceID != nil, f.Return != nil, f.Printed != nil,
		f.Held != nil, f.Tag != "", f.LabelStale, f.Queue != "", f.Country != "", f.City != "", f.COD != nil,
		f.Partner != nil, f.NoFacts != nil, f.Unmoved, f.Live, len(f.Got) > 0,
	)
}

// servedByIndex is the filter with the conditions that its index serves alone, and whether these are all.
func (f *OrderFilter) servedByIndex() (served OrderFilter, whole bool) {
	served = OrderFilter{AccountID: f.AccountID, Sort: f.Sort, Filter: shipment.Filter{From: f.From, To: f.To}}
	conditions := len(slices.DeleteFunc(f.states(), func(asked bool) bool { return !asked }))
	switch f.index() {
	case indexOfTag:
		served.Tag = f.Tag
	case indexOfStatus:
		served.StatusCode = f.StatusCode
	case indexOfReturns:
		served.Return = f.Return
	case indexOfTracker:
		served.TrackerStatus = f.TrackerStatus
	case indexOfService:
		served.ServiceID = f.ServiceID
	case indexOfCreation:
		return served, conditions == 0
	case indexOfUpdates:
		served.From, served.To = time.Time{}, time.Time{}
		return served, conditions == 0 && f.From.IsZero() && f.To.IsZero()
	default: // few orders
		return *f, true
	}
	return served, conditions == 1
}

// Neighbours returns the tracking numbers of the orders of an account that were created next after and last before one, ""
// for none. It reads two rows of an index.
func (s *Store) Neighbours(ctx context.Context, accountID int64, createdOn time.Time, orderID int64) (newer, older string, err error) {
	for _, n := range []struct {
		number       *string
		than, sorted string
	}{{&newer, ">", ""}, {&older, "<", " DESC"}} {
		err = engine.QueryRow(ctx, s.DB.Reads, `SELECT tracking_no FROM orders
			WHERE account_id = $1 AND (created_on, order_id) `+n.than+` ($2, $3)
			ORDER BY created_on`+n.sorted+`, order_id`+n.sorted+` LIMIT 1`, accountID, engine.Micros(createdOn), orderID).Scan(n.number)
		if err != nil && !errors.Is(err, engine.ErrNoRows) {
			return "", "", s.DB.Explain("find the orders beside one", err)
		}
	}
	return newer, older, nil
}

// CountUpTo counts the orders that f selects, which is no list by update, up to most. Exact is false if there may be more,
// because the count has reached most, or because counting on would take long.
func (s *Store) CountUpTo(ctx context.Context, f OrderFilter, most int) (count int, exact bool, err error) {
	defer func() { err = s.DB.Explain("count orders", err) }()
	if f, err = s.withEdited(ctx, f); err != nil {
		return 0, false, err
	}
	if f.BySearch() {
		return s.countSearch(ctx, f, most)
	}
	if parts := f.byStatus(); parts != nil {
		exact = true
		for i := range parts {
			n, all, err := s.CountUpTo(ctx, parts[i], most)
			if count, exact = min(count+n, most), exact && all; err != nil {
				return 0, false, err
			}
		}
		return count, exact && count < most, nil
	}
	end, err := s.browseEnd(ctx, f, Cursor{})
	if err != nil {
		return 0, false, err
	}
	w, err := s.conditions(ctx, f)
	if err != nil || w.None {
		return 0, err == nil, err
	}
	if end != (Cursor{}) {
		end.limit(&w, f, cmp.Or(map[Sort]string{SortOldest: "<="}[f.Sort], ">="))
	}
	query := `SELECT count(*) FROM (SELECT 1 FROM ` + w.From + ` WHERE ` + w.Text +
		` LIMIT CAST(` + engine.Param(len(w.Args)+1) + ` AS BIGINT)) o`
	err = engine.QueryRow(ctx, s.DB.Reads, query, append(w.Args, most)...).Scan(&count)
	return count, err == nil && count < most && end == Cursor{}, err
}

// countSearch is CountUpTo of a filter that the search index serves.
func (s *Store) countSearch(ctx context.Context, f OrderFilter, most int) (count int, exact bool, err error) {
	if f.hasConditions() {
		f.PageSize = most
		found, err := browseSearch(ctx, s, f, idSelection, func(id *int64) int64 { return *id }, Cursor{}, searchCountReads)
		return len(found.Found), err == nil && !found.More, err
	}
	run, err := s.Search.newSearch(ctx, f, Cursor{})
	if err != nil || run == nil {
		return 0, err == nil, err
	}
	run.rows = searchCountRows
	for !run.isOver() && run.rows > 0 && count < most {
		seqs, err := run.next(ctx)
		if err != nil {
			return 0, false, err
		}
		count += len(seqs)
	}
	return min(count, most), run.isOver() && count < most, nil
}
