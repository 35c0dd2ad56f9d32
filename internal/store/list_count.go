package store

import (
	"cmp"
	"context"
	"math"
	"slices"

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
		if _, small, err := s.countUpTo(ctx, s.entries(&f, index), s.smallSetSize); small || err != nil {
			return index, err
		}
	}
	return 0, nil
}

// withEdited says in a filter of labels to print again whether few orders of the account were edited.
func (s *Store) withEdited(ctx context.Context, f OrderFilter) (_ OrderFilter, err error) {
	if f.LabelStale {
		w := engine.Where{From: "order_changes"}
		w.Add("account_id = ?", f.AccountID)
		_, f.edited, err = s.countUpTo(ctx, w, s.smallSetSize)
	}
	return f, err
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
	for facet, has := range f.Facets {
		if has != nil && *has {
			indexes = append(indexes, indexOfFacets+listIndex(facet))
		}
	}
	return indexes
}

// entries selects the entries of an index of sets.
func (s *Store) entries(f *OrderFilter, index listIndex) engine.Where {
	w := engine.Where{From: "orders"}
	w.Add("account_id = ?", f.AccountID)
	switch index {
	case indexOfHolds:
		w.From = "order_holds"
	case indexOfUpdates:
		addRange(&w, "updated_on", f.UpdatedFrom, f.UpdatedTo)
	case indexOfPrints:
		w.From = "label_prints"
	case indexOfTracker:
		w.Add("tracker_status IN (" + statusList("%s", func(s shipment.TrackerStatus) bool { return s.PickedUp() == *f.PickedUp }) + ")")
	default:
		of := s.facet(shipment.Facet(index - indexOfFacets))
		if w.From = of.Table; of.Where != "" {
			w.Add(of.Where)
		}
	}
	return w
}

// countOrders counts the orders that a list by page selects. It reads counters if the filter allows, else entries of indexes:
// what most orders are is all orders without the others.
func (s *Store) countOrders(ctx context.Context, f OrderFilter) (n int64, err error) {
	if f.None || f.ids != nil || f.seqs != nil {
		return int64(max(len(f.ids), len(f.seqs))), nil
	}
	if parts := f.byStatus(); parts != nil {
		for i := range parts {
			part, err := s.countOrders(ctx, parts[i])
			if n += part; err != nil {
				return 0, err
			}
		}
		return n, nil
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
	if f.hasOthers(w) {
		return s.countRange(ctx, f, w)
	}
	return s.countEntries(ctx, f, w)
}

// countRange is countEntries for one condition of the tracker status, of the last change or of the creation. If most orders fulfil
// it, it counts the others.
func (s *Store) countRange(ctx context.Context, f OrderFilter, w engine.Where) (n int64, err error) {
	n, exact, err := s.countUpTo(ctx, w, s.smallSetSize)
	if exact || err != nil {
		return n, err
	}
	switch most, err := s.isMost(ctx, f.AccountID, w); {
	case err != nil:
		return 0, err
	case !most:
		return s.countEntries(ctx, f, w)
	}
	all, err := s.countOrders(ctx, OrderFilter{AccountID: f.AccountID})
	if err != nil {
		return 0, err
	}
	others, err := s.countEntries(ctx, f, f.others())
	return max(0, all-others), err // the orders change meanwhile
}

// sampleSize is how many orders isMost looks at.
const sampleSize = 100

// isMost reports whether w selects more than half of some orders, which are apart from each other as they were indexed.
func (s *Store) isMost(ctx context.Context, accountID int64, w engine.Where) (bool, error) {
	first, next, err := s.Search.indexed(ctx, accountID)
	if err != nil {
		return false, err
	}
	seqs := make([]int64, sampleSize)
	for i := range seqs {
		_, part := math.Modf(float64(i) * math.Phi) // at no regular distance: every tenth order may differ from the others
		seqs[i] = first + int64(part*float64(next-first))
	}
	ids, err := s.Search.idsOf(ctx, accountID, seqs)
	if err != nil {
		return false, err
	}
	selected := 0 // the condition is not in WHERE, so that no index serves it
	err = engine.QueryRow(ctx, s.DB.Reads, `SELECT count(CASE WHEN `+w.Text+` THEN 1 END) FROM orders WHERE `+s.DB.Dialect.Account+` = $1
		AND order_id `+s.DB.Dialect.In(engine.Param(len(w.Args)+1)), append(w.Args, s.DB.Dialect.List(ids))...).Scan(&selected)
	return 2*selected > len(ids), err
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
		w = s.entries(&f, indexOfPrints)
	case w.Conditions == 2 && (index == indexOfHolds || index >= indexOfFacets):
		w = s.entries(&f, index)
	case index == indexOfTag && whole:
		w.From = "order_tags"
	}
	err = engine.QueryRow(ctx, s.DB.Reads, "SELECT "+number+" FROM "+w.From+" WHERE "+w.Text, w.Args...).Scan(&n)
	return n, err
}

