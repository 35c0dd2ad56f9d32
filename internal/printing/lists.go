package printing

import (
	"context"
	"io"

	"waybill/internal/label"
	"waybill/internal/orders"
	"waybill/internal/shipment"
)

// Manifests are lists of parcels as PDF, drawn when a renderer is free, while it is sent.
func (s *Service) Manifests(name string, manifests ...label.Manifest) orders.Document {
	return orders.Document{
		MediaType: label.MediaTypes[label.PDF], Name: name + ".pdf", Write: func(ctx context.Context, w io.Writer) error {
			return drawOn(ctx, w, s.Renderers.Documents, func(out io.Writer) error {
				_, err := s.printer.PrintManifests(out, manifests)
				return err
			})
		},
	}
}

// ParcelOf has the fields of an order that a list of parcels prints, and their approximate size in bytes.
func ParcelOf(o *shipment.Order) (p label.ManifestParcel, size int64) {
	p = label.ManifestParcel{
		TrackingNo: o.TrackingNo, Reference: o.ShipperOrderID, Consignee: o.Consignee.Name, City: o.Consignee.City, Postal: o.Consignee.Postal,
		Country: o.Consignee.Country, Weight: o.Weight,
	}
	const structs = 256 // of a row, with what its slice has spare
	return p, int64(structs + len(p.TrackingNo) + len(p.Reference) + len(p.Consignee) + len(p.City) + len(p.Postal))
}
