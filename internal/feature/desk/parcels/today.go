package parcels

import (
	"context"
	"fmt"
	"time"

	"waybill/internal/store"
	"waybill/internal/store/engine"
)

// The names of what count returns.
const (
	ToPack     = "to_pack"      // parcels
	ToHandOver = "to_hand_over" // parcels that were packed on the day
	Left       = "left"         // parcels that were packed before
	PackedBy   = "packed"       // parcels that were packed on the day, by hour, up to the last with any
)

// count counts what packers have done on a day, and have left to do with the orders since a time that have a label and were not picked up,
// at most store.MaxCounted. It counts nothing if nothing was packed at a station.
func count(ctx context.Context, s *store.Store, accountID int64, since, day time.Time) (map[string][]int64, error) {
	used, err := engine.Value[bool](ctx, s.DB.Reads, `SELECT EXISTS (SELECT 1 FROM packings WHERE account_id = $1)`, accountID)
	if err != nil || !used {
		return nil, err
	}
	return countUpTo(ctx, s, accountID, since, day, store.MaxCounted)
}

// MostToGo is up to how many parcels Today counts that are not packed.
const MostToGo = 10_000

// Today returns how many parcels that were created since a time are to be packed, at most MostToGo, and how many were packed by all on a day,
// by hour, up to the last with any.
func (s *Parcels) Today(ctx context.Context, accountID int64, since, day time.Time) (toGo int64, hours []int64, err error) {
	counts, err := countUpTo(ctx, s.Store, accountID, since, day, MostToGo)
	if err != nil {
		return 0, nil, s.Store.DB.Explain("count what is to be packed", err)
	}
	return counts[ToPack][0], counts[PackedBy], nil
}

// countUpTo is count with at most most orders.
func countUpTo(ctx context.Context, s *store.Store, accountID int64, since, day time.Time, most int) (map[string][]int64, error) {
	counts := make([]int64, 3)
	if err := store.AddByDay(ctx, s.DB.Reads, counts, `SELECT
			CASE WHEN k.order_id IS NULL THEN 0 WHEN k.packed_on >= $3 THEN 1 ELSE 2 END, count(*)
		FROM (SELECT account_id, order_id FROM orders WHERE account_id = $1
			AND tracker_status IN ('ORDER_CREATED', 'PENDING_PICKUP', 'FAILED_PICKUP') AND created_on >= $2
			AND is_return = 0 AND has_label = 1 AND NOT EXISTS (SELECT 1 FROM order_holds h
				WHERE h.account_id = orders.account_id AND h.order_id = orders.order_id) LIMIT CAST($4 AS BIGINT)) o
		LEFT JOIN packings k ON k.account_id = o.account_id AND k.order_id = o.order_id AND k.packed_on > 0 GROUP BY 1`,
		accountID, engine.Micros(since), engine.Micros(day), most); err != nil {
		return nil, fmt.Errorf("to pack: %w", err)
	}
	hours, last := make([]int64, 24), 0
	if err := store.AddByDay(ctx, s.DB.Reads, hours, `SELECT (packed_on - $2) / 3600000000, count(*) FROM packings
		WHERE account_id = $1 AND packed_on >= $2 GROUP BY 1`, accountID, engine.Micros(day)); err != nil {
		return nil, fmt.Errorf("packed by hour: %w", err)
	}
	for i, n := range hours {
		if n > 0 {
			last = i + 1
		}
	}
	return map[string][]int64{ToPack: counts[:1], ToHandOver: counts[1:2], Left: counts[2:], PackedBy: hours[:last]}, nil
}