// hasOthers reports whether f, which selects what w does, has only one condition, which others has too.
func (f *OrderFilter) hasOthers(w engine.Where) bool {
	i := f.index()
	return w.Conditions == 2 && (i == indexOfTracker || i == indexOfUpdates || !cmp.Or(f.From, f.To).IsZero())
}

// others selects the orders that do not fulfil the one condition of a filter.
func (f *OrderFilter) others() engine.Where {
	w := engine.Where{From: "orders"}
	w.Add("account_id = ?", f.AccountID)
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
	return w
}

// countUpTo counts up to most. Exact is false if there are more.
func (s *Store) countUpTo(ctx context.Context, w engine.Where, most int64) (n int64, exact bool, err error) {
	err = engine.QueryRow(ctx, s.DB.Reads, `SELECT count(*) FROM (SELECT 1 FROM `+w.From+` WHERE `+w.Text+
		` LIMIT CAST(`+engine.Param(len(w.Args)+1)+` AS BIGINT)) AS o`, append(w.Args, most+1)...).Scan(&n)
	return n, n <= most, err
}

// setsOf returns the orders that a filter with one condition selects, or all others, as numbers in the search index. If both are many,
// few is false.
func (s *Store) setsOf(ctx context.Context, f OrderFilter) (of orderSets, few bool, err error) {
	if _, others, split := f.split(); split {
		f, of.without = others, true
	}
	if sets := f.sets(); len(sets) > 0 {
		f.set = sets[0]
	}
	w, err := s.conditions(ctx, f)
	if err == nil && (f.set == indexOfHolds || f.set >= indexOfFacets) {
		w = s.entries(&f, f.set)
	}
	if err != nil || w.None {
		return of, true, err
	}
	_, few, err = s.countUpTo(ctx, w, 10*s.smallSetSize)
	if !few && err == nil && f.hasOthers(w) {
		w, of.without = f.others(), !of.without
		_, few, err = s.countUpTo(ctx, w, 10*s.smallSetSize)
	}
	if !few || err != nil {
		return of, false, err
	}
	of.buckets, err = s.bucketsOf(ctx, f.AccountID, w)
	return of, err == nil, err
}

// bucketsOf are the orders that w selects, as numbers in the search index.
func (s *Store) bucketsOf(ctx context.Context, accountID int64, w engine.Where) (map[int64]*seqSet, error) {
	ids, err := engine.Values[int64](ctx, s.DB.Reads, "SELECT order_id FROM "+w.From+" WHERE "+w.Text, w.Args...)
	if err != nil {
		return nil, err
	}
	seqs, err := s.seqsOf(ctx, accountID, ids)
	buckets := make(map[int64]*seqSet)
	for _, id := range ids {
		if seq, is := seqs[id]; is {
			bucket, place := bucketOf(seq)
			setOf(buckets, bucket).add(place)
		}
	}
	return buckets, err
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
	case f.Printed != nil && !*f.Printed:
		all.Printed, others.Printed = nil, new(true)
	case f.Printed != nil:
		all.Printed, all.apart, others.Printed, others.apart = nil, marked, nil, markedBefore
	default:
		facet := slices.IndexFunc(f.Facets[:], func(has *bool) bool { return has != nil && !*has })
		if facet < 0 {
			return f, f, false
		}
		all.Facets[facet], others.Facets[facet] = nil, new(true)
	}
	return all, others, true
}
