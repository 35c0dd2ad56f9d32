package store

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"waybill/internal/shipment"
)

// PageSize is how many orders a list returns at most.
const PageSize = shipment.MaxPageSize

// OrderFilter selects orders of an account; WithItems fills their items.
type OrderFilter struct {
	AccountID int64
	PageSize  int // orders of a page, from 1; 0 is PageSize
	shipment.Filter
}

func (f *OrderFilter) pageSize() int { return cmp.Or(f.PageSize, PageSize) }

// OrderPage is one page of the orders that a filter selects.
type OrderPage struct {
	Count  int64 // of orders on all pages
	Number int   // of this page, from 1
	Last   bool  // no page comes after this one
	Orders []shipment.Order
}

// ListOrders returns a page, from 1 on or shipment.LastPage, of the orders that f selects, the newest
// first. Page 1 exists even if it is empty. Returns ErrNotFound past the last page.
func (s *Store) ListOrders(ctx context.Context, f OrderFilter, page int) (OrderPage, error) {
	w, err := s.conditions(ctx, f)
	if err != nil {
		return OrderPage{}, s.explain("list orders", err)
	}
	count, err := s.countOrders(ctx, f, w)
	if err != nil {
		return OrderPage{}, s.explain("count orders", err)
	}
	size := f.pageSize()
	last := max(1, (int(count)+size-1)/size)
	if page == shipment.LastPage {
		page = last
	}
	if page < 1 || page > last {
		return OrderPage{}, s.explain("list orders", ErrNotFound)
	}
	result := OrderPage{Count: count, Number: page, Last: page == last}
	if count > 0 {
		result.Orders, err = s.selectOrders(ctx, f, w, size, (page-1)*size)
	}
	return result, s.explain("list orders", err)
}

// Cursor is the place of an order in the list; the zero Cursor is before the newest.
type Cursor struct {
	CreatedOn int64 // UTC microseconds since 1970
	OrderID   int64
}

// OrdersAfter returns the page of orders that f selects after a place in the list, the newest first,
// and whether there are more. It costs the same at any place, and orders that arrive meanwhile do not
// move the others.
func (s *Store) OrdersAfter(ctx context.Context, f OrderFilter, after Cursor) (orders []shipment.Order, more bool, err error) {
	w, err := s.conditions(ctx, f)
	if err != nil {
		return nil, false, s.explain("list orders", err)
	}
	if after != (Cursor{}) {
		w.add("(created_on, order_id) < (?, ?)", after.CreatedOn, after.OrderID)
	}
	size := f.pageSize()
	orders, err = s.selectOrders(ctx, f, w, size+1, 0)
	if err != nil {
		return nil, false, s.explain("list orders", err)
	}
	more = len(orders) > size
	return orders[:min(len(orders), size)], more, nil
}

// countOrders reads the counters if the filter allows, else an index.
func (s *Store) countOrders(ctx context.Context, f OrderFilter, w where) (n int64, err error) {
	counted := f.TrackingNos == nil && f.From.IsZero() && f.To.IsZero() && f.ShipperOrderID == "" && f.UploadBatchNo == ""
	switch {
	case w.none:
	case !counted:
		err = queryRow(ctx, s.reads, `SELECT count(*) FROM orders WHERE `+w.text, w.args...).Scan(&n)
	case f.ServiceID == nil:
		err = queryRow(ctx, s.reads, `SELECT CAST(coalesce(sum(orders), 0) AS BIGINT) FROM order_counts
			WHERE account_id = $1`, f.AccountID).Scan(&n)
	default:
		err = queryRow(ctx, s.reads, `SELECT CAST(coalesce(sum(orders), 0) AS BIGINT) FROM order_counts
			WHERE account_id = $1 AND service_id = $2`, f.AccountID, *f.ServiceID).Scan(&n)
	}
	return n, err
}

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
	rows, err := s.reads.query(ctx, `SELECT `+orderColumnNames+` FROM orders WHERE `+w.text+` ORDER BY order_id`, w.args...)
	return collect(rows, err, meteredOrders(ctx))
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
	rows, err := s.reads.query(ctx, `SELECT `+orderColumnNames+` FROM orders
		WHERE order_id `+s.dialect.in("$1")+` AND tracking_no = $2`, s.dialect.list(ids), trackingNo)
	found, err := collect(rows, err, meteredOrders(ctx))
	if err != nil || len(found) == 0 {
		return shipment.Order{}, cmp.Or(err, ErrNotFound)
	}
	return found[0], s.addItems(ctx, s.reads, found[0].AccountID, found[:1])
}

