package store

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"waybill/internal/store/engine"
	"waybill/internal/store/searchtext"
)

const (
	// MaxNear is how many queries Near returns at most.
	MaxNear = 20
	// nearBuckets is at how many buckets Near looks at once, the newest first, until it has found something. It looks for nearProbes terms
	// at most, the same number for each word, which takes less than 100 ms.
	nearBuckets = 16
	nearProbes  = 25_000
)

// Near returns queries that differ from one in a word, which has a letter more, less or another one, or two neighbours swapped, if orders
// of an account have that word: those of the most orders first, at most MaxNear. Words have five letters or more. It looks at the newest
// orders, as far as that is quick.
func (s *Search) Near(ctx context.Context, accountID int64, query string) ([]string, error) {
	first, next, err := s.indexed(ctx, accountID)
	if err != nil || first == next || !engine.IsText(query) {
		return nil, s.store.DB.Explain("find similar words", err)
	}
	d, orders, misspellings := s.store.DB.Dialect, map[string]int{}, searchtext.Misspellings(query)
	sql := d.Probe(`SELECT term, length(seqs) FROM search_terms WHERE account_id = $1 AND bucket `+d.In("$2"), "term", "$3")
	for word, near := range misspellings {
		with := func(row engine.Scanner) error {
			var other string
			var bytes int
			err := row.Scan(&other, &bytes)
			orders[strings.Replace(searchtext.Normalise(query), word, other, 1)] += bytes / 2
			return err
		}
		oldest, _ := bucketOf(first)
		newest, _ := bucketOf(next - 1)
		for before, left := len(orders), nearProbes/len(misspellings); len(orders) == before && newest >= oldest && left >= len(near); {
			var buckets []int64
			for most := min(nearBuckets, left/len(near)); newest >= oldest && len(buckets) < most; newest-- {
				buckets = append(buckets, newest)
			}
			left -= len(buckets) * len(near)
			if err := engine.Each(ctx, s.store.DB.Reads, with, sql, accountID, d.List(buckets), d.List(near)); err != nil {
				return nil, s.store.DB.Explain("find similar words", err)
			}
		}
	}
	all := slices.SortedFunc(maps.Keys(orders), func(a, b string) int { return cmp.Or(orders[b]-orders[a], cmp.Compare(a, b)) })
	return all[:min(len(all), MaxNear)], nil
}
