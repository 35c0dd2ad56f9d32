package parcels

import (
	"context"
	"time"

	"waybill/internal/store/engine"
)

// PackedByHour returns how many parcels were packed by all on a day that begins at day, by hour, up to the last with any.
func (s *Parcels) PackedByHour(ctx context.Context, accountID int64, day time.Time) (hours []int64, err error) {
	counts, err := engine.Pairs(ctx, s.Store.DB.Reads, `SELECT (packed_on - $2) / 3600000000, count(*) FROM packings
		WHERE account_id = $1 AND packed_on >= $2 GROUP BY 1 ORDER BY 1`, accountID, engine.Micros(day))
	for _, count := range counts {
		hours = append(append(hours, make([]int64, count[0]-int64(len(hours)))...), count[1])
	}
	return hours, s.Store.DB.Explain("count what was packed by hour", err)
}
