package store

import (
	"context"
	"strings"

	"waybill/internal/shipment"
)

// where is the text and the arguments of a WHERE clause. $1 is the account.
type where struct {
	text       string
	args       []any
	conditions int    // in text
	order      string // newest first, by the index that serves the filter
	none       bool   // no order can match
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
	w.conditions++
}

// conditions is the WHERE clause of a filter, written so that each engine uses the intended index: the
// unary + excludes a number from the choice of an index, and appending an empty text excludes a text.
func (s *Store) conditions(ctx context.Context, f OrderFilter) (where, error) {
	w := where{order: "created_on DESC, order_id DESC"}
	w.none = !isText(f.ShipperOrderID) || !isText(f.UploadBatchNo)
	if f.UploadBatchNo != "" || f.TrackingNos != nil || f.ids != nil {
		w.add(s.dialect.account+" = ?", f.AccountID)
		w.order = "+created_on DESC, order_id DESC"
	} else {
		w.add("account_id = ?", f.AccountID)
	}
	if err := s.addNumbers(ctx, &w, f); err != nil {
		return where{}, err
	}
	if f.ids != nil {
		w.add("order_id "+s.dialect.in("?"), s.dialect.list(f.ids))
	}
	addStates(&w, f)
	if f.ShipperOrderID != "" {
		w.add("shipper_order_id = ?", f.ShipperOrderID)
	}
	if f.ByUpdate() {
		addUpdates(&w, f)
		return w, nil
	}
	if !f.From.IsZero() {
		w.add("created_on >= ?", micros(f.From))
	}
	if !f.To.IsZero() {
		w.add("created_on <= ?", micros(f.To))
	}
	return w, nil
}

// addUpdates adds the conditions of a list by the time of the last change, which has an index of its own: no
// other one is sorted by it.
func addUpdates(w *where, f OrderFilter) {
	w.order = "updated_on, order_id"
	if f.UploadBatchNo != "" || f.TrackingNos != nil || f.ShipperOrderID != "" {
		w.order = "+updated_on, order_id" // a few orders, which are sorted
	}
	if !f.From.IsZero() {
		w.add("+created_on >= ?", micros(f.From))
	}
	if !f.To.IsZero() {
		w.add("+created_on <= ?", micros(f.To))
	}
	if !f.UpdatedFrom.IsZero() {
		w.add("updated_on >= ?", micros(f.UpdatedFrom))
	}
	if !f.UpdatedTo.IsZero() {
		w.add("updated_on <= ?", micros(f.UpdatedTo))
	}
}

// listIndex is the index that serves a filter.
type listIndex int

const (
	indexOfCreation listIndex = iota
	indexOfUpdates
	indexOfNumbers // the primary key
	indexOfReference
	indexOfStatus // of the orders that partners do not have
	indexOfTracker
	indexOfService
)

// index is the index that serves the filter: the one whose conditions fewest orders fulfil.
func (f *OrderFilter) index() listIndex {
	switch {
	case f.UploadBatchNo != "", f.TrackingNos != nil, f.ids != nil:
		return indexOfNumbers
	case f.ShipperOrderID != "":
		return indexOfReference
	case f.ByUpdate():
		return indexOfUpdates
	case f.StatusCode != nil && *f.StatusCode != shipment.StatusSubmitted:
		return indexOfStatus
	case f.TrackerStatus != "":
		return indexOfTracker
	case f.ServiceID != nil:
		return indexOfService
	default:
		return indexOfCreation
	}
}

// addStates adds the conditions of the service and of what changes.
func addStates(w *where, f OrderFilter) {
	index := f.index()
	switch {
	case f.StatusCode != nil && index == indexOfStatus:
		w.add("status_code <> 'SUBMITTED' AND status_code = ?", string(*f.StatusCode))
	case f.StatusCode != nil:
		w.add("status_code || '' = ?", string(*f.StatusCode))
	}
	switch {
	case f.TrackerStatus != "" && index == indexOfTracker:
		w.add("tracker_status = ?", string(f.TrackerStatus))
	case f.TrackerStatus != "":
		w.add("tracker_status || '' = ?", string(f.TrackerStatus))
	}
	if f.PickedUp != nil {
		w.add("tracker_status || '' " + map[bool]string{true: "NOT ", false: ""}[*f.PickedUp] + "IN (" + notPickedUp + ")")
	}
	switch {
	case f.ServiceID != nil && (index == indexOfService || index == indexOfNumbers):
		w.add("service_id = ?", *f.ServiceID)
	case f.ServiceID != nil:
		w.add("+service_id = ?", *f.ServiceID)
	}
	if f.Return != nil {
		w.add("is_return = ?", flag(*f.Return))
	}
	if f.Printed != nil {
		not := map[bool]string{true: "", false: "NOT "}[*f.Printed]
		w.add(not + `EXISTS (SELECT 1 FROM label_prints p WHERE p.account_id = orders.account_id AND p.order_id = orders.order_id)`)
	}
}

// addNumbers adds the conditions of a batch number and of tracking numbers, which lead to order ids.
func (s *Store) addNumbers(ctx context.Context, w *where, f OrderFilter) error {
	if f.UploadBatchNo != "" {
		issuers, err := s.issue(ctx)
		if err != nil {
			return err
		}
		first, known := issuers.batches.FirstOrderID(f.UploadBatchNo)
		w.none = w.none || !known
		w.add("order_id >= ?", first)
		w.add("order_id < ? + (SELECT batch_size FROM orders WHERE "+s.dialect.account+" = $1 AND order_id = ? AND upload_batch_no = ?)",
			first, first, f.UploadBatchNo)
	}
	if f.TrackingNos == nil {
		return nil
	}
	numbers := keepText(f.TrackingNos)
	ids, err := s.candidates(ctx, s.reads, numbers)
	if err != nil {
		return err
	}
	w.none = w.none || len(ids) == 0
	w.add("order_id "+s.dialect.in("?"), s.dialect.list(ids))
	w.add("tracking_no "+s.dialect.in("?"), s.dialect.list(numbers))
	return nil
}
