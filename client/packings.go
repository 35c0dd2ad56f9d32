package client

import (
	"context"
	"time"
)

// Packing is a parcel that is packed, or that is put on the station of the key.
type Packing struct {
	Code      string  `json:"code"`               // tracking number, partner's number or reference, as it is typed or scanned
	OrderID   int64   `json:"order_id,omitempty"` // which one is meant if several have the code
	OnStation bool    `json:"-"`                  // it is not packed yet
	Ticked    []int64 `json:"ticked,omitempty"`   // pieces of each item
	Weight    Decimal `json:"weight,omitempty"`   // on the scale, kg
	Scan      string  `json:"scan,omitempty"`     // names the scan, at most 100 characters
}

// PackResult is the result of packing a parcel.
type PackResult struct {
	ScanResult
	PackedOn time.Time `json:"packed_on"`
	PackedBy string    `json:"packed_by"` // e-mail address of a user, or id of a key; "": the caller
}

// Pack notes that a parcel is packed, or says why not: that is no error. It returns a *ValidationError if the request is invalid. A
// request that is repeated with the same Scan has the same result.
func (c *Client) Pack(ctx context.Context, p Packing) (PackResult, error) {
	request := struct {
		Packing
		Packed bool `json:"packed"`
	}{p, !p.OnStation}
	return c.pack(ctx, request)
}
