package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
)

// ReportResult is the result of a report.
type ReportResult string

// The results.
const (
	ReportMoved     ReportResult = "moved"     // the order now has the status
	ReportRecorded  ReportResult = "recorded"  // the report is in the history, and the order's status is unchanged
	ReportDuplicate ReportResult = "duplicate" // the report was recorded before
	ReportUnknown   ReportResult = "unknown"   // no order has the tracking number
	ReportFull      ReportResult = "full"      // the order has the most events: the report is not recorded
)

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

// CorrectTracking gives an order of any account another status than the one that was reported, and returns the one that it had. The same
// status confirms it. It returns ErrForbidden when the key is not an operator's, ErrNotFound when no order has the tracking number, a
// *ValidationError, and an *Error of status 409 when the order is cancelled or erased.
func (c *Client) CorrectTracking(ctx context.Context, right StatusCorrection) (corrected string, err error) {
	result, err := post[struct {
		Corrects string `json:"corrects"`
	}](ctx, c, "correcting a status", "/operator/tracking/correct/", right)
	return result.Corrects, err
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