// ordersByID returns orders of an account by their ids, with items, sorted by id.
func (s *Store) ordersByID(ctx context.Context, q querier, accountID int64, ids []int64) ([]shipment.Order, error) {
	rows, err := q.query(ctx, `SELECT `+orderColumnNames+` FROM orders
		WHERE `+s.dialect.account+` = $1 AND order_id `+s.dialect.in("$2")+` ORDER BY order_id`, accountID, s.dialect.list(ids))
	orders, err := collect(rows, err, meteredOrders(ctx))
	if err != nil {
		return nil, err
	}
	return orders, s.addItems(ctx, q, accountID, orders)
}

// selectOrders reads a page of the orders that w selects, the newest first.
func (s *Store) selectOrders(ctx context.Context, f OrderFilter, w where, limit, offset int) (orders []shipment.Order, err error) {
	switch {
	case w.none:
		return nil, nil
	case offset == 0:
		query, args := pageQuery(orderColumnNames, w, limit, offset)
		rows, queryErr := s.reads.query(ctx, query, args...)
		orders, err = collect(rows, queryErr, meteredOrders(ctx))
	default:
		orders, err = s.selectFar(ctx, f, w, limit, offset)
	}
	if err != nil || !f.WithItems {
		return orders, err
	}
	return orders, s.addItems(ctx, s.reads, f.AccountID, orders)
}

// selectFar reads a page far down the list in two steps, so that it skips entries of an index, not
// rows. It does not join: without statistics, PostgreSQL reads all orders of the account for each id.
func (s *Store) selectFar(ctx context.Context, f OrderFilter, w where, limit, offset int) ([]shipment.Order, error) {
	query, args := pageQuery("order_id", w, limit, offset)
	rows, err := s.reads.query(ctx, query, args...)
	ids, err := collect(rows, err, func(row scanner, id *int64) error { return row.Scan(id) })
	if err != nil {
		return nil, err
	}
	rows, err = s.reads.query(ctx, `SELECT `+orderColumnNames+` FROM orders
		WHERE `+s.dialect.account+` = $1 AND order_id `+s.dialect.in("$2")+` ORDER BY created_on DESC, order_id DESC`,
		f.AccountID, s.dialect.list(ids))
	return collect(rows, err, meteredOrders(ctx))
}

func pageQuery(columns string, w where, limit, offset int) (query string, args []any) {
	args = append(slices.Clone(w.args), limit, offset)
	return `SELECT ` + columns + ` FROM orders WHERE ` + w.text + ` ORDER BY ` + w.order +
		` LIMIT ` + param(len(args)-1) + ` OFFSET ` + param(len(args)), args
}

// meteredOrders is scanOrder for a context that may have a meter.
func meteredOrders(ctx context.Context) func(scanner, *shipment.Order) error {
	if ctx.Value(meterKey{}) == nil {
		return scanOrder
	}
	take := meterOf(ctx)
	return func(row scanner, o *shipment.Order) error {
		if err := scanOrder(row, o); err != nil {
			return err
		}
		return take(orderMemory + textBytes(o))
	}
}

// FillItems reads the items of an account's orders into them.
func (s *Store) FillItems(ctx context.Context, accountID int64, orders []shipment.Order) error {
	return s.explain("read the items of orders", s.addItems(ctx, s.reads, accountID, orders))
}

// addItems fills the items of an account's orders.
func (s *Store) addItems(ctx context.Context, q querier, accountID int64, orders []shipment.Order) error {
	byID := make(map[int64]*shipment.Order, len(orders))
	for i := range orders {
		byID[orders[i].OrderID] = &orders[i]
	}
	return s.readItems(ctx, q, accountID, byID, func(*shipment.Order, *shipment.Item) error { return nil })
}

// readItems fills the items of an account's orders; an error of keep ends it. A second query
// is faster than a join, which repeats the order in every row.
func (s *Store) readItems(ctx context.Context, q querier, accountID int64, byID map[int64]*shipment.Order,
	keep func(*shipment.Order, *shipment.Item) error,
) error {
	if len(byID) == 0 {
		return nil
	}
	rows, err := q.query(ctx, `SELECT order_id, description, category, product_id, sku, quantity, price_value, price_currency
		FROM order_items WHERE account_id = $1 AND order_id `+s.dialect.in("$2")+` ORDER BY order_id, line`,
		accountID, s.dialect.list(slices.Collect(maps.Keys(byID))))
	if err != nil {
		return err
	}
	defer rows.Close()
	take := meterOf(ctx)
	for rows.Next() {
		var id int64
		var item shipment.Item
		err := rows.Scan(
			&id,
			&item.Desc,
			&item.Category,
			&item.ProductID,
			&item.SKU,
			&item.Quantity,
			(*int64)(&item.PriceValue),
			&item.PriceCurrency,
		)
		if err != nil {
			return err
		}
		if err := keep(byID[id], &item); err != nil {
			return err
		}
		if err := take(itemMemory + itemTextBytes(&item)); err != nil {
			return err
		}
		byID[id].Items = append(byID[id].Items, item)
	}
	return rows.Err()
}
