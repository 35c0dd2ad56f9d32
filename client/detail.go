package client

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"time"
)

// OrderDetail is all that there is about an order.
type OrderDetail struct {
	Order // with items
	DetailFields
}

// DetailFields are what the detail of an order has beside its record.
type DetailFields struct {
	// As they were sent.
	Incoterm                     string `json:"incoterm"`
	IdentificationDocumentName   string `json:"identification_document_name"`
	ConsigneeIdentifcationNumber string `json:"consignee_identifcation_number"` // spelled so by the interface
	PickupContactEmail           string `json:"pickup_contact_email"`           // of a return
	PickupDate                   string `json:"pickup_date"`                    // YYYY-MM-DD
	PickupNotes                  string `json:"pickup_notes"`
	ServiceType                  string `json:"service_type"`        // of a return
	ForwardTrackingNo            string `json:"forward_tracking_no"` // of a return

	IsReturn       bool          `json:"is_return"`
	ForwardOrderID int64         `json:"forward_order_id"` // 0: ForwardTrackingNo is no order of the account
	Returns        []OrderReturn `json:"returns"`          // the newest 50 that name this order as their forward order

	Tracking    []OrderUpdate     `json:"tracking"`    // newest first
	Submissions []SubmissionEntry `json:"submissions"` // what its partner was asked; none in house
	Documents   []Document        `json:"documents"`
}

// OrderReturn is a return of an order.
type OrderReturn struct {
	OrderID           int64     `json:"order_id"`
	TrackingNo        string    `json:"tracking_no"`
	ServiceType       string    `json:"service_type"` // PICKUP or DROPOFF
	TrackerStatusCode string    `json:"tracker_status_code"`
	CreatedOn         time.Time `json:"created_on"`
}

// OrderUpdate is something that happened to an order's parcel.
type OrderUpdate struct {
	Status      string    `json:"status"`      // a tracker_status_code
	UpdatedOn   time.Time `json:"updated_on"`  // when it occurred
	Description string    `json:"description"` // in words
	Country     string    `json:"country"`     // English name; "" when it is not known
	Address     string    `json:"address"`     // a place, such as a city or a depot; "" when it is not known
	RecordedOn  time.Time `json:"recorded_on"` // when it was reported
	Source      string    `json:"source"`      // who reported it
}

// SubmissionEntry is a line of the ledger that the service keeps with partners.
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

// Document is a label or another paper of an order.
type Document struct {
	Kind      string `json:"kind"` // label, cn22, cn23, invoice, proof_of_delivery
	MediaType string `json:"media_type"`
	// URL is where it is. Whoever has the address may read it, but for a
	// proof_of_delivery, which needs the secret key.
	URL      string    `json:"url"`
	Name     string    `json:"name,omitempty"`     // who took the parcel; of a proof_of_delivery alone
	SignedOn time.Time `json:"signed_on,omitzero"` // when; of a proof_of_delivery alone
}

// UnmarshalJSON reads the record and what comes after it, which one method of its own
// would hide from the other.
func (d *OrderDetail) UnmarshalJSON(b []byte) error {
	if err := json.Unmarshal(b, &d.DetailFields); err != nil {
		return err
	}
	return d.Order.UnmarshalJSON(b)
}

// Order returns all that there is about an order of the account. It returns ErrNotFound
// when the account has no order with the tracking number.
func (c *Client) Order(ctx context.Context, trackingNo string) (OrderDetail, error) {
	var detail OrderDetail
	if err := c.get(ctx, viewPath+url.PathEscape(trackingNo)+"/", nil, &detail); err != nil {
		return OrderDetail{}, fmt.Errorf("waybill: viewing an order: %w", err)
	}
	return detail, nil
}
