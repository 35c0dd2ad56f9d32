package store

import (
	"cmp"
	"context"

	"waybill/internal/shipment"
)

// BatchOrders returns the orders of a batch in submitted order, without items: none if the account has
// no such batch.
func (s *Store) BatchOrders(ctx context.Context, accountID int64, uploadBatchNo string) ([]shipment.Order, error) {
	orders, err := s.batchOrders(ctx, accountID, uploadBatchNo)
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
	o, err := s.orderByTrackingNo(ctx, trackingNo)
	return o, s.explain("find an order", err)
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
	return s.explain("read the items of orders", s.addItems(ctx, accountID, orders))
}

// addItems fills the items of an account's orders.
func (s *Store) addItems(ctx context.Context, accountID int64, orders []shipment.Order) error {
	byID, ids := make(map[int64]*shipment.Order, len(orders)), make([]int64, len(orders))
	for i := range orders {
		byID[orders[i].OrderID], ids[i] = &orders[i], orders[i].OrderID
	}
	take := meterOf(ctx)
	rows, err := s.reads.query(ctx, `SELECT order_id, rest, items FROM orders
		WHERE `+s.dialect.account+` = $1 AND order_id `+s.dialect.in("$2"), accountID, s.dialect.list(ids))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var rest, items string
		if err := rows.Scan(&id, &rest, &items); err != nil {
			return err
		}
		if err := addItems(byID[id], rest, items, take); err != nil {
			return err
		}
	}
	return rows.Err()
}

// ItemsOf returns the items of an order of an account as a record shows them: a JSON array. Returns
// ErrNotFound.
func (s *Store) ItemsOf(ctx context.Context, accountID, orderID int64) (string, error) {
	rows, err := s.reads.query(ctx, `SELECT items FROM orders WHERE `+s.dialect.account+` = $1 AND order_id = $2`, accountID, orderID)
	items, err := one(rows, err, func(row scanner, items *string) error { return row.Scan(items) })
	return items, s.explain("read the items of an order", err)
}
