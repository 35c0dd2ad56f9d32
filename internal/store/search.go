package store

import (
	"context"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"strings"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
	"waybill/internal/store/searchtext"
)

const (
	// searchRows is how many rows of terms a page of a search reads before it ends early.
	searchRows = 24_000
	// searchCountRows is the same for a count, and searchCountReads how many orders one reads that has other conditions.
	searchCountRows  = 5_000
	searchCountReads = 500
	// searchChunk is how many of the orders that have all words are read at once.
	searchChunk = 500
	// fewRows lets a search read more buckets at once.
	fewRows = 2000
)

// search is a search from the newest bucket of an account on.
type search struct {
	store      *Store
	accountID  int64
	conditions []searchtext.Condition
	before     int64 // the number before which the next results are
	bucket     int64 // the next one to read
	last       int64 // the oldest one
	window     int64 // how many buckets are read next
	rows       int   // that may be read still
	sets       []orderSets
}

// newSearch returns nil if nothing can be found.
func (s *Search) newSearch(ctx context.Context, f OrderFilter, after Cursor) (*search, error) {
	conditions := searchtext.Conditions(f.Search)
	if f.exact {
		conditions = searchtext.Whole(f.Search)
	}
	none := f.Search != "" && (len(conditions) == 0 || !engine.IsText(f.Search))
	for _, m := range f.Metadata {
		conditions = slices.Insert(conditions, 0, searchtext.Condition{Term: searchtext.OfMetadata(m), Whole: true})
	}
	if f.Warning != "" {
		conditions = slices.Insert(conditions, 0, searchtext.Condition{Term: warningTerm(f.Warning), Whole: true})
	}
	first, next, err := s.indexed(ctx, f.AccountID)
	if err != nil || first == next || none {
		return nil, err
	}
	run := &search{store: s.store, accountID: f.AccountID, conditions: conditions, before: next, window: 1, rows: searchRows, sets: f.inSets}
	if after.Search {
		run.before = min(next, after.Seq)
	}
	run.bucket, _ = bucketOf(run.before - 1)
	run.last, _ = bucketOf(first)
	return run, nil
}

// indexed returns the numbers that the orders of an account have in the search index: from first up to next-1.
func (s *Search) indexed(ctx context.Context, accountID int64) (first, next int64, err error) {
	err = engine.OrNothing(engine.QueryRow(ctx, s.store.DB.Reads,
		`SELECT first_seq, next_seq FROM search_accounts WHERE account_id = $1`, accountID).Scan(&first, &next))
	return first, next, err
}

func (r *search) isOver() bool { return r.bucket < r.last }

// next returns the numbers of the orders of the next buckets that have all words, the newest first.
func (r *search) next(ctx context.Context) ([]int64, error) {
	window := min(r.window, r.bucket-r.last+1)
	found, read, err := r.read(ctx, r.bucket, window)
	if err != nil {
		return nil, err
	}
	if read > searchRows/2 && window > 1 { // cut off
		r.window, r.rows = 1, r.rows-read
		return nil, nil
	}
	if read < fewRows {
		r.window = min(4*window, 256)
	} else {
		r.window = max(1, window/4)
	}
	var seqs []int64
	for bucket := r.bucket; bucket > r.bucket-window; bucket-- {
		if set := found[bucket]; set != nil {
			seqs = set.appendSeqs(seqs, bucket, r.before)
		}
	}
	r.rows -= read
	r.bucket -= window
	r.before = min(r.before, (r.bucket+1)*searchBucket)
	return seqs, nil
}

// read returns the orders that have all words, of so many buckets down from one, and how many rows it has read.
func (r *search) read(ctx context.Context, newest, window int64) (found map[int64]*seqSet, rows int, err error) {
	buckets := make([]int64, 0, window)
	for bucket := newest; bucket > newest-window; bucket-- {
		if !slices.ContainsFunc(r.sets, func(of orderSets) bool { return !of.without && of.buckets[bucket] == nil }) {
			buckets = append(buckets, bucket)
		}
	}
	if len(buckets) == 0 {
		return nil, 0, nil
	}
	for i, condition := range r.conditions {
		have, n, err := r.having(ctx, buckets, condition)
		if rows += n; err != nil || n > searchRows/2 && window > 1 {
			return nil, rows, err
		}
		buckets = buckets[:0]
		for bucket, set := range have {
			if i > 0 {
				set.keep(found[bucket], false)
			}
			if !set.isEmpty() {
				buckets = append(buckets, bucket)
			}
		}
		if found = have; len(buckets) == 0 {
			return nil, rows, nil
		}
	}
	for bucket, set := range found {
		for _, of := range r.sets {
			set.keep(of.buckets[bucket], of.without)
		}
	}
	return found, rows, nil
}

