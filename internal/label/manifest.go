package label

import (
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"
	"time"

	"waybill/internal/label/typeset"
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
	Signature        [][2]float64 // dots of the lines, in a box of 600 by 200
}

// ManifestParcel is a row of a manifest.
type ManifestParcel struct {
	TrackingNo, Reference, Consignee string
	City, Postal                     string // of the consignee
	Country                          shipment.Country
	Weight                           shipment.Thousandths // kg
}

// Weight returns the sum of the weights of the parcels, in thousandths of a kg.
func (m *Manifest) Weight() *big.Int {
	var sum int64
	for i := range m.Parcels {
		sum += int64(m.Parcels[i].Weight)
	}
	return big.NewInt(sum)
}

// Positions on a manifest, an A4 page, in mm.
const (
	manifestFirst  = 58.0 // top of the table on the first page
	manifestNext   = 22.0 // top of the table on the other pages
	manifestBottom = 282.0
	manifestHead   = 5.0
	manifestRow    = 12.5
	manifestTail   = 43.0
)

var manifestColumns = []column{
	{"No.", 9, right},
	{"Tracking number", 58, start},
	{"Reference", 30, start},
	{"Consignee", 38, start},
	{"Destination", 30, start},
	{"kg", 15, right},
}

// PrintManifests writes manifests as PDF, each with its own pages, in their order. It holds one page at a time.
func (p *Printer) PrintManifests(w io.Writer, manifests []Manifest) (Report, error) {
	return p.draw(w, Options{}, func(d *parcels) (title string, err error) {
		printed := 0
		for i := range manifests {
			if err := d.manifest(&manifests[i]); err != nil {
				return "", fmt.Errorf("print the manifest of %s: %w", manifests[i].Service, err)
			}
			printed += len(manifests[i].Parcels)
		}
		what := "Handover manifest"
		if len(manifests) == 1 {
			what = manifests[0].title()
		}
		return fmt.Sprintf("%s, %d parcels", what, printed), nil
	})
}

// title is the name of the document. What was filled by scanning has a number.
func (m *Manifest) title() string {
	if m.Number != "" {
		return "Hand-over list " + m.Number
	}
	return "Handover manifest"
}

// manifest draws one manifest.
func (d *drawer) manifest(m *Manifest) error {
	counts := manifestPages(len(m.Parcels))
	t := table{drawer: d, x: invoiceLeft, heading: manifestHead, headSize: 7, columns: manifestColumns}
	from := 0
	for page, n := range counts {
		y := t.head(d.beginManifest(m, page, len(counts)))
		for i := from; i < from+n; i++ {
			if err := d.manifestRow(y, i, &m.Parcels[i]); err != nil {
				return err
			}
			y += manifestRow
		}
		from += n
	}
	d.manifestTail(m)
	return nil
}

// manifestPages returns how many of n parcels each page has: at least one, and on the last page so many that there is
// space for the signatures.
func manifestPages(n int) (counts []int) {
	top := manifestFirst
	for {
		space := manifestBottom - top - manifestHead
		if last := int((space - manifestTail) / manifestRow); n <= last {
			return append(counts, n)
		}
		taken := min(int(space/manifestRow), n-1)
		counts, n, top = append(counts, taken), n-taken, manifestNext
	}
}

// beginManifest begins a page, numbered from 0, and returns the top of the table.
func (d *drawer) beginManifest(m *Manifest, page, pages int) float64 {
	d.begin(a4Width, a4Height)
	d.trackingNo = ""
	foot := fmt.Sprintf("Page %d of %d", page+1, pages)
	d.line(box{invoiceLeft, 284, invoiceWidth, 5}, sizes{8, 8}, text{value: foot, align: right})
	if page > 0 {
		d.caption(invoiceLeft, 18, 12, typeset.Bold, m.title())
		about := strings.Join([]string{m.Account, m.Service, m.date()}, "  ·  ")
		d.line(box{70, 13.5, 125, 6}, sizes{9, 6}, text{value: about, align: right})
		return manifestNext
	}
	d.caption(invoiceLeft, 19, 20, typeset.Bold, m.title())
	place := "Pickup address"
	if m.Number != "" {
		place = "Place"
	}
	d.party(box{invoiceLeft, 24, 90, 30}, place, "pickup", party{Party: &m.Pickup})
	x, wide := invoiceLeft+90, invoiceWidth-90
	d.field(box{x, 24, wide, 10}, "Shipper", 10, text{value: m.Account, weight: typeset.Bold})
	d.field(box{x, 34, wide, 10}, "Service", 10, text{value: m.Service, weight: typeset.Bold})
	d.field(box{x, 44, 46, 10}, "Date", 9, text{value: m.date()})
	d.field(box{x + 46, 44, 18, 10}, "Parcels", 11, text{value: m.count(), weight: typeset.Bold, whole: true})
	d.field(box{x + 64, 44, wide - 64, 10}, "Total weight", 11, text{value: m.kilograms(), weight: typeset.Bold, whole: true})
	return manifestFirst
}

