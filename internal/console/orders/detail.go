package orders

import (
	"time"

	"waybill/internal/console/orderform"
	"waybill/internal/console/web"
	"waybill/internal/orders"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// orderDetail is all about an order.
type orderDetail struct {
	orders.Viewed
	OrderID    int64
	ServiceID  int64
	TrackingNo string
	HAWBNo     string
	BatchNo    string
	StatusCode shipment.StatusCode
	Status     shipment.TrackerStatus
	CreatedOn  time.Time
	IsReturn   bool
	Hold       *shipment.Hold // nil: the order is not held
	entries    []orders.Entry
	fields     orderform.Order // of the order
}

// orderOfPath is loadOrder by the number in the path.
func orderOfPath(v *web.Visit) (orderDetail, error) {
	return loadOrder(v, v.Request.PathValue("tracking_no"))
}

// loadOrder returns all about an order of the account by a tracking number. Returns store.ErrNotFound.
func loadOrder(v *web.Visit, trackingNo string) (orderDetail, error) {
	viewed, err := v.Console.Orders.View(v.Context(), v.Reader(), trackingNo, nil)
	if err != nil {
		return orderDetail{}, err
	}
	o := &viewed.Order
	return orderDetail{
		Viewed: viewed, OrderID: o.OrderID, ServiceID: o.ServiceID, TrackingNo: o.TrackingNo, HAWBNo: o.HAWBNo, BatchNo: o.UploadBatchNo,
		StatusCode: o.StatusCode, Status: o.TrackerStatus, CreatedOn: o.CreatedOn, IsReturn: o.Return, Hold: o.Hold,
		entries: viewed.Entries(), fields: orderform.OfOrder(o),
	}, nil
}

// entry returns the entry of the ledger of a kind.
func (d *orderDetail) entry(kind string) (orders.Entry, bool) {
	for _, entry := range d.entries {
		if entry.Kind == kind {
			return entry, true
		}
	}
	return orders.Entry{}, false
}

// NoFacts reports whether the order waits for facts for customs.
func (d *orderDetail) NoFacts() bool {
	entry, found := d.entry("submission")
	return found && entry.State == string(store.SubmissionPending) && entry.ErrorClass == store.ClassMissing
}

// text is a field of the order as it was sent.
func (d *orderDetail) text(field string) string { return d.fields.Text(field) }

// hasLabel reports whether the order has a label that can be printed.
func (d *orderDetail) hasLabel() bool { return d.Order.HasLabel }

// moving reports whether the parcel was picked up and has not arrived.
func (d *orderDetail) moving() bool {
	return !d.Status.Final() && d.Status != shipment.OrderCreated && d.Status != shipment.PendingPickup && d.Status != shipment.FailedPickup
}
