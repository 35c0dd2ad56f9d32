package store

import (
	"cmp"
	"context"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// orderSet are some orders that have no filter of their own: their number is subtracted.
type orderSet int

const (
	anyOrder     orderSet = iota
	notSubmitted          // whose status is another one
	marked                // whose label was marked as printed at any time
	markedBefore          // whose label was marked as printed, and has changed since
)

// smallSet returns the index of a condition that at most smallSetSize orders fulfil, if a list by page has one: they are read and
// sorted. 0: the orders of the list are many, or the index of its order finds them.
func (s *Store) smallSet(ctx context.Context, f OrderFilter) (listIndex, error) {
	if f.None {
		return 0, nil
	}
	for _, index := range f.sets() {
		if _, small, err := s.countUpTo(ctx, f.entries(index), s.smallSetSize); small || err != nil {
			return index, err
		}
	}
	return 0, nil
}

// sets are the indexes that find orders of a list by page, but not in its order.
func (f *OrderFilter) sets() (indexes []listIndex) {
	switch f.index() {
	case indexOfNumbers, indexOfReference:
		return nil
	default:
	}
	if f.Held != nil && *f.Held {
		indexes = append(indexes, indexOfHolds)
	}
	if f.ByUpdate() {
		indexes = append(indexes, indexOfUpdates)
	}
	if f.PickedUp != nil {
		indexes = append(indexes, indexOfTracker)
	}
	if f.Printed != nil && *f.Printed {
		indexes = append(indexes, indexOfPrints)
	}
	if f.Packed != nil && *f.Packed {
		indexes = append(indexes, indexOfPackings)
	}
	return indexes
}

// entries selects the entries of an index of sets.
func (f *OrderFilter) entries(index listIndex) engine.Where {
	w := engine.Where{From: "orders"}
	w.Add("account_id = ?", f.AccountID)
	switch index {
	case indexOfHolds:
		w.From = "order_holds"
	case indexOfUpdates:
		f.addUpdateRange(&w, "updated_on")
	case indexOfPrints:
		w.From = "label_prints"
	case indexOfPackings:
		w.From = "packings"
		w.Add("packed_on > 0")
	default:
		w.Add("tracker_status IN (" + statusList("%s", func(s shipment.TrackerStatus) bool { return s.PickedUp() == *f.PickedUp }) + ")")
	}
	return w
}

// countOrders counts the orders that a list by page selects. It reads counters if the filter allows, else entries of indexes:
// what most orders are is all orders without the others.
func (s *Store) countOrders(ctx context.Context, f OrderFilter) (n int64, err error) {
	if f.None || f.ids != nil {
		return int64(len(f.ids)), nil
	}
	if all, others, split := f.split(); split {
		n, err = s.countOrders(ctx, all)
		if err != nil {
			return 0, err
		}
		without, err := s.countOrders(ctx, others)
		return max(0, n-without), err // the orders change meanwhile
	}
	if sets := f.sets(); len(sets) > 0 && f.index() == indexOfCreation {
		f.set = sets[0]
	}
	w, err := s.conditions(ctx, f)
	if err != nil || w.None {
		return 0, err
	}
	if i := f.index(); w.Conditions == 2 && (i == indexOfTracker || i == indexOfUpdates || !cmp.Or(f.From, f.To).IsZero()) {
		return s.countRange(ctx, f, w)
	}
	return s.countEntries(ctx, f, w)
}

// countRange is countEntries for one condition of the tracker status, of the last change or of the creation.
func (s *Store) countRange(ctx context.Context, f OrderFilter, w engine.Where) (n int64, err error) {
	n, exact, err := s.countUpTo(ctx, w, s.smallSetSize)
	if !exact && err == nil {
		n, exact, err = s.countOthers(ctx, f)
	}
	if exact || err != nil {
		return n, err
	}
	return s.countEntries(ctx, f, w)
}

// countEntries counts by the table with the fewest bytes that has all conditions of f, which are w.
func (s *Store) countEntries(ctx context.Context, f OrderFilter, w engine.Where) (n int64, err error) {
	number := "count(*)"
	_, whole := f.servedByIndex()
	whole = whole && !f.ByUpdate() && f.apart == anyOrder
	switch index := f.index(); {
	case w.Conditions == 1, w.Conditions == 2 && f.ServiceID != nil: // of the account, or of the service
		number, w.From = "CAST(coalesce(sum(orders), 0) AS BIGINT)", "order_counts"
	case w.Conditions == 2 && f.apart == marked:
		w = f.entries(indexOfPrints)
	case w.Conditions == 2 && index == indexOfHolds:
		w = f.entries(indexOfHolds)
	case index == indexOfTag && whole:
		w.From = "order_tags"
	}
	err = engine.QueryRow(ctx, s.DB.Reads, "SELECT "+number+" FROM "+w.From+" WHERE "+w.Text, w.Args...).Scan(&n)
	return n, err
}

// middle selects the time in the middle between the creations of the first and the last order of an account.
const middle = `SELECT ((SELECT min(created_on) FROM orders WHERE account_id = $1) +
	(SELECT max(created_on) FROM orders WHERE account_id = $1)) / 2`

// countOthers counts the orders of a filter that has a condition of the tracker status, or one of the last change, by the
// others, if they are less than a quarter of all; of the creation, if they are the ones of the shorter time.
func (s *Store) countOthers(ctx context.Context, f OrderFilter) (n int64, counted bool, err error) {
	all, err := s.countOrders(ctx, OrderFilter{AccountID: f.AccountID})
	if err != nil {
		return 0, false, err
	}
	w, most := engine.Where{From: "orders"}, all/4
	w.Add("account_id = ?", f.AccountID)
	if created := cmp.Or(f.From, f.To); !created.IsZero() {
		var half int64
		if err := engine.QueryRow(ctx, s.DB.Reads, middle, f.AccountID).Scan(&half); err != nil {
			return 0, false, err
		}
		if most = all; f.From.IsZero() == (engine.Micros(created) < half) {
			return 0, false, nil
		}
	}
	switch {
	case !f.From.IsZero():
		w.Add("created_on < ?", engine.Micros(f.From))
	case !f.To.IsZero():
		w.Add("created_on > ?", engine.Micros(f.To))
	case !f.UpdatedFrom.IsZero():
		w.Add("updated_on < ?", engine.Micros(f.UpdatedFrom))
	case !f.UpdatedTo.IsZero():
		w.Add("updated_on > ?", engine.Micros(f.UpdatedTo))
	default:
		w.Add("tracker_status IN (" + statusList("%s", func(status shipment.TrackerStatus) bool {
			return f.TrackerStatus != "" && status != f.TrackerStatus || f.PickedUp != nil && status.PickedUp() != *f.PickedUp
		}) + ")")
	}
	others, exact, err := s.countUpTo(ctx, w, most)
	return max(0, all-others), exact, err // the orders change meanwhile
}

// countUpTo counts up to most. Exact is false if there are more.
func (s *Store) countUpTo(ctx context.Context, w engine.Where, most int64) (n int64, exact bool, err error) {
	err = engine.QueryRow(ctx, s.DB.Reads, `SELECT count(*) FROM (SELECT 1 FROM `+w.From+` WHERE `+w.Text+
		` LIMIT CAST(`+engine.Param(len(w.Args)+1)+` AS BIGINT)) AS o`, append(w.Args, most+1)...).Scan(&n)
	return n, n <= most, err
}

// split divides what f selects: it is all of one filter without the others.
func (f OrderFilter) split() (all, others OrderFilter, ok bool) {
	all, others = f, f
	switch index := f.index(); {
	case index == indexOfNumbers, index == indexOfReference, f.set != 0, f.apart != anyOrder: // few orders
		return f, f, false
	case f.StatusCode != nil && *f.StatusCode == shipment.StatusSubmitted:
		all.StatusCode, others.StatusCode, others.apart = nil, nil, notSubmitted
	case f.Return != nil && !*f.Return:
		all.Return, others.Return = nil, new(true)
	case f.Held != nil && !*f.Held:
		all.Held, others.Held = nil, new(true)
	case f.Packed != nil && !*f.Packed:
		all.Packed, others.Packed = nil, new(true)
	case f.Printed != nil && !*f.Printed:
		all.Printed, others.Printed = nil, new(true)
	case f.Printed != nil:
		all.Printed, all.apart, others.Printed, others.apart = nil, marked, nil, markedBefore
	default:
		return f, f, false
	}
	return all, others, true
}