func (m *Manifest) date() string { return m.Date.Format("2 Jan 2006, 15:04 (MST)") }

func (m *Manifest) count() string { return grouped(big.NewInt(int64(len(m.Parcels)))) }

func (m *Manifest) kilograms() string { return kilograms(m.Weight()) + string(noBreak) + "kg" }

// manifestRow draws a parcel at y, numbered from 0.
func (d *drawer) manifestRow(y float64, i int, p *ManifestParcel) error {
	d.trackingNo = p.TrackingNo
	cells := []text{
		{value: strconv.Itoa(i + 1), align: right, whole: true},
		{},
		{value: p.Reference, field: "shipper_order_id"},
		{value: p.Consignee, field: "consignee_name"},
		{value: joined("\n", p.Country.Name(), joined(" ", p.Postal, p.City)), field: "consignee_city"},
		{value: kilograms(big.NewInt(int64(p.Weight))), align: right, whole: true},
	}
	x := invoiceLeft
	for j, c := range manifestColumns {
		b := box{x, y, c.width, manifestRow}
		d.frame(b)
		inner := box{b.x + cellPadding, b.y + 0.6, b.w - 2*cellPadding, b.h - 1.2}
		if j == 1 {
			if err := d.manifestCode(b, p.TrackingNo); err != nil {
				return err
			}
		} else {
			d.block(inner, sizes{8.5, 5.5}, cells[j])
		}
		x += c.width
	}
	return nil
}

// manifestCode draws a tracking number as a bar code above its text, or, when it is too long for that, as a QR code
// beside it.
func (d *drawer) manifestCode(b box, trackingNo string) error {
	_, width, err := bars(trackingNo)
	if err != nil {
		return err
	}
	number := text{value: trackingNo, weight: typeset.Bold, align: centre, whole: true}
	if _, fits := d.module(width+2*quiet128, b.w, maxBar); !fits {
		d.block(box{b.x + b.h, b.y + 3, b.w - b.h - 1, 7}, sizes{8, 5}, number)
		return d.qr(box{b.x + 0.5, b.y + 0.5, b.h - 1, b.h - 1}, trackingNo)
	}
	d.line(box{b.x, b.y + 8.6, b.w, 3.6}, sizes{9, 6}, number)
	return d.code(box{b.x, b.y + 1.2, b.w, 7.2}, trackingNo)
}

// manifestTail draws the totals and the fields that the driver and the shipper fill in, on the last page.
func (d *drawer) manifestTail(m *Manifest) {
	y := manifestBottom - manifestTail + 3
	sum := fmt.Sprintf("Total: %s parcels, %s", m.count(), m.kilograms())
	if len(m.Parcels) == 1 {
		sum = "Total: 1 parcel, " + m.kilograms()
	}
	d.line(box{invoiceLeft, y, invoiceWidth, 6}, sizes{11, 8}, text{value: sum, weight: typeset.Bold, align: right})
	d.block(box{invoiceLeft, y + 6, invoiceWidth, 5}, sizes{8, 6},
		text{value: "The driver confirms to have taken over the parcels listed above, or the number written below if it differs."})
	const third, height = invoiceWidth / 3, 14.0
	signed := make([]string, 6)
	if m.Number != "" {
		signed = []string{m.count(), m.TakenBy, "", m.date(), "", m.GivenBy}
	}
	for i, caption := range []string{
		"Parcels taken over", "Name of the driver", "Vehicle registration",
		"Date and time", "Signature of the driver", "Signature of the shipper",
	} {
		b := box{invoiceLeft + float64(i%3)*third, y + 12 + float64(i/3)*height, third, height}
		d.field(b, caption, 9, text{value: signed[i]})
		if i == 4 {
			d.penned(box{b.x + 6, b.y + 2.5, (height - 3) * 3, height - 3}, m.Signature)
		}
	}
}

// penned draws the dots of a signature.
func (d *drawer) penned(b box, dots [][2]float64) {
	const pen = 0.3
	for _, dot := range dots {
		x, y := b.x+dot[0]/600*b.w, b.y+dot[1]/200*b.h
		d.rule(x, y, x+pen, y)
	}
}
