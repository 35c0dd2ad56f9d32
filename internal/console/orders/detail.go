package orders

import (
	"net/http"
	"net/url"
	"time"

	"waybill/client"
	"waybill/internal/console/orderform"
	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// orderDetail is the detail of an order, as the API gives it.
type orderDetail struct {
	client.DetailFields
	OrderID    int64                  `json:"order_id"`
	ServiceID  int64                  `json:"service_id"`
	TrackingNo string                 `json:"tracking_no"`
	HAWBNo     string                 `json:"hawb_no"`
	BatchNo    string                 `json:"upload_batch_no"`
	StatusCode shipment.StatusCode    `json:"status_code"`
	Status     shipment.TrackerStatus `json:"tracker_status_code"`
	LabelURL   string                 `json:"order_label_url"`
	CreatedOn  time.Time              `json:"created_on"`

	fields orderform.Order // all of it
}

const proofOfDelivery = "proof_of_delivery"

// orderOfPath is loadOrder by the number in the path.
func orderOfPath(v *web.Visit) (orderDetail, error) {
	return loadOrder(v, v.Request.PathValue("tracking_no"))
}

// loadOrder returns the detail of an order of the account by a tracking number. Returns store.ErrNotFound.
func loadOrder(v *web.Visit, trackingNo string) (orderDetail, error) {
	var d orderDetail
	answer, err := v.Call(http.MethodGet, "/api/order/order/"+url.PathEscape(trackingNo)+"/", nil)
	if err == nil {
		err = answer.Decode(&d)
	}
	if err == nil {
		d.fields, err = orderform.Decode(answer.Body)
	}
	return d, err
}

// document returns the document of a kind.
func (d *orderDetail) document(kind string) (client.Document, bool) {
	for _, document := range d.Documents {
		if document.Kind == kind {
			return document, true
		}
	}
	return client.Document{}, false
}

// submission returns the entry of a kind.
func (d *orderDetail) submission(kind string) (client.SubmissionEntry, bool) {
	for _, entry := range d.Submissions {
		if entry.Kind == kind {
			return entry, true
		}
	}
	return client.SubmissionEntry{}, false
}

// NoFacts reports whether the order waits for facts for customs.
func (d *orderDetail) NoFacts() bool {
	entry, found := d.submission("submission")
	return found && entry.State == string(store.SubmissionPending) && entry.ErrorClass == store.ClassMissing
}

// text is a field of the order as it was sent.
func (d *orderDetail) text(field string) string { return d.fields.Text(field) }

// hasLabel reports whether the order has a label that can be printed.
func (d *orderDetail) hasLabel() bool { return d.LabelURL != "" }

// moving reports whether the parcel was picked up and has not arrived.
func (d *orderDetail) moving() bool {
	return !d.Status.Final() && d.Status != shipment.OrderCreated && d.Status != shipment.PendingPickup && d.Status != shipment.FailedPickup
}
