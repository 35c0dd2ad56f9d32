package client

import (
	"context"
	"encoding/json"
	"net/url"
	"time"
)

// OrderDetail is everything about an order.
type OrderDetail struct {
	Order // with items
	DetailFields
}

// OrderReturn is a return of an order.
type OrderReturn struct {
	OrderID           int64     `json:"order_id"`
	TrackingNo        string    `json:"tracking_no"`
	ServiceType       string    `json:"service_type"` // PICKUP or DROPOFF
	TrackerStatusCode string    `json:"tracker_status_code"`
	CreatedOn         time.Time `json:"created_on"`
}

// OrderUpdate is an update of an order's parcel.
type OrderUpdate struct {
	Status      string    `json:"status"`      // a tracker_status_code
	UpdatedOn   time.Time `json:"updated_on"`  // when it occurred
	Description string    `json:"description"` // in words
	Country     string    `json:"country"`     // English name; "" if unknown
	Address     string    `json:"address"`     // a place, such as a city or a depot; "" if unknown
	RecordedOn  time.Time `json:"recorded_on"` // when it was reported
	Source      string    `json:"source"`      // who reported it
}

// SubmissionEntry is an entry of the service's ledger of requests to partners.
type SubmissionEntry struct {
	Kind       string    `json:"kind"` // submission, cancellation or label
	Partner    string    `json:"partner"`
	State      string    `json:"state"`
	Attempts   int       `json:"attempts"`
	ErrorClass string    `json:"error_class"`
	Message    string    `json:"message"` // of the last attempt
	CreatedOn  time.Time `json:"created_on"`
	UpdatedOn  time.Time `json:"updated_on"`
}

// Document is a label or another document of an order.
type Document struct {
	Kind      string `json:"kind"` // label, cn22, cn23, invoice, proforma, customs, proof_of_delivery
	MediaType string `json:"media_type"`
	// URL is the address of the document. Everyone who knows it may read the document, except a
	// proof_of_delivery, which needs the secret key.
	URL      string    `json:"url"`
	Name     string    `json:"name,omitempty"`     // who received the parcel; only of a proof_of_delivery
	SignedOn time.Time `json:"signed_on,omitzero"` // only of a proof_of_delivery
}

// UnmarshalJSON decodes the record and the further fields. It is needed because the method of the embedded
// Order would otherwise be promoted and decode the record only.
func (d *OrderDetail) UnmarshalJSON(b []byte) error {
	if err := json.Unmarshal(b, &d.DetailFields); err != nil {
		return err
	}
	return d.Order.UnmarshalJSON(b)
}

// Order returns everything about an order of the account. It returns ErrNotFound when the account has no
// order with the tracking number.
func (c *Client) Order(ctx context.Context, trackingNo string) (OrderDetail, error) {
	return get[OrderDetail](ctx, c, "viewing an order", viewPath+url.PathEscape(trackingNo)+"/", nil)
}
