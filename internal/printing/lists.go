package printing

import (
	"context"
	"io"
	"iter"

	"waybill/internal/label"
	"waybill/internal/orders"
	"waybill/internal/shipment"
)

// Listing is lists as PDF, drawn when a renderer is free, while it is sent.
func (s *Service) Listing(name string, lists ...label.Listing) orders.Document {
	return s.drawn(name, func(out io.Writer) error {
		_, err := s.printer.PrintListings(out, lists...)
		return err
	})
}

// BagLabel is the label of a bag as PDF, drawn as Listing is.
func (s *Service) BagLabel(l label.BagLabel) orders.Document {
	return s.drawn(l.Number, func(out io.Writer) error {
		_, err := s.printer.PrintBagLabel(out, l)
		return err
	})
}

// Invoices are the commercial invoices of orders of any accounts in one file, drawn as Listing is, while read reads them.
func (s *Service) Invoices(name string, read func(context.Context) iter.Seq2[*shipment.Order, error]) orders.Document {
	d := s.drawn(name, nil)
	d.Write = func(ctx context.Context, w io.Writer) error {
		return s.draw(ctx, w, func(yield func(label.Shipment, error) bool) {
			known := map[[2]int64]printSettings{} // by account and service
			for o, err := range read(ctx) {
				if err != nil {
					yield(label.Shipment{}, err)
					return
				}
				of := [2]int64{o.AccountID, o.ServiceID}
				settings, has := known[of]
				if !has {
					settings, err = s.settings(ctx, o.AccountID, label.Invoice, *o)
					known[of] = settings
				}
				if !yield(settings.shipment(o), err) || err != nil {
					return
				}
			}
		}, label.Options{Document: label.Invoice})
	}
	return d
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
