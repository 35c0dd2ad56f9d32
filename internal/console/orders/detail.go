package orders

import (
	"waybill/internal/console/orderform"
	"waybill/internal/console/web"
	"waybill/internal/orders"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// orderDetail is all about an order.
type orderDetail struct {
	orders.Viewed
	*shipment.Order
	entries []orders.Entry
	fields  orderform.Order // of the order
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
	return orderDetail{viewed, &viewed.Order, viewed.Entries(), orderform.OfOrder(&viewed.Order)}, nil
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

// waitsForPartner reports whether the order is tried again by itself: its submission, or the label of its partner.
func (d *orderDetail) waitsForPartner() bool {
	submission, _ := d.entry("submission")
	label, _ := d.entry("label")
	return store.SubmissionState(submission.State).IsOpen() && !d.NoFacts() || label.State == string(store.LabelDue)
}

// text is a field of the order as it was sent.
func (d *orderDetail) text(field string) string { return d.fields.Text(field) }

// moving reports whether the parcel was picked up and has not arrived.
func (d *orderDetail) moving() bool {
	s := d.TrackerStatus
	return !s.Final() && s != shipment.OrderCreated && s != shipment.PendingPickup && s != shipment.FailedPickup
}

// here reports whether the parcel was not picked up yet.
func (d *orderDetail) here() bool {
	return !d.TrackerStatus.Final() && !d.moving() && d.TrackerStatus != shipment.ReturnToSender
}
