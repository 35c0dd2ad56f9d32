package store

import (
	"context"
	"math"
	"strconv"

	"waybill/internal/shipment"
)

// newestPage is how many orders EachNewest has in memory at once.
const newestPage = 50

// EachNewest calls visit with the newest orders of an account, or of all if accountID is 0, with their items, at most
// most of them, the newest first. An error of visit ends it, and is returned.
func (s *Store) EachNewest(ctx context.Context, accountID int64, most int, visit func(*shipment.Order) error) error {
	createdOn, orderID := int64(math.MaxInt64), int64(math.MaxInt64)
	for most > 0 {
		query, args := newestQuery(accountID, createdOn, orderID, min(most, newestPage))
		rows, err := s.reads.query(ctx, query, args...)
		page, err := collect(rows, err, scanWithItems(meterOf(ctx)))
		if err != nil {
			return s.explain("read the newest orders", err)
		}
		for i := range page {
			if err := visit(&page[i]); err != nil {
				return err
			}
		}
		if len(page) < min(most, newestPage) {
			return nil
		}
		last := &page[len(page)-1]
		most, createdOn, orderID = most-len(page), micros(last.CreatedOn), last.OrderID
	}
	return nil
}

// newestQuery is the query of the orders after a place, by an index that has them in their order. Ids increase with
// time, but each process has its own range of them.
func newestQuery(accountID, createdOn, orderID int64, limit int) (query string, args []any) {
	w := where{order: "order_id DESC"}
	if accountID == 0 {
		w.add("order_id < ?", orderID)
	} else {
		w.add("account_id = ?", accountID)
		w.add("(created_on, order_id) < (?, ?)", createdOn, orderID)
		w.order = "created_on DESC, order_id DESC"
	}
	return `SELECT ` + documentColumns + `, items FROM orders WHERE ` + w.text + ` ORDER BY ` + w.order +
		` LIMIT ` + strconv.Itoa(limit), w.args
}
