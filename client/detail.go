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
	Order                         // with items
	Tracking    []OrderUpdate     `json:"tracking"`    // newest first
	Submissions []SubmissionEntry `json:"submissions"` // what its partner was asked; none in house
	Documents   []Document        `json:"documents"`
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
	var more struct {
		Tracking    []OrderUpdate     `json:"tracking"`
		Submissions []SubmissionEntry `json:"submissions"`
		Documents   []Document        `json:"documents"`
	}
	if err := json.Unmarshal(b, &more); err != nil {
		return err
	}
	d.Tracking, d.Submissions, d.Documents = more.Tracking, more.Submissions, more.Documents
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