// having returns the orders of buckets that fulfil a condition, and how many rows it has read. In one bucket it reads all
// rows, in several at most searchRows/2 and one.
func (r *search) having(ctx context.Context, buckets []int64, c searchtext.Condition) (map[int64]*seqSet, int, error) {
	sets := make(map[int64]*seqSet, len(buckets))
	rows, err := r.addHaving(ctx, sets, buckets, c.Term, c.Whole)
	for _, other := range []string{c.Or, c.End} {
		if err == nil && other != "" {
			var more int
			more, err = r.addHaving(ctx, sets, buckets, other, false)
			rows += more
		}
	}
	return sets, rows, err
}

func (r *search) addHaving(ctx context.Context, sets map[int64]*seqSet, buckets []int64, term string, whole bool) (n int, err error) {
	end := term
	if !whole {
		end += "\U0010FFFF"
	}
	limit := searchRows/2 + 1
	if len(buckets) == 1 {
		limit = math.MaxInt32
	}
	var bucket int64
	var places []byte
	err = engine.Each(ctx, r.store.DB.Reads, func(row engine.Scanner) error {
		if err := row.Scan(&bucket, &places); err != nil {
			return err
		}
		n++
		setOf(sets, bucket).addAll(places)
		return nil
	}, `SELECT bucket, seqs FROM search_terms
		WHERE account_id = $1 AND bucket `+r.store.DB.Dialect.In("$2")+` AND term >= $3 AND term <= $4 LIMIT CAST($5 AS BIGINT)`,
		r.accountID, r.store.DB.Dialect.List(buckets), term, end, limit)
	return n, err
}

// seqSet is a set of places in a bucket.
type seqSet [searchBucket / 64]uint64

// orderSets are orders of an account by their buckets, or, without, all others.
type orderSets struct {
	buckets map[int64]*seqSet
	without bool
}

// setOf is the set of a bucket or a term, which is made if it is missing.
func setOf[K comparable](sets map[K]*seqSet, of K) *seqSet {
	if sets[of] == nil {
		sets[of] = &seqSet{}
	}
	return sets[of]
}

func (s *seqSet) add(place uint16) { s[place/64%uint16(len(s))] |= 1 << (place % 64) }

// addAll adds the places of a row of terms.
func (s *seqSet) addAll(places []byte) {
	for ; len(places) >= 2; places = places[2:] {
		s.add(binary.BigEndian.Uint16(places))
	}
}

func (s *seqSet) has(place uint16) bool { return s[place/64%uint16(len(s))]&(1<<(place%64)) != 0 }

// keep keeps the places that another set has, or, without, has not.
func (s *seqSet) keep(other *seqSet, without bool) {
	if other == nil {
		other = &seqSet{}
	}
	for i := range s {
		if without {
			s[i] &^= other[i]
		} else {
			s[i] &= other[i]
		}
	}
}

func (s *seqSet) isEmpty() bool { return *s == seqSet{} }

// appendSeqs appends the numbers before one, descending.
func (s *seqSet) appendSeqs(seqs []int64, bucket, before int64) []int64 {
	for i, word := range slices.Backward(s[:]) {
		for word != 0 {
			bit := 63 - bits.LeadingZeros64(word)
			word &^= 1 << bit
			if seq := bucket*searchBucket + int64(i*64+bit); seq < before {
				seqs = append(seqs, seq)
			}
		}
	}
	return seqs
}

// browseSearch reads a page of a search, and about so many orders at most.
func browseSearch[T any](
	ctx context.Context, s *Store, f OrderFilter, of selection[T], idOf func(*T) int64, after Cursor, reads int,
) (page Browsed[T], err error) {
	run, err := s.Search.newSearch(ctx, f, after)
	if err != nil || run == nil {
		return page, err
	}
	size, most := f.pageSize(), 2*f.pageSize()
	for !run.isOver() {
		seqs, err := run.next(ctx)
		if err != nil {
			return page, err
		}
		for len(seqs) > 0 {
			n := size + 1 - len(page.Found)
			if f.hasConditions() { // they may not fulfil them
				n, most = min(most, searchChunk), min(2*most, searchChunk)
			}
			chunk := seqs[:min(len(seqs), n)]
			seqs, reads = seqs[len(chunk):], reads-len(chunk)
			orders, at, err := readFound(ctx, s, f, of, idOf, chunk)
			if err != nil {
				return page, err
			}
			for i := range orders {
				if len(page.Found) == size {
					page.More = true
					return page, nil
				}
				page.Found, page.At, page.Next = append(page.Found, orders[i]), append(page.At, at[i]), Cursor{Search: true, Seq: at[i]}
			}
			if reads <= 0 {
				page.More, page.Partial, page.Next = true, true, Cursor{Search: true, Seq: chunk[len(chunk)-1]}
				return page, nil
			}
		}
		if run.rows <= 0 && !run.isOver() {
			page.More, page.Partial, page.Next = true, true, Cursor{Search: true, Seq: run.before}
			return page, nil
		}
	}
	return page, nil
}

