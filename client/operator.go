package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// TrackingReport is an operator's report about a parcel of any account. Fields marked as optional are left
// out of the request when they are zero.
type TrackingReport struct {
	TrackingNo  string    `json:"tracking_no"`
	Status      string    `json:"status"`                // a tracker_status_code other than ORDER_CREATED and CANCELLED
	Description string    `json:"description,omitempty"` // optional (default: the description of the status)
	Country     string    `json:"country,omitempty"`     // optional: name or ISO 3166-1 code
	Address     string    `json:"address,omitempty"`     // optional: a place; it is public, so never the address of a person
	OccurredOn  time.Time `json:"occurred_on,omitzero"`  // optional (default: now)
	EventID     string    `json:"event_id,omitempty"`    // optional: the reporter's own id; a second report with the same id is a repetition
}

// ReportResult is the result of a report.
type ReportResult string

// The results.
const (
	ReportMoved     ReportResult = "moved"     // the order now has the status
	ReportRecorded  ReportResult = "recorded"  // the report is in the history, and the order's status is unchanged
	ReportDuplicate ReportResult = "duplicate" // the report was recorded before
	ReportUnknown   ReportResult = "unknown"   // no order has the tracking number
)

// ReportedTracking is the result of one report.
type ReportedTracking struct {
	TrackingNo string       `json:"tracking_no"`
	Result     ReportResult `json:"result"`
}

// ReportTracking reports 1 to 1000 updates of parcels, of any account, and returns the result of each in the
// given order. The service records all or none, and no report twice. It returns ErrForbidden when the key is
// not an operator's, and a *ValidationError when a report is invalid.
func (c *Client) ReportTracking(ctx context.Context, reports []TrackingReport) ([]ReportedTracking, error) {
	result, err := post[struct {
		Events []ReportedTracking `json:"events"`
	}](ctx, c, "reporting tracking", "/operator/tracking/", map[string][]TrackingReport{"events": reports})
	if err == nil && len(result.Events) != len(reports) {
		return nil, fmt.Errorf("waybill: reporting tracking: the response names %d reports for %d", len(result.Events), len(reports))
	}
	return result.Events, err
}

// DeliveryProof proves that the parcel of an order of any account was delivered.
type DeliveryProof struct {
	TrackingNo string    `json:"tracking_no"`
	Name       string    `json:"name"`               // who received the parcel
	SignedOn   time.Time `json:"signed_on,omitzero"` // optional (default: now)
	Image      []byte    `json:"image"`              // a PNG or JPEG of at most 5 MiB
}

// ReportProof stores a proof of delivery and replaces an earlier one. It returns ErrForbidden when the key is
// not an operator's, ErrNotFound when no order has the tracking number, and a *ValidationError.
func (c *Client) ReportProof(ctx context.Context, proof DeliveryProof) error {
	_, err := c.fetch(ctx, "reporting a proof of delivery", call{method: http.MethodPost, path: "/operator/proof-of-delivery/"}, proof)
	return err
}

// Picture is an image and its media type, image/png or image/jpeg.
type Picture struct {
	MediaType string
	Image     []byte
}

// ProofOfDelivery returns the picture that proves the delivery of an order of the account, or of any account
// for an operator. It returns ErrNotFound when there is none.
func (c *Client) ProofOfDelivery(ctx context.Context, trackingNo string) (Picture, error) {
	a, err := c.fetch(ctx, "viewing a proof of delivery", call{
		method: http.MethodGet, path: viewPath + url.PathEscape(trackingNo) + "/proof-of-delivery/", accept: "image/*",
	}, nil)
	return Picture{MediaType: a.header.Get("Content-Type"), Image: a.body}, err
}
