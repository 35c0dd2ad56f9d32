package store

import (
	"strings"
)

// where is the text and the arguments of a WHERE clause. $1 is the account.
type where struct {
	text  string
	args  []any
	order string // newest first, by the index that serves the filter
	none  bool   // no order can match
}

// add appends a condition, with ? for each argument.
func (w *where) add(condition string, args ...any) {
	for _, arg := range args {
		w.args = append(w.args, arg)
		condition = strings.Replace(condition, "?", param(len(w.args)), 1)
	}
	if w.text != "" {
		w.text += " AND "
	}
	w.text += condition
}

// conditions is the WHERE clause of a filter, written so that each engine uses the intended index: the
// unary + excludes a column from the choice of an index.
func (s *Store) conditions(f OrderFilter) where {
	w := where{order: "created_on DESC, order_id DESC"}
	w.none = !isText(f.ShipperOrderID) || !isText(f.UploadBatchNo)
	if f.UploadBatchNo != "" || f.TrackingNos != nil {
		w.add(s.dialect.account+" = ?", f.AccountID)
		w.order = "+created_on DESC, order_id DESC"
	} else {
		w.add("account_id = ?", f.AccountID)
	}
	if f.UploadBatchNo != "" {
		w.add(`order_id >= (SELECT first_order_id FROM batches WHERE account_id = $1 AND upload_batch_no = ?)`, f.UploadBatchNo)
		w.add(`order_id <= (SELECT last_order_id FROM batches WHERE account_id = $1 AND upload_batch_no = ?)`, f.UploadBatchNo)
	}
	if f.TrackingNos != nil {
		w.add(`order_id IN (SELECT order_id FROM tracking_numbers WHERE account_id = $1 AND tracking_no `+s.dialect.in("?")+`)`,
			s.dialect.list(keepText(f.TrackingNos)))
	}
	if f.ShipperOrderID != "" {
		w.add("shipper_order_id = ?", f.ShipperOrderID)
	}
	switch {
	case f.ServiceID != nil && f.ShipperOrderID != "":
		w.add("+service_id = ?", *f.ServiceID) // far less selective than the shipper's reference
	case f.ServiceID != nil:
		w.add("service_id = ?", *f.ServiceID)
	}
	if !f.From.IsZero() {
		w.add("created_on >= ?", micros(f.From))
	}
	if !f.To.IsZero() {
		w.add("created_on <= ?", micros(f.To))
	}
	return w
}
