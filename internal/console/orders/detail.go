package orders

import (
	"net/http"
	"net/url"
	"time"

	"waybill/internal/console/orderform"
	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// loadOrder is the detail of an order, as the API gives it.
type orderDetail struct {
	OrderID           int64                  `json:"order_id"`
	ServiceID         int64                  `json:"service_id"`
	KeyID             int64                  `json:"agent_application_id"`
	TrackingNo        string                 `json:"tracking_no"`
	HAWBNo            string                 `json:"hawb_no"`
	BatchNo           string                 `json:"upload_batch_no"`
	StatusCode        shipment.StatusCode    `json:"status_code"`
	Status            shipment.TrackerStatus `json:"tracker_status_code"`
	LabelURL          string                 `json:"order_label_url"`
	IsReturn          bool                   `json:"is_return"`
	ForwardTrackingNo string                 `json:"forward_tracking_no"`
	ForwardOrderID    int64                  `json:"forward_order_id"`
	CreatedOn         time.Time              `json:"created_on"`
	Replaces          string                 `json:"replaces"`
	ReplacedBy        string                 `json:"replaced_by"`
	Returns           []struct {
		TrackingNo string                 `json:"tracking_no"`
		Status     shipment.TrackerStatus `json:"tracker_status_code"`
		CreatedOn  time.Time              `json:"created_on"`
	} `json:"returns"`
	Tracking    []trackingUpdate    `json:"tracking"`
	Submissions []submissionEntry   `json:"submissions"`
	Documents   []orderDocument     `json:"documents"`
	Warnings    []orderform.Warning `json:"warnings"`
	LabelStale  bool                `json:"label_stale"`
	Changes     []orderChange       `json:"changes"`
	Notes       []orderNote         `json:"notes"`
	Tags        []string            `json:"tags"`
	Hold        *orderHold          `json:"hold"` // nil: it is not held

	fields orderform.Order // all of it
}

// trackingUpdate is an update of the tracking of an order.
type trackingUpdate struct {
	Status      shipment.TrackerStatus `json:"status"`
	UpdatedOn   time.Time              `json:"updated_on"`
	Description string                 `json:"description"`
	Country     string                 `json:"country"`
	Address     string                 `json:"address"`
	Source      string                 `json:"source"`
}

// submissionEntry is what was sent to the partner of an order.
type submissionEntry struct {
	Kind      string    `json:"kind"` // submission, cancellation or label
	Partner   string    `json:"partner"`
	State     string    `json:"state"`
	Attempts  int       `json:"attempts"`
	Class     string    `json:"error_class"`
	Message   string    `json:"message"`
	UpdatedOn time.Time `json:"updated_on"`
}

// orderDocument is a document of an order.
type orderDocument struct {
	Kind      string    `json:"kind"`
	MediaType string    `json:"media_type"`
	URL       string    `json:"url"`
	Name      string    `json:"name"`
	SignedOn  time.Time `json:"signed_on"`
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
func (d *orderDetail) document(kind string) (orderDocument, bool) {
	for _, document := range d.Documents {
		if document.Kind == kind {
			return document, true
		}
	}
	return orderDocument{}, false
}

// submission returns the entry of a kind.
func (d *orderDetail) submission(kind string) (submissionEntry, bool) {
	for _, entry := range d.Submissions {
		if entry.Kind == kind {
			return entry, true
		}
	}
	return submissionEntry{}, false
}

// NoFacts reports whether the order waits for facts for customs.
func (d *orderDetail) NoFacts() bool {
	entry, found := d.submission("submission")
	return found && entry.State == string(store.SubmissionPending) && entry.Class == store.ClassMissing
}

// text is a field of the order as it was sent.
func (d *orderDetail) text(field string) string { return d.fields.Text(field) }

// hasLabel reports whether the order has a label that can be printed.
func (d *orderDetail) hasLabel() bool { return d.LabelURL != "" }

// moving reports whether the parcel was picked up and has not arrived.
func (d *orderDetail) moving() bool {
	return !d.Status.Final() && d.Status != shipment.OrderCreated && d.Status != shipment.PendingPickup && d.Status != shipment.FailedPickup
}
