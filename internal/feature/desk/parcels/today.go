package parcels

import (
	"context"
	"time"

	"waybill/internal/store"
	"waybill/internal/store/engine"
)

// PackedByHour returns how many parcels were packed by all on a day that begins at day, by hour, up to the last with any.
func (s *Parcels) PackedByHour(ctx context.Context, accountID int64, day time.Time) ([]int64, error) {
	hours, last := make([]int64, 24), 0
	err := store.AddByDay(ctx, s.Store.DB.Reads, hours, `SELECT (packed_on - $2) / 3600000000, count(*) FROM packings
		WHERE account_id = $1 AND packed_on >= $2 GROUP BY 1`, accountID, engine.Micros(day))
	for i, n := range hours {
		if n > 0 {
			last = i + 1
		}
	}
	return hours[:last], s.Store.DB.Explain("count what was packed by hour", err)
}
