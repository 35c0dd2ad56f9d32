package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
)

// ReportTracking reports 1 to 1000 updates of parcels, of any account, and returns the result of each in the
// given order. The service records all or none, and no report twice. It returns ErrForbidden when the key is
// not an operator's, and a *ValidationError when a report is invalid.
func (c *Client) ReportTracking(ctx context.Context, reports []TrackingReport) ([]ReportedTracking, error) {
	reported, err := c.reportTracking(ctx, reports)
	if err == nil && len(reported) != len(reports) {
		return nil, fmt.Errorf("waybill: reporting tracking: the response names %d reports for %d", len(reported), len(reports))
	}
	return reported, err
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
