package desk

import (
	"fmt"
	"math"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/label"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// listedPlaces are the addresses of the book that are proposed as places.
var listedPlaces = masterdata.EntryFilter{Limit: 200}

// readAtOnce is how many orders of a list are read at once.
const readAtOnce = 200

// printHandover sends a list as PDF. What is printed of its orders is in memory, and charged for.
func printHandover(v *web.Visit, h store.Handover) error {
	service, err := serviceName(v, h.ServiceID)
	if err != nil {
		return err
	}
	m := label.Manifest{
		Account: v.Account.Name, Service: service, Number: h.Number(), GivenBy: h.GivenBy, TakenBy: h.TakenBy,
		Pickup: shipment.Party{Name: h.Place}, Date: h.OpenedOn.In(v.Zone), Signature: dotsOf(h.Signature),
	}
	if !h.ClosedOn.IsZero() {
		m.Date = h.ClosedOn.In(v.Zone)
	}
	held, unmetered := v.Console.Hold(v.Context()), store.WithMeter(v.Context(), func(int) error { return nil })
	for after := int64(0); ; {
		orders, err := v.Console.Store.HandoverOrders(unmetered, h.AccountID, h.HandoverID, after, readAtOnce)
		if err != nil {
			return err
		}
		size := 0
		for i := range orders {
			o := &orders[i]
			p := label.ManifestParcel{
				TrackingNo: o.TrackingNo, Reference: o.ShipperOrderID, Consignee: o.Consignee.Name, City: o.Consignee.City,
				Postal: o.Consignee.Postal, Country: o.Consignee.Country, Weight: o.Weight,
			}
			const structs = 256 // of a row, with what its slice has spare
			size += structs + len(p.TrackingNo) + len(p.Reference) + len(p.Consignee) + len(p.City) + len(p.Postal)
			m.Parcels, after = append(m.Parcels, p), o.OrderID
		}
		if err := held.Add(int64(size)); err != nil {
			return err
		}
		if len(orders) < readAtOnce {
			break
		}
	}
	header := v.Writer.Header()
	header.Set("Content-Type", "application/pdf")
	header.Set("Content-Disposition", fmt.Sprintf("inline; filename=%q", h.Number()+".pdf"))
	header.Set("Cache-Control", "private, no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	return v.Console.PrintManifest(v.Context(), v.Writer, m)
}

// dotsOf are the dots of a signature, close to each other.
func dotsOf(signature string) (dots [][2]float64) {
	const step = 2.5
	for line := range strings.SplitSeq(signature, "M") {
		var last [2]float64
		for i, point := range strings.Split(line, "L") {
			var p [2]float64
			if n, _ := fmt.Sscanf(point, "%g %g", &p[0], &p[1]); n != 2 {
				continue
			}
			if i == 0 {
				last = p
			}
			steps := math.Ceil(math.Hypot(p[0]-last[0], p[1]-last[1])/step) + 1
			for s := 1.0; s <= steps; s++ {
				dots = append(dots, [2]float64{last[0] + (p[0]-last[0])*s/steps, last[1] + (p[1]-last[1])*s/steps})
			}
			last = p
		}
	}
	return dots
}
