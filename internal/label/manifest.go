package label

import (
	"fmt"
	"math/big"
	"time"

	"waybill/internal/shipment"
)

// Manifest lists the parcels of one service that a driver takes over at one address.
type Manifest struct {
	Account, Service string
	Pickup           shipment.Party
	Date             time.Time // is printed in its location
	Parcels          []ManifestParcel

	// Set for a list that was signed on a screen; else they are empty, and written by hand.
	Number           string
	GivenBy, TakenBy string
	Signature        [][2]float64 // see Listing
}

// ManifestParcel is a row of a manifest.
type ManifestParcel struct {
	TrackingNo, Reference, Consignee string
	City, Postal                     string // of the consignee
	Country                          shipment.Country
	Weight                           shipment.Thousandths // kg
}

// Weight returns the sum of the weights of the parcels, in thousandths of a kg.
func (m *Manifest) Weight() (sum int64) {
	for i := range m.Parcels {
		sum += int64(m.Parcels[i].Weight)
	}
	return sum
}

// TotalOf is a count of parcels and their weight, in thousandths of a kg, in words.
func TotalOf(parcels, weight int64) string {
	return grouped(big.NewInt(parcels)) + map[bool]string{true: " parcel, ", false: " parcels, "}[parcels == 1] + Kilograms(weight) +
		string(noBreak) + "kg"
}

// Kilograms writes thousandths of a kg.
func Kilograms(thousandths int64) string { return kilograms(big.NewInt(thousandths)) }

// Listing is the manifest as it is printed. What was filled by scanning has a number.
func (m *Manifest) Listing() Listing {
	total, date := TotalOf(int64(len(m.Parcels)), m.Weight()), m.Date.Format("2 Jan 2006, 15:04 (MST)")
	l := Listing{
		Title: "Handover manifest", Place: "Pickup address", From: &m.Pickup, Count: len(m.Parcels), Signature: m.Signature,
		About:   [][2]string{{"Shipper", m.Account}, {"Service", m.Service}, {"Date", date}, {"Parcels and weight", total}},
		Columns: Columns("No.# 9|Tracking number* 58|Reference 30|Consignee 38|Destination 30|kg# 15"), Sums: []string{"Total: " + total},
		Note:   "The driver confirms to have taken over the parcels listed above, or the number written below if it differs.",
		Fields: [][2]string{{"Parcels taken over"}, {"Name of the driver", m.TakenBy}, {"Vehicle registration"}, {"Date and time"}},
	}
	l.Fields = append(l.Fields, [2]string{"Signature of the driver"}, [2]string{"Signature of the shipper", m.GivenBy})
	if m.Number != "" {
		l.Title, l.Number, l.Place, l.Fields[0][1], l.Fields[3][1] = "Hand-over list", m.Number, "Place", fmt.Sprint(l.Count), date
	}
	l.Rows = func(yield func([]string, error) bool) {
		for i, p := range m.Parcels {
			to, weight := joined("\n", p.Country.Name(), joined(" ", p.Postal, p.City)), Kilograms(int64(p.Weight))
			if !yield([]string{fmt.Sprint(i + 1), p.TrackingNo, p.Reference, p.Consignee, to, weight}, nil) {
				return
			}
		}
	}
	return l
}
