package client

import (
	"context"
)

// Pack notes that a parcel is packed, or says why not: that is no error. It returns a *ValidationError if the request is invalid. A
// request that is repeated with the same Scan has the same result.
func (c *Client) Pack(ctx context.Context, p Packing) (PackResult, error) {
	request := struct {
		Packing
		Packed bool `json:"packed"`
	}{p, !p.OnStation}
	return c.pack(ctx, request)
}
