package stored

import (
	"context"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/engine"
)

// measured returns the last measuring of each of some orders that were measured, by order id: the last scan with a weight or a size.
func measured(ctx context.Context, s *store.Store, accountID int64, orderIDs []int64) (map[int64]shipment.Measuring, error) {
	last, err := engine.Map(ctx, s.DB.Reads, func(row engine.Scanner, id *int64, m *shipment.Measuring) error {
		return row.Scan(id, engine.At(&m.On), &m.Weight, &m.Length, &m.Width, &m.Height)
	}, `SELECT order_id, scanned_on, weight, length, width, height FROM hub_scans
		WHERE account_id = $1 AND order_id `+s.DB.Dialect.In("$2")+` AND (weight > 0 OR length > 0) ORDER BY order_id, scanned_on, scan`,
		accountID, s.DB.Dialect.List(orderIDs))
	return last, s.DB.Explain("read what was measured", err)
}
