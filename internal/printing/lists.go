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
	return s.drawn(name, func(out io.Writer) error {
		_, err := s.printer.PrintManifests(out, manifests)
		return err
	})
}

// RunSheet is a pickup run as PDF, drawn as Manifests are.
func (s *Service) RunSheet(name string, sheet label.RunSheet) orders.Document {
	return s.drawn(name, func(out io.Writer) error {
		_, err := s.printer.PrintRunSheet(out, sheet)
		return err
	})
}

// Listing is a list as PDF, drawn as Manifests are.
func (s *Service) Listing(name string, l label.Listing) orders.Document {
	return s.drawn(name, func(out io.Writer) error {
		_, err := s.printer.PrintListing(out, l)
		return err
	})
}

// BagLabel is the label of a bag as PDF, drawn as Manifests are.
func (s *Service) BagLabel(l label.BagLabel) orders.Document {
	return s.drawn(l.Number, func(out io.Writer) error {
		_, err := s.printer.PrintBagLabel(out, l)
		return err
	})
}

func (s *Service) drawn(name string, draw func(io.Writer) error) orders.Document {
	return orders.Document{
		MediaType: label.MediaTypes[label.PDF], Name: name + ".pdf", Write: func(ctx context.Context, w io.Writer) error {
			return drawOn(ctx, w, s.Renderers.Documents, draw)
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
