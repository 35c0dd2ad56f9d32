package store

import (
	"context"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// conditions is the WHERE clause of a filter, written so that each engine uses the intended index: the
// unary + excludes a number from the choice of an index, and appending an empty text excludes a text.
func (s *Store) conditions(ctx context.Context, f OrderFilter) (engine.Where, error) {
	w := engine.Where{From: "orders", Order: f.createdOn() + " DESC, order_id DESC"}
	if f.index() == indexOfTag {
		w.From = "order_tags JOIN orders USING (account_id, order_id)"
	}
	w.None = !engine.IsText(f.ShipperOrderID) || !engine.IsText(f.UploadBatchNo)
	if index := f.index(); index == indexOfNumbers || index == indexOfHolds {
		w.Add(s.DB.Dialect.Account+" = ?", f.AccountID)
		w.Order = "+created_on DESC, order_id DESC"
	} else {
		w.Add("account_id = ?", f.AccountID)
	}
	switch {
	case f.Tag == "":
	case f.index() == indexOfTag:
		w.Add("tag = ?", f.Tag)
	default:
		w.Add(`EXISTS (SELECT 1 FROM order_tags t WHERE t.account_id = orders.account_id AND t.order_id = orders.order_id
			AND t.tag = ?)`, f.Tag)
	}
	if err := s.addNumbers(ctx, &w, f); err != nil {
		return engine.Where{}, err
	}
	if f.ids != nil {
		w.Add("order_id "+s.DB.Dialect.In("?"), s.DB.Dialect.List(f.ids))
	}
	addStates(&w, f)
	if f.ShipperOrderID != "" {
		w.Add("shipper_order_id = ?", f.ShipperOrderID)
	}
	if f.ByUpdate() {
		addUpdates(&w, f)
		return w, nil
	}
	if !f.From.IsZero() {
		w.Add(f.createdOn()+" >= ?", engine.Micros(f.From))
	}
	if !f.To.IsZero() {
		w.Add(f.createdOn()+" <= ?", engine.Micros(f.To))
	}
	return w, nil
}

// addUpdates adds the conditions of a list by the time of the last change, which has an index of its own: no
// other one is sorted by it.
func addUpdates(w *engine.Where, f OrderFilter) {
	w.Order = "updated_on, order_id"
	if f.index() != indexOfUpdates {
		w.Order = "+updated_on, order_id" // a few orders, which are sorted
	}
	if !f.From.IsZero() {
		w.Add("+created_on >= ?", engine.Micros(f.From))
	}
	if !f.To.IsZero() {
		w.Add("+created_on <= ?", engine.Micros(f.To))
	}
	if !f.UpdatedFrom.IsZero() {
		w.Add("updated_on >= ?", engine.Micros(f.UpdatedFrom))
	}
	if !f.UpdatedTo.IsZero() {
		w.Add("updated_on <= ?", engine.Micros(f.UpdatedTo))
	}
}

// listIndex is the index that serves a filter.
type listIndex int

const (
	indexOfCreation listIndex = iota
	indexOfUpdates
	indexOfNumbers // the primary key
	indexOfReference
	indexOfHolds // the primary key of what is held
	indexOfTag
	indexOfStatus // of the orders that partners do not have
	indexOfTracker
	indexOfService
)

// index is the index that serves the filter: the one with the conditions that fewest orders fulfil.
func (f *OrderFilter) index() listIndex {
	switch {
	case f.UploadBatchNo != "", f.TrackingNos != nil, f.ids != nil:
		return indexOfNumbers
	case f.ShipperOrderID != "":
		return indexOfReference
	case f.Held != nil && *f.Held:
		return indexOfHolds
	case f.ByUpdate():
		return indexOfUpdates
	case f.Tag != "":
		return indexOfTag
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

// createdOn is the column with the time of creation in the index that serves the filter.
func (f *OrderFilter) createdOn() string {
	if f.index() == indexOfTag {
		return "ordered_on"
	}
	return "created_on"
}

// addStates adds the conditions of the service and of what changes.
func addStates(w *engine.Where, f OrderFilter) {
	index := f.index()
	switch {
	case f.StatusCode != nil && index == indexOfStatus:
		w.Add("status_code <> 'SUBMITTED' AND status_code = ?", string(*f.StatusCode))
	case f.StatusCode != nil:
		w.Add("status_code || '' = ?", string(*f.StatusCode))
	}
	switch {
	case f.TrackerStatus != "" && index == indexOfTracker:
		w.Add("tracker_status = ?", string(f.TrackerStatus))
	case f.TrackerStatus != "":
		w.Add("tracker_status || '' = ?", string(f.TrackerStatus))
	}
	if f.PickedUp != nil {
		w.Add("tracker_status || '' " + map[bool]string{true: "NOT ", false: ""}[*f.PickedUp] + "IN (" + notPickedUp + ")")
	}
	switch {
	case f.ServiceID != nil && (index == indexOfService || index == indexOfNumbers):
		w.Add("service_id = ?", *f.ServiceID)
	case f.ServiceID != nil:
		w.Add("+service_id = ?", *f.ServiceID)
	}
	addMarks(w, f)
}

// addMarks adds the conditions of the kind of an order, its print and its hold.
func addMarks(w *engine.Where, f OrderFilter) {
	if f.Return != nil {
		w.Add("is_return = ?", engine.Flag(*f.Return))
	}
	if f.Printed != nil {
		not := map[bool]string{true: "", false: "NOT "}[*f.Printed]
		w.Add(not + `EXISTS (SELECT 1 FROM label_prints p WHERE p.account_id = orders.account_id AND p.order_id = orders.order_id
			AND p.printed_on >= orders.label_changed_on)`)
	}
	if f.LabelStale {
		w.Add(`tracker_status || '' <> 'CANCELLED' AND EXISTS (SELECT 1 FROM label_prints p WHERE p.account_id = orders.account_id
			AND p.order_id = orders.order_id AND p.printed_on < orders.label_changed_on)`)
	}
	switch {
	case f.Held == nil:
	case *f.Held:
		w.Add(`order_id IN (SELECT order_id FROM order_holds WHERE account_id = $1)`)
	default:
		w.Add(`NOT EXISTS (SELECT 1 FROM order_holds h WHERE h.account_id = orders.account_id AND h.order_id = orders.order_id)`)
	}
}

// addNumbers adds the conditions of a batch number and of tracking numbers, which lead to order ids.
func (s *Store) addNumbers(ctx context.Context, w *engine.Where, f OrderFilter) error {
	if f.UploadBatchNo != "" {
		issuers, err := s.issue(ctx)
		if err != nil {
			return err
		}
		first, known := issuers.batches.FirstOrderID(f.UploadBatchNo)
		w.None = w.None || !known
		w.Add("order_id >= ?", first)
		w.Add("order_id < ? + (SELECT batch_size FROM orders WHERE "+s.DB.Dialect.Account+" = $1 AND order_id = ? AND upload_batch_no = ?)",
			first, first, f.UploadBatchNo)
	}
	if f.TrackingNos == nil {
		return nil
	}
	numbers := engine.KeepText(f.TrackingNos)
	ids, err := s.candidates(ctx, s.DB.Reads, numbers)
	if err != nil {
		return err
	}
	w.None = w.None || len(ids) == 0
	w.Add("order_id "+s.DB.Dialect.In("?"), s.DB.Dialect.List(ids))
	w.Add("tracking_no "+s.DB.Dialect.In("?"), s.DB.Dialect.List(numbers))
	return nil
}
