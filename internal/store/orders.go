package store

import (
	"cmp"
	"context"

	"waybill/internal/shipment"
)

// BatchOrders returns the orders of a batch in submitted order, without items: none if the account has
// no such batch.
func (s *Store) BatchOrders(ctx context.Context, accountID int64, uploadBatchNo string) ([]shipment.Order, error) {
	orders, err := fromReplica(ctx, s, accountID, func(ctx context.Context) ([]shipment.Order, error) {
		return s.batchOrders(ctx, accountID, uploadBatchNo)
	}, func(orders []shipment.Order) bool { return len(orders) > 0 })
	return orders, s.explain("list the orders of a batch", err)
}

func (s *Store) batchOrders(ctx context.Context, accountID int64, uploadBatchNo string) ([]shipment.Order, error) {
	w, err := s.conditions(ctx, OrderFilter{AccountID: accountID, Filter: shipment.Filter{UploadBatchNo: uploadBatchNo}})
	if err != nil || w.none {
		return nil, err
	}
	rows, err := s.reads.query(ctx, `SELECT `+documentColumns+` FROM orders WHERE `+w.text+` ORDER BY order_id`, w.args...)
	return collect(rows, err, scanOrder(meterOf(ctx)))
}

// OrderByTrackingNo returns an order of any account, with items. Returns ErrNotFound.
func (s *Store) OrderByTrackingNo(ctx context.Context, trackingNo string) (shipment.Order, error) {
	o, err := fromReplica(ctx, s, 0, func(ctx context.Context) (shipment.Order, error) {
		return s.orderByTrackingNo(ctx, trackingNo)
	}, s.mayShow)
	return o, s.explain("find an order", err)
}

// mayShow reports whether the replica may show an order of any account. An order without a label is looked up again:
// its label may be ready.
func (s *Store) mayShow(o shipment.Order) bool {
	return o.HasLabel && s.replica.begin(o.AccountID) != nil
}

func (s *Store) orderByTrackingNo(ctx context.Context, trackingNo string) (shipment.Order, error) {
	if !isText(trackingNo) {
		return shipment.Order{}, ErrNotFound
	}
	ids, err := s.candidates(ctx, s.reads, []string{trackingNo})
	if err != nil || len(ids) == 0 {
		return shipment.Order{}, cmp.Or(err, ErrNotFound)
	}
	rows, err := s.reads.query(ctx, `SELECT `+documentColumns+`, items FROM orders
		WHERE order_id `+s.dialect.in("$1")+` AND tracking_no = $2`, s.dialect.list(ids), trackingNo)
	return one(rows, err, scanWithItems(meterOf(ctx)))
}

// ordersByID returns orders of an account by their ids, with items, sorted by id.
func (s *Store) ordersByID(ctx context.Context, q querier, accountID int64, ids []int64) ([]shipment.Order, error) {
	rows, err := q.query(ctx, `SELECT `+documentColumns+`, items FROM orders
		WHERE `+s.dialect.account+` = $1 AND order_id `+s.dialect.in("$2")+` ORDER BY order_id`, accountID, s.dialect.list(ids))
	return collect(rows, err, scanWithItems(meterOf(ctx)))
}

// FillItems reads the items of an account's orders into them.
func (s *Store) FillItems(ctx context.Context, accountID int64, orders []shipment.Order) error {
	_, err := fromReplica(ctx, s, accountID, func(ctx context.Context) (found int, err error) {
		return s.addItems(ctx, accountID, orders)
	}, func(found int) bool { return found == len(orders) })
	return s.explain("read the items of orders", err)
}

// addItems fills the items of an account's orders, and returns how many orders it found.
func (s *Store) addItems(ctx context.Context, accountID int64, orders []shipment.Order) (found int, err error) {
	byID, ids := make(map[int64]*shipment.Order, len(orders)), make([]int64, len(orders))
	for i := range orders {
		byID[orders[i].OrderID], ids[i] = &orders[i], orders[i].OrderID
	}
	take := meterOf(ctx)
	rows, err := s.reads.query(ctx, `SELECT order_id, rest, items FROM orders
		WHERE `+s.dialect.account+` = $1 AND order_id `+s.dialect.in("$2"), accountID, s.dialect.list(ids))
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for ; rows.Next(); found++ {
		var id int64
		var rest, items string
		if err := rows.Scan(&id, &rest, &items); err != nil {
			return found, err
		}
		byID[id].Items = nil // of an earlier try
		if err := addItems(byID[id], rest, items, take); err != nil {
			return found, err
		}
	}
	return found, rows.Err()
}

// ItemsOf returns the items of an order of an account as a record shows them: a JSON array. Returns
// ErrNotFound.
func (s *Store) ItemsOf(ctx context.Context, accountID, orderID int64) (string, error) {
	items, err := fromReplica(ctx, s, accountID, func(ctx context.Context) (string, error) {
		rows, err := s.reads.query(ctx, `SELECT items FROM orders WHERE `+s.dialect.account+` = $1 AND order_id = $2`, accountID, orderID)
		return one(rows, err, func(row scanner, items *string) error { return row.Scan(items) })
	}, always)
	return items, s.explain("read the items of an order", err)
}
