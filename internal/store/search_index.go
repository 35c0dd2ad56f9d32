package store

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"time"

	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
	"waybill/internal/store/searchtext"
)

const (
	// searchBucket is how many orders of an account a bucket of the search index has.
	searchBucket = 4096
	// indexedAtOnce is how many orders are indexed in a transaction: creates wait for it on SQLite.
	indexedAtOnce = 500
	// indexLease is how long a process that indexes keeps the others from it after its last transaction.
	indexLease = 10 * time.Second
)

// indexAgain queues an order whose terms have changed. fewer: it may have lost some.
func indexAgain(ctx context.Context, q engine.Querier, accountID, orderID int64, now time.Time, fewer bool) error {
	return engine.DeferExec(ctx, q, "queue the order to be indexed",
		`INSERT INTO search_queue (order_id, account_id, orders, changes, fewer_terms, created_on) VALUES ($1, $2, 1, 1, $3, $4)
		ON CONFLICT (order_id, account_id) DO UPDATE
		SET changes = search_queue.changes + 1, fewer_terms = search_queue.fewer_terms + excluded.fewer_terms`,
		orderID, accountID, engine.Flag(fewer), engine.Micros(now))
}

// queuedOrders are orders that wait to be indexed.
type queuedOrders struct{ orderID, accountID, orders, changes, fewer int64 }

// Warnings returns what the warnings about an order with its items are about; nil: it has none. With an error nothing is indexed.
type Warnings func(*shipment.Order) ([]shipment.WarningKind, error)

// Search finds orders by their texts, and keeps the index that it needs. Safe for concurrent use.
type Search struct{ store *Store }

// IndexOrders adds the orders that were created or changed first to the search index, some hundreds of them. An order keeps the warnings
// that were found when it was indexed. One process at a time does it: the one that calls this method again before ten seconds have passed.
// It returns the number of orders that it looked at, 0 with an error, if there is nothing to do, or if another process does it.
func (s *Search) IndexOrders(ctx context.Context, owner string, warnings Warnings) (orders int, err error) {
	if mayIndex, err := s.mayIndex(ctx, owner); err != nil || !mayIndex {
		return 0, s.store.DB.Explain("read who indexes", err)
	}
	queued, err := engine.Collect(ctx, s.store.DB.Reads, func(row engine.Scanner, q *queuedOrders) error {
		return row.Scan(&q.orderID, &q.accountID, &q.orders, &q.changes, &q.fewer)
	}, `SELECT order_id, account_id, orders, changes, fewer_terms FROM search_queue
		ORDER BY order_id, account_id LIMIT CAST($1 AS BIGINT)`, indexedAtOnce)
	if err == nil && len(queued) > 0 {
		orders, err = s.indexQueued(ctx, owner, warnings, queued)
	}
	return orders, s.store.DB.Explain("index orders", err)
}

// indexQueued indexes the first of the queued orders, and removes them from the queue.
func (s *Search) indexQueued(ctx context.Context, owner string, warnings Warnings, queued []queuedOrders) (int, error) {
	var ids []int64
	taken, fewer := 0, make(map[int64]bool)
	for _, waiting := range queued {
		if len(ids) > 0 && len(ids)+int(waiting.orders) > indexedAtOnce {
			break
		}
		for i := range waiting.orders {
			ids = append(ids, waiting.orderID+i)
			fewer[waiting.orderID+i] = waiting.fewer > 0
		}
		taken++
	}
	slices.Sort(ids)
	var part []int64
	for rest := slices.Compact(ids); len(rest) > 0; {
		part, rest = rest[:min(len(rest), indexedAtOnce)], rest[min(len(rest), indexedAtOnce):]
		isLast := len(rest) == 0
		done, err := s.indexByID(ctx, owner, warnings, indexedIDs{ids: part, fewer: fewer}, func(ctx context.Context, q engine.Querier) error {
			if !isLast {
				return nil
			}
			return s.dequeue(ctx, q, queued[:taken])
		})
		if err != nil || !done {
			return 0, err
		}
	}
	return len(ids), nil
}

// dequeue removes what was indexed, unless it has changed meanwhile.
func (s *Search) dequeue(ctx context.Context, q engine.Querier, done []queuedOrders) error {
	type group struct{ accountID, changes int64 } // deleted by one statement: a round trip for each row takes too long
	groups := make(map[group][]int64)
	for _, d := range done {
		g := group{d.accountID, d.changes}
		groups[g] = append(groups[g], d.orderID)
	}
	for g, ids := range groups {
		_, err := q.Exec(ctx, `DELETE FROM search_queue WHERE account_id = $1 AND changes = $2 AND order_id `+s.store.DB.Dialect.In("$3"),
			g.accountID, g.changes, s.store.DB.Dialect.List(ids))
		if err != nil {
			return err
		}
	}
	return nil
}

