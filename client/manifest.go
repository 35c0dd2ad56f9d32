package client

import (
	"context"
)

// ManifestFile is a PDF with a manifest for each service and pickup address.
type ManifestFile struct {
	Content []byte
	Parcels int // that it lists
	LeftOut int // matching orders that it does not list: returns, cancelled and held ones, those without a label or with a stale one
}

// Manifest prints handover manifests of at most 5000 parcels. It returns ErrNotFound when no parcel matches, and a
// *ValidationError for invalid parameters.
func (c *Client) Manifest(ctx context.Context, q ManifestQuery) (file ManifestFile, err error) {
	a, err := c.document(ctx, "printing a manifest", call{path: "/order/manifest/", query: q.query()}, map[string]*int{
		"Waybill-Manifest-Parcels": &file.Parcels, "Waybill-Manifest-Left-Out": &file.LeftOut,
	})
	if err != nil {
		return ManifestFile{}, err
	}
	file.Content = a.body
	return file, nil
}
