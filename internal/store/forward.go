package store

import (
	"context"
	"maps"
	"slices"

	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store/document"
	"waybill/internal/store/engine"
)

// itemFixedBytes is the size of an item without its texts as a client sends it: the keys and the numbers.
const itemFixedBytes = 150

// ForwardOrders returns the orders of an account that refs name, by tracking number, with
// items where a ref asks for them. It calls take with the bytes that an order or an item adds
// to the request, once for each that refs ask for, before it reads the next; an error of take
// ends the reading and is returned. Of each order and item it keeps one.
func (s *Store) ForwardOrders(
	ctx context.Context, accountID int64, refs []shipment.ForwardRef, take func(bytes int) error,
) (byNumber map[string]*shipment.Order, err error) {
	defer func() { err = s.DB.Explain("read forward orders", err) }()
	returns, itemUses := make(map[string]int, len(refs)), make(map[string]int)
	for _, ref := range refs {
		returns[ref.TrackingNo]++
		if ref.Items {
			itemUses[ref.TrackingNo]++
		}
	}
	numbers := slices.Collect(maps.Keys(returns))
	ids, err := s.candidates(ctx, s.DB.Reads, numbers)
	if err != nil {
		return nil, err
	}
	orders, err := engine.Collect(ctx, s.DB.Reads, func(row engine.Scanner, o *shipment.Order) error {
		var record, rest, items string
		if err := scanColumns(row, o, &record, &rest, &items); err != nil {
			return err
		}
		if err := take(returns[o.TrackingNo] * (len(record) + len(rest))); err != nil {
			return err
		}
		if err := document.Decode(o, record, rest); err != nil {
			return err
		}
		uses := itemUses[o.TrackingNo]
		if uses == 0 {
			return nil
		}
		return addItems(o, rest, items, func(int) error {
			return take(uses * (itemFixedBytes + itemTextBytes(&o.Items[len(o.Items)-1])))
		})
	}, `SELECT `+documentColumns+`, items FROM orders WHERE `+s.DB.Dialect.Account+` = $1
		AND order_id `+s.DB.Dialect.In("$2")+` AND tracking_no `+s.DB.Dialect.In("$3"),
		accountID, s.DB.Dialect.List(ids), s.DB.Dialect.List(numbers))
	return each.At(orders, func(o *shipment.Order) string { return o.TrackingNo }), err
}

// returnsOf selects the returns of an order, newest first.
var returnsOf = `SELECT ` + documentColumns + ` FROM orders
	WHERE account_id = $1 AND forward_order_id = $2 AND forward_order_id <> 0 ORDER BY order_id DESC LIMIT CAST($3 AS BIGINT)`