// indexedIDs are orders that are indexed in a transaction.
type indexedIDs struct {
	ids   []int64
	anew  bool           // an order that is not in the index stays out of it
	fewer map[int64]bool // those that may have fewer terms than before
}

// indexByID indexes orders, and runs also in the same transaction. It does nothing if another process indexes.
func (s *Search) indexByID(
	ctx context.Context, owner string, warnings Warnings, of indexedIDs, also func(context.Context, engine.Querier) error,
) (done bool, err error) {
	orders, terms, err := s.termsOf(ctx, of.ids, warnings)
	if err != nil {
		return false, err
	}
	err = s.store.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		if done, err = s.holdIndex(ctx, q, owner); err != nil || !done {
			return err
		}
		in := s.store.DB.Inserting(ctx, q)
		for rest := orders; len(rest) > 0; {
			n := 1
			for n < len(rest) && rest[n].AccountID == rest[0].AccountID {
				n++
			}
			if err := s.indexOfAccount(ctx, q, in, rest[:n], terms, of); err != nil {
				return err
			}
			rest = rest[n:]
		}
		if err := in.Flush(); err != nil {
			return err
		}
		return also(ctx, q)
	})
	return done && err == nil, err
}

// termsOf reads orders, sorted by account and time, without their items, and returns them with the terms of each.
func (s *Search) termsOf(ctx context.Context, ids []int64, warnings Warnings) ([]shipment.Order, map[int64][]string, error) {
	texts, err := s.store.Annotations.annotations(ctx, ids)
	if err != nil {
		return nil, nil, err
	}
	terms, scan := make(map[int64][]string, len(ids)), scanWithItems(meterOf(ctx))
	orders, err := engine.Collect(ctx, s.store.DB.Reads, func(row engine.Scanner, o *shipment.Order) error {
		if err := scan(row, o); err != nil {
			return err
		}
		kinds, err := warnings(o)
		if err != nil {
			return err
		}
		of := searchtext.OfOrder(o, texts[o.OrderID]...)
		for _, kind := range kinds {
			of = append(of, warningTerm(kind))
		}
		terms[o.OrderID] = of
		o.Items = nil
		return nil
	}, `SELECT `+documentColumns+`, items FROM orders WHERE order_id `+s.store.DB.Dialect.In("$1")+`
		ORDER BY account_id, created_on, order_id`, s.store.DB.Dialect.List(ids))
	return orders, terms, err
}

// warningTerm is the term of orders with a warning. No word has a !, so that no search for words finds it.
func warningTerm(kind shipment.WarningKind) string { return "!" + string(kind) }

// mayIndex says whether owner is the process that indexes, or could be. It is asked before orders are read. If the process before made
// terms of another version, it lets IndexAnew begin.
func (s *Search) mayIndex(ctx context.Context, owner string) (may bool, err error) {
	var version int64
	err = engine.QueryRow(ctx, s.store.DB.Reads,
		`SELECT lease_owner = $1 OR lease_owner = '' OR due_on <= CAST($2 AS BIGINT), terms_version FROM search_index WHERE id = 1`,
		owner, engine.Micros(s.store.DB.Now())).Scan(&may, &version)
	if err != nil || !may || version == searchtext.Version {
		return may, err
	}
	from, err := engine.Value[int64](ctx, s.store.DB.Reads, // 0 if no order is indexed
		`SELECT coalesce(max(CAST($1 AS BIGINT)), 0) FROM search_accounts`, int64(math.MaxInt64))
	if err != nil {
		return false, err
	}
	return true, s.store.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		if holds, err := s.holdIndex(ctx, q, owner); err != nil || !holds {
			return err
		}
		return engine.Exec(ctx, q, `UPDATE search_index SET terms_version = $1, anew_from = $2 WHERE id = 1`, searchtext.Version, from)
	})
}

// holdIndex makes owner the process that indexes, unless another one is.
func (s *Search) holdIndex(ctx context.Context, q engine.Querier, owner string) (bool, error) {
	now := s.store.DB.Now()
	changed, err := q.Exec(ctx, `UPDATE search_index SET lease_owner = $1, due_on = $2
		WHERE id = 1 AND (lease_owner = $1 OR lease_owner = '' OR due_on <= $3)`, owner, engine.Micros(now.Add(indexLease)), engine.Micros(now))
	return changed > 0, err
}