// idsOf returns the ids of the orders with some numbers in the search index.
func (s *Search) idsOf(ctx context.Context, accountID int64, seqs []int64) ([]int64, error) {
	return engine.CollectUpTo(ctx, s.store.DB.Reads, len(seqs), idSelection.scan,
		`SELECT order_id FROM search_orders WHERE account_id = $1 AND seq `+s.store.DB.Dialect.In("$2"),
		accountID, s.store.DB.Dialect.List(seqs))
}

// idSelection reads the ids of orders.
var idSelection = selection[int64]{"order_id", func(row engine.Scanner, id *int64) error { return row.Scan(id) }}

// hasConditions reports whether the filter has more conditions than its words and its warning.
func (f *OrderFilter) hasConditions() bool {
	return slices.Contains(append(f.states(), f.ShipperOrderID != "", f.UploadBatchNo != "", f.TrackingNos != nil,
		!f.From.IsZero(), !f.To.IsZero(), f.ByUpdate()), true)
}

// readFound reads the orders with some numbers, descending, that the other conditions of f select too, in the same
// order, and returns the number of each.
func readFound[T any](
	ctx context.Context, s *Store, f OrderFilter, of selection[T], idOf func(*T) int64, seqs []int64,
) (orders []T, at []int64, err error) {
	pairs, err := engine.Pairs(ctx, s.DB.Reads, `SELECT seq, order_id FROM search_orders WHERE account_id = $1 AND seq `+s.DB.Dialect.In("$2"),
		f.AccountID, s.DB.Dialect.List(seqs))
	if err != nil || len(pairs) == 0 {
		return nil, nil, err
	}
	seqOf := make(map[int64]int64, len(pairs))
	f.ids = make([]int64, 0, len(pairs))
	for _, pair := range pairs {
		seqOf[pair[1]] = pair[0]
		f.ids = append(f.ids, pair[1])
	}
	w, err := s.conditions(ctx, f)
	if err != nil {
		return nil, nil, err
	}
	orders, err = selectPage(ctx, s, f, w, of, len(seqs), 0)
	slices.SortFunc(orders, func(a, b T) int { return int(seqOf[idOf(&b)] - seqOf[idOf(&a)]) })
	for i := range orders {
		at = append(at, seqOf[idOf(&orders[i])])
	}
	return orders, at, err
}

// ExactOrders returns the orders that f selects, at most one page, that have a spelling of the code f.Search as tracking number, as
// number of their partner or as reference, in any letter case. New orders are found at once by a reference in the letter case of the
// code, in capitals or in small letters, else as by Browse. Each order is read once.
func (s *Search) ExactOrders(ctx context.Context, f OrderFilter) ([]shipment.Order, error) {
	spellings := shipment.Spellings(f.Search)
	if spellings == nil || f.UploadBatchNo != "" || f.TrackingNos != nil || f.ShipperOrderID != "" { // the ways would replace them
		return nil, nil
	}
	named, err := s.store.namedBy(ctx, s.store.DB.Reads, f.AccountID, []string{f.Search}, false, true)
	if err != nil {
		return nil, s.store.DB.Explain("find orders by a number", err)
	}
	byNumber, byWord := f, f
	byNumber.Search, byNumber.ids = "", shipment.IDs(named[f.Search])
	var ways []OrderFilter
	if len(byNumber.ids) > 0 {
		ways = append(ways, byNumber)
	}
	for _, spelling := range spellings {
		byReference := f
		byReference.Search, byReference.ShipperOrderID = "", spelling
		ways = append(ways, byReference)
	}
	byWord.exact = true
	ways = append(ways, byWord)
	var all []shipment.Order
	for _, way := range ways {
		way.except = shipment.IDs(all)
		page, err := s.store.BrowseOrders(ctx, way, Cursor{})
		if err != nil {
			return nil, err
		}
		for _, o := range page.Found {
			same := way.ids != nil || slices.ContainsFunc([]string{o.TrackingNo, o.HAWBNo, o.ShipperOrderID}, func(number string) bool {
				return slices.ContainsFunc(spellings, func(spelling string) bool { return strings.EqualFold(number, spelling) })
			})
			if same {
				all = append(all, o)
			}
		}
	}
	return all[:min(len(all), f.pageSize())], nil
}
