package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
)

// The states of a Handover. While it is closing, its parcels become picked up, one after the other.
const (
	HandoverOpen    = "open"
	HandoverClosing = "closing"
	HandoverClosed  = "closed"
)

// The results of a scan.
const (
	ScanAdded     = "added"
	ScanUnchanged = "unchanged" // by another scan
	ScanRefused   = "refused"   // see ScanResult.Code
)

// HandoverClose closes a list: who handed over and who took how many parcels.
type HandoverClose struct {
	GivenBy   string `json:"given_by"`
	TakenBy   string `json:"taken_by"`
	Parcels   int64  `json:"parcels"`
	Signature string `json:"signature,omitempty"` // lines as in the path of an SVG of 600 by 200; "": on paper
}

const handoversPath = "/handovers/"

func handoverPath(number, rest string) string {
	return handoversPath + url.PathEscape(number) + "/" + rest
}

// Handovers yields the hand-over lists of the account, the newest first.
func (c *Client) Handovers(ctx context.Context) iter.Seq2[Handover, error] {
	return elements[Handover](ctx, c, handoversPath, url.Values{}, "listing hand-over lists")
}

// OpenHandover opens a list for the parcels of a service, at a place. It returns a *ValidationError.
func (c *Client) OpenHandover(ctx context.Context, serviceID int64, place string) (Handover, error) {
	request := map[string]any{"service_id": serviceID, "place": place}
	return ask[Handover](ctx, c, "opening a hand-over list", call{method: http.MethodPost, path: handoversPath}, request)
}

// Handover returns a list by its number, or ErrNotFound, as all methods do that take a number.
func (c *Client) Handover(ctx context.Context, number string) (Handover, error) {
	return get[Handover](ctx, c, "reading a hand-over list", handoverPath(number, ""), nil)
}

// HandoverParcels yields the parcels of a list, the last scanned first.
func (c *Client) HandoverParcels(ctx context.Context, number string) iter.Seq2[HandoverParcel, error] {
	return elements[HandoverParcel](ctx, c, handoverPath(number, "parcels/"), url.Values{}, "reading the parcels of a hand-over list")
}

// AddToHandover puts the parcel with a tracking number, partner's number or reference on a list, or says why not: that is no error. If
// several orders have the code it returns an *Error of status 409. Scan names the scan, at most 100 characters: a request that is
// repeated with it has the same result.
func (c *Client) AddToHandover(ctx context.Context, number, code, scan string) (ScanResult, error) {
	request := map[string]string{"code": code, "scan": scan}
	return post[ScanResult](ctx, c, "putting a parcel on a hand-over list", handoverPath(number, "parcels/"), request)
}

// RemoveFromHandover takes a parcel off an open list. It returns ErrNotFound also if the parcel is not on it or picked up, or the list
// is not open.
func (c *Client) RemoveFromHandover(ctx context.Context, number, trackingNo string) error {
	return c.remove(ctx, "taking a parcel off a hand-over list", handoverPath(number, "parcels/"+url.PathEscape(trackingNo)+"/"), nil)
}

// CloseHandover closes a list. Its parcels become picked up within seconds. It returns an *Error of status 409 if the list is not open, has
// another number of parcels, or has Trouble. The request may be repeated.
func (c *Client) CloseHandover(ctx context.Context, number string, h HandoverClose) (Handover, error) {
	return post[Handover](ctx, c, "closing a hand-over list", handoverPath(number, "close/"), h)
}

// ReopenHandover opens a closed list again for further parcels. It returns an *Error of status 409 if the list is not closed. The request
// may be repeated.
func (c *Client) ReopenHandover(ctx context.Context, number, reason string) (Handover, error) {
	return post[Handover](ctx, c, "opening a hand-over list again", handoverPath(number, "reopen/"), map[string]string{"reason": reason})
}

// PrintHandover returns a list as PDF.
func (c *Client) PrintHandover(ctx context.Context, number string) ([]byte, error) {
	a, err := c.fetch(ctx, "printing a hand-over list", call{
		method: http.MethodGet, path: handoverPath(number, "pdf/"), accept: "application/pdf",
	}, nil)
	return a.body, err
}