// indexOfAccount indexes orders of one account, sorted from the oldest on.
func (s *Search) indexOfAccount(
	ctx context.Context, q engine.Querier, in *engine.Inserting, orders []shipment.Order, terms map[int64][]string, of indexedIDs,
) error {
	accountID := orders[0].AccountID
	if of.anew { // no terms come back of orders that were erased since they were read
		kept, err := engine.Values[int64](ctx, q, `SELECT order_id FROM orders WHERE `+ofOrders(s.store, "orders")+` AND erased_on = 0`,
			accountID, s.store.DB.Dialect.List(shipment.IDs(orders)))
		if err != nil {
			return err
		}
		orders = slices.DeleteFunc(slices.Clone(orders), func(o shipment.Order) bool { return !slices.Contains(kept, o.OrderID) })
	}
	ids := shipment.IDs(orders)
	seqs, err := s.indexedSeqs(ctx, q, accountID, ids)
	if err != nil {
		return err
	}
	fewer := maps.Clone(seqs)
	maps.DeleteFunc(fewer, func(id, _ int64) bool { return !of.fewer[id] })
	if err := removeTerms(ctx, q, accountID, fewer, terms); err != nil {
		return err
	}
	if err := s.addTerms(ctx, q, in, accountID, seqs, terms); err != nil {
		return err
	}
	ids = slices.DeleteFunc(ids, func(id int64) bool { _, is := seqs[id]; return is })
	if len(ids) == 0 || of.anew {
		return nil
	}
	first, err := numberOrders(ctx, q, accountID, int64(len(ids)))
	if err != nil {
		return err
	}
	indexed := make([]indexedOrder, len(ids))
	for i, id := range ids {
		seq := first + int64(i)
		indexed[i] = indexedOrder{seq, terms[id]}
		in.Insert(&searchOrdersTable, []any{accountID, seq, id})
	}
	insertTerms(in, accountID, indexed)
	return nil
}

// addTerms adds orders of an account that are in the index, whose numbers are in seqs by their ids, to the terms that they do not have
// there: to a row of the term, if the bucket has one.
func (s *Search) addTerms(
	ctx context.Context, q engine.Querier, in *engine.Inserting, accountID int64, seqs map[int64]int64, terms map[int64][]string,
) error {
	buckets := make(map[int64][]indexedOrder)
	for id, seq := range seqs {
		bucket, _ := bucketOf(seq)
		buckets[bucket] = append(buckets[bucket], indexedOrder{seq, terms[id]})
	}
	var missing []indexedOrder
	for _, bucket := range slices.Sorted(maps.Keys(buckets)) {
		orders := buckets[bucket]
		slices.SortFunc(orders, func(a, b indexedOrder) int { return cmp.Compare(a.seq, b.seq) })
		asked := slices.Concat(each.Of(orders, func(o indexedOrder) []string { return o.terms })...)
		slices.Sort(asked)
		rows, err := termRows(ctx, q, s.store.DB.Dialect.Probe(termsOfBucket, "term", "$3"), accountID, bucket,
			s.store.DB.Dialect.List(slices.Compact(asked)))
		if err != nil {
			return err
		}
		have, rowOf, grown := make(map[string]*seqSet), make(map[string]*termRow), make(map[string]bool)
		for i, r := range rows {
			setOf(have, r.term).addAll(r.places)
			rowOf[r.term] = &rows[i]
		}
		for _, o := range orders {
			var lacks []string
			_, place := bucketOf(o.seq)
			for _, term := range o.terms {
				switch row := rowOf[term]; {
				case row == nil:
					lacks = append(lacks, term)
				case !have[term].has(place):
					row.places = binary.BigEndian.AppendUint16(row.places, place)
					grown[term] = true
				}
			}
			missing = append(missing, indexedOrder{o.seq, lacks})
		}
		for _, term := range slices.Sorted(maps.Keys(grown)) {
			if err := putPlaces(ctx, q, accountID, bucket, rowOf[term]); err != nil {
				return err
			}
		}
	}
	insertTerms(in, accountID, missing)
	return nil
}

// termRow is a row of the terms of a bucket: the places of orders that have a term, and the number of the first.
type termRow struct {
	term     string
	firstSeq int64
	places   []byte
}

