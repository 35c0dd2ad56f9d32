package store

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"waybill/internal/each"
	"waybill/internal/store/engine"
)

// A claim reads due rows and leases them by a compare-and-set: an UPDATE by account, which leases those
// whose token is the one that was read and that are still due. It locks no row that it does not get,
// and is one text for SQLite, PostgreSQL and PostgreSQL clusters that are sharded by account. Of two
// processes that claim a row, the second waits for the first, finds another token, and reads again.

// candidate is a row that was due when it was read.
type candidate struct{ accountID, orderID, sequence, token int64 }

func scanCandidate(row engine.Scanner, c *candidate) error {
	return row.Scan(&c.accountID, &c.orderID, &c.token)
}

// claimGroup is the candidates that one statement leases.
type claimGroup struct {
	accountID, sequence, token int64
	orderIDs                   []int64 // ascending
}

const (
	// claimRounds is how often a claim reads candidates at most.
	claimRounds = 4
	// spreadClaims is how many claims begin at a random row after another process was faster.
	spreadClaims = 16
	// spreadOver is how many times as many rows as are claimed they read.
	spreadOver = 4
)

// rivalry is whether other processes claim the same rows at the same time. While they do, claims begin
// at a random one of the due rows; otherwise at the oldest.
type rivalry struct{ claims atomic.Int32 } // that still begin at a random row

// claimDue claims up to limit due rows: read returns up to limit candidates, the oldest due first, and take
// leases the rows of a group that are still free.
func claimDue[T any](r *rivalry, limit int, read func(limit int) ([]candidate, error), take func(claimGroup) ([]T, error)) ([]T, error) {
	var claimed []T
	for range claimRounds {
		wanted := limit - len(claimed)
		due, err := r.candidates(wanted, read)
		if err != nil {
			return nil, err
		}
		before := len(claimed)
		for _, group := range claimGroups(due) {
			leased, err := take(group)
			if err != nil {
				return nil, err
			}
			claimed = append(claimed, leased...)
		}
		if len(claimed)-before == len(due) {
			return claimed, nil
		}
		r.claims.Store(spreadClaims)
	}
	return claimed, nil
}

// ClaimDue claims up to limit rows that are due, one of an account: read returns the account ids and lease tokens of up to limit of them,
// the oldest due first, and take leases that of an account if it still has the token.
func ClaimDue[T any](s *Ledger, limit int, read func(int) ([][2]int64, error), take func(account, token int64) ([]T, error)) ([]T, error) {
	return claimDue(&s.rivals, limit, func(limit int) ([]candidate, error) {
		due, err := read(limit)
		return each.Of(due, func(row [2]int64) candidate { return candidate{accountID: row[0], token: row[1]} }), err
	}, func(g claimGroup) ([]T, error) { return take(g.accountID, g.token) })
}

// candidates returns the candidates of a claim.
func (r *rivalry) candidates(limit int, read func(limit int) ([]candidate, error)) ([]candidate, error) {
	if r.claims.Load() <= 0 {
		return read(limit)
	}
	r.claims.Add(-1)
	due, err := read(spreadOver * limit)
	if len(due) <= limit {
		return due, err
	}
	// Whole parts, so that two processes claim all the same rows or none.
	first := limit * rand.IntN((len(due)+limit-1)/limit) //nolint:gosec // it decides nothing but who is faster
	return due[first:min(first+limit, len(due))], nil
}

// claimGroups groups candidates by what one statement can lease, in the same order everywhere, so that two claims
// do not deadlock.
func claimGroups(due []candidate) []claimGroup {
	slices.SortFunc(due, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.accountID, b.accountID), cmp.Compare(a.sequence, b.sequence),
			cmp.Compare(a.token, b.token), cmp.Compare(a.orderID, b.orderID))
	})
	var groups []claimGroup
	for _, c := range due {
		last := len(groups) - 1
		if last < 0 || groups[last].accountID != c.accountID || groups[last].sequence != c.sequence || groups[last].token != c.token {
			groups = append(groups, claimGroup{accountID: c.accountID, sequence: c.sequence, token: c.token})
			last++
		}
		groups[last].orderIDs = append(groups[last].orderIDs, c.orderID)
	}
	return groups
}