// removeTerms removes orders of an account, whose numbers are in seqs by their ids, from the rows of all terms but those
// that they keep.
func removeTerms(ctx context.Context, q engine.Querier, accountID int64, seqs map[int64]int64, keep map[int64][]string) error {
	gone, buckets := make(map[int64]int64, len(seqs)), make(map[int64]bool) // ids by number
	for id, seq := range seqs {
		bucket, _ := bucketOf(seq)
		gone[seq], buckets[bucket] = id, true
	}
	for _, bucket := range slices.Sorted(maps.Keys(buckets)) {
		rows, err := termRows(ctx, q, termsOfBucket, accountID, bucket)
		if err != nil {
			return err
		}
		for _, r := range rows {
			left := slices.Collect(slices.Chunk(r.places, 2))
			left = slices.DeleteFunc(left, func(place []byte) bool {
				id, is := gone[bucket*searchBucket+int64(binary.BigEndian.Uint16(place))]
				return is && !slices.Contains(keep[id], r.term)
			})
			if 2*len(left) == len(r.places) {
				continue
			}
			r.places = bytes.Join(left, nil)
			if err := putPlaces(ctx, q, accountID, bucket, &r); err != nil {
				return err
			}
		}
	}
	return nil
}

const termsOfBucket = `SELECT term, first_seq, seqs FROM search_terms WHERE account_id = $1 AND bucket = $2`

func termRows(ctx context.Context, q engine.Querier, query string, args ...any) ([]termRow, error) {
	return engine.Collect(ctx, q, func(s engine.Scanner, r *termRow) error { return s.Scan(&r.term, &r.firstSeq, &r.places) }, query, args...)
}

// putPlaces stores the places of a row of terms, or removes the row if it has none left.
func putPlaces(ctx context.Context, q engine.Querier, accountID, bucket int64, r *termRow) error {
	const ofRow = ` WHERE account_id = $1 AND bucket = $2 AND term = $3 AND first_seq = $4`
	if len(r.places) == 0 {
		return engine.DeferExec(ctx, q, "remove a term", `DELETE FROM search_terms`+ofRow, accountID, bucket, r.term, r.firstSeq)
	}
	return engine.DeferExec(ctx, q, "store the orders of a term", `UPDATE search_terms SET seqs = $5`+ofRow,
		accountID, bucket, r.term, r.firstSeq, r.places)
}

// indexedSeqs returns the numbers of orders that are in the index, by their ids.
func (s *Search) indexedSeqs(ctx context.Context, q engine.Querier, accountID int64, ids []int64) (map[int64]int64, error) {
	return seqsWhere(ctx, q, s.store.DB.Dialect.In("$2"), accountID, s.store.DB.Dialect.List(ids))
}

// seqsWhere returns the numbers of the orders of an account whose ids fulfil a condition, by their ids.
func seqsWhere(ctx context.Context, q engine.Querier, condition string, args ...any) (map[int64]int64, error) {
	return engine.Map(ctx, q, func(row engine.Scanner, id, seq *int64) error { return row.Scan(id, seq) },
		`SELECT order_id, seq FROM search_orders WHERE account_id = $1 AND order_id `+condition, args...)
}

// numberOrders reserves consecutive numbers of an account, after all others, and returns the first.
func numberOrders(ctx context.Context, q engine.Querier, accountID, n int64) (first int64, err error) {
	err = engine.QueryRow(ctx, q, `INSERT INTO search_accounts (account_id, first_seq, next_seq) VALUES ($1, 0, CAST($2 AS BIGINT))
		ON CONFLICT (account_id) DO UPDATE SET next_seq = search_accounts.next_seq + $2 RETURNING next_seq`, accountID, n).Scan(&first)
	return first - n, err
}

// indexedOrder is an order with its number.
type indexedOrder struct {
	seq   int64
	terms []string
}

// bucketOf is the bucket of a number, and its place there. Numbers of older orders are negative.
func bucketOf(seq int64) (bucket int64, place uint16) {
	bucket = seq >> 12 // searchBucket is 1 << 12
	return bucket, uint16(seq - bucket*searchBucket)
}

// insertTerms inserts rows of the terms of orders, whose numbers ascend, in the order of their key.
func insertTerms(in *engine.Inserting, accountID int64, orders []indexedOrder) {
	type key struct {
		bucket int64
		term   string
	}
	rows := make(map[key]*termRow)
	for _, o := range orders {
		bucket, place := bucketOf(o.seq)
		for _, term := range o.terms {
			p := rows[key{bucket, term}]
			if p == nil {
				p = &termRow{term: term, firstSeq: o.seq}
				rows[key{bucket, term}] = p
			}
			p.places = binary.BigEndian.AppendUint16(p.places, place)
		}
	}
	inOrder := func(a, b key) int { return cmp.Or(cmp.Compare(a.bucket, b.bucket), cmp.Compare(a.term, b.term)) }
	for _, k := range slices.SortedFunc(maps.Keys(rows), inOrder) {
		in.Insert(&searchTermsTable, []any{accountID, k.bucket, k.term, rows[k].firstSeq, rows[k].places})
	}
}
