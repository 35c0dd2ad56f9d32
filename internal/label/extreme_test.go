package label

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"waybill/internal/label/canvas"
	"waybill/internal/label/typeset"
	"waybill/internal/shipment"
)

// ink is the area that a line of text blackens, in mm.
type ink struct {
	x1, y1, x2, y2 float64
	text           string
	size           float64 // of its letters, points
}

// plate is a canvas that records the inked areas.
type plate struct {
	width, height float64
	lines         []ink
	white         bool
	onBlack       []ink          // white text
	check         func(p *plate) // at the end of each page
}

func (p *plate) Page(width, height float64) {
	p.endPage()
	p.width, p.height = width, height
}

func (p *plate) endPage() {
	if p.width > 0 {
		p.check(p)
	}
	p.lines, p.onBlack = p.lines[:0], p.onBlack[:0]
}

func (p *plate) White(on bool) { p.white = on }

func (p *plate) Close() error {
	p.endPage()
	return nil
}

func (p *plate) Line(x1, y1, x2, y2, thickness float64) {
	half := thickness / 2
	box := ink{x1: x1, y1: y1 - half, x2: x2, y2: y2 + half, text: rule}
	if x1 == x2 {
		box = ink{x1: x1 - half, y1: y1, x2: x2 + half, y2: y2, text: rule}
	}
	p.lines = append(p.lines, box)
}

func (p *plate) Dot() float64 { return 0.125 }

const rule = "a rule"

func (p *plate) Cells(x, y, module float64, cells []canvas.Cell) {
	box := ink{x1: x, y1: y, text: "code"}
	for _, c := range cells {
		box.x2, box.y2 = max(box.x2, x+float64(c.X+c.W)*module), max(box.y2, y+float64(c.Y+c.H)*module)
	}
	p.lines = append(p.lines, box)
}

func (p *plate) Text(x, y, size float64, line typeset.Line) {
	box := ink{x1: 1e9, y1: 1e9, x2: -1e9, y2: -1e9, text: string(line.Text), size: size}
	pen := 0.0
	for _, run := range line.Runs {
		for _, g := range run.Glyphs {
			for _, s := range run.Font.Glyph(g.ID).Outline {
				for _, pt := range s.ArgsSlice() {
					px := x + (pen+float64(g.DX)+float64(pt.X))*size*unit
					py := y - (float64(g.DY)+float64(pt.Y))*size*unit
					box.x1, box.x2 = min(box.x1, px), max(box.x2, px)
					box.y1, box.y2 = min(box.y1, py), max(box.y2, py)
				}
			}
			pen += float64(g.Advance)
		}
	}
	switch {
	case box.x1 >= box.x2:
	case p.white:
		p.onBlack = append(p.onBlack, box)
	default:
		p.lines = append(p.lines, box)
	}
}

// onPage reports ink that is nearer than half a millimetre to the page's edge, and white text that leaves its
// black area.
func onPage(t *testing.T) func(*plate) {
	return func(p *plate) {
		t.Helper()
		for _, l := range p.onBlack {
			if !slices.ContainsFunc(p.lines, func(r ink) bool {
				return r.text == rule && r.x1 <= l.x1 && r.y1 <= l.y1 && r.x2 >= l.x2 && r.y2 >= l.y2
			}) {
				t.Errorf("%.40q leaves its black area: %.1f %.1f to %.1f %.1f", l.text, l.x1, l.y1, l.x2, l.y2)
			}
		}
		for _, l := range p.lines {
			if l.x1 < 0.5 || l.y1 < 0.5 || l.x2 > p.width-0.5 || l.y2 > p.height-0.5 {
				t.Errorf("%.40q leaves the page: %.1f %.1f to %.1f %.1f of %g × %g", l.text, l.x1, l.y1, l.x2, l.y2, p.width, p.height)
			}
		}
	}
}

// apart also reports ink that overlaps other ink.
func apart(t *testing.T) func(*plate) {
	inside := onPage(t)
	return func(p *plate) {
		t.Helper()
		inside(p)
		for i, a := range p.lines {
			for _, b := range p.lines[:i] {
				const touch = 0.05 // mm
				if a.text == rule && b.text == rule {
					continue
				}
				if min(a.x2, b.x2)-max(a.x1, b.x1) > touch && min(a.y2, b.y2)-max(a.y1, b.y1) > touch {
					t.Errorf("%.30q (%.1f–%.1f × %.1f–%.1f) meets %.30q (%.1f–%.1f × %.1f–%.1f)",
						a.text, a.x1, a.x2, a.y1, a.y2, b.text, b.x1, b.x2, b.y1, b.y2)
				}
			}
		}
	}
}

// drawOn draws a document on a plate.
func drawOn(t *testing.T, p *Printer, s Shipment, o Options, check func(*plate)) Report {
	t.Helper()
	return plateOf(t, p, s.Order.TrackingNo, o, check, func(d *parcels) error { return d.document(o.Document, &s) })
}

func plateOf(t *testing.T, p *Printer, trackingNo string, o Options, check func(*plate), drawing func(*parcels) error) Report {
	t.Helper()
	_, sheet, err := o.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	with := p.workers.Get().(*worker)
	defer p.workers.Put(with)
	var report Report
	c := &plate{check: check}
	d := &parcels{drawer: &drawer{canvas: c, shaper: with.shaper, report: &report, trackingNo: trackingNo}, paper: sheet}
	if err := drawing(d); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return report
}

// fill repeats a text up to n characters, the most that a field may hold.
func fill(text string, n int) string {
	r := []rune(strings.Repeat(text, n/len([]rune(text))+1))
	return strings.TrimSpace(string(r[:n]))
}

// longest returns an order with every field as long as validation allows, in the words of a row of the
// specimen.
func longest(f []string) Shipment {
	party := shipment.Party{
		Country: shipment.Country(f[1]), Number: "+123456789012345", Email: fill("a", 242) + "@example.com",
		Name: fill(f[2]+" ", 255), Address: fill(f[3]+" ", 1000), Postal: fill(f[4]+" ", 255),
		City: fill(f[5], 255), State: fill(f[6]+" ", 255), Province: fill(f[6]+", ", 255),
	}
	o := shipment.Order{
		TrackingNo: fill("ABCDEFGHIJ-KLMNOPQRST-", 40), ShipperOrderID: fill("X-", 255), ForwardTrackingNo: fill("WB-", 40),
		Length: 9_999_999_999, Width: 9_999_999_999, Height: 9_999_999_999, Weight: 9_999_999_999,
		PaymentType: "cod", CODAmountToCollect: 999_999_999_999, Incoterm: "DDP", HAWBNo: "618-12345675",
		IdentificationDocumentName: fill(f[2], 255), ConsigneeIdentificationNumber: fill("0123456789", 255),
		Consignee: party, Pickup: party, DeliveryNote: fill(f[3], 255), PickupNotes: fill(f[3], 255),
	}
	for i := range 200 {
		o.Items = append(o.Items, shipment.Item{
			Desc: fill(f[3]+" ", 1+i*13%255), Category: fill(f[2]+" ", 1+i*7%255), SKU: fill("SKU-", 255), ProductID: fill("0123456789", 255),
			Quantity: 2_147_483_647, PriceValue: 999_999_999_999, PriceCurrency: []string{"SGD", "IDR", "USD"}[i%3],
		})
	}
	return Shipment{Order: o, Service: shipment.Service{ServiceID: 8, Name: fill("SG-Worldwide Pickup ", 255)}}
}

func specimenRows() [][]string {
	var rows [][]string
	for row := range strings.Lines(specimenTSV) {
		rows = append(rows, strings.Split(strings.TrimSpace(row), "\t"))
	}
	return rows[1:]
}

var documents = []Document{Parcel, CN22, CN23, Invoice}

func TestTheLongestOrderStaysInItsPlace(t *testing.T) {
	t.Parallel()
	p := SharedPrinter
	for i, row := range specimenRows() {
		for j, document := range documents {
			if testing.Short() && i != 13*(j%2) { // each document in one of two scripts
				continue
			}
			t.Run(fmt.Sprint(row[0], "/", document), func(t *testing.T) {
				drawOn(t, p, longest(row), Options{Document: document}, apart(t))
				if document == CN22 {
					drawOn(t, p, longest(row), Options{Document: document, Size: Size4x6}, apart(t))
				}
			})
		}
	}
}

// TestOrdersOfEveryLengthStayInTheirPlace grows all texts together, so that each size of letters between the
// wanted size and the floor is tried.
func TestOrdersOfEveryLengthStayInTheirPlace(t *testing.T) {
	t.Parallel()
	p := SharedPrinter
	for i, row := range specimenRows() {
		if testing.Short() && i%13 > 0 {
			continue
		}
		whole := longest(row)
		step := 83
		if testing.Short() {
			step = 166
		}
		for n := 5; n < 1000; n += step {
			s := whole
			s.Order.TrackingNo = "WB48210739526" + row[1]
			s.Order.Items = s.Order.Items[:1+n/100]
			for _, party := range []*shipment.Party{&s.Order.Consignee, &s.Order.Pickup} {
				party.Name, party.Address = cut(party.Name, n/8), cut(party.Address, n)
				party.City, party.State, party.Province, party.Postal = cut(party.City, n/20), cut(party.State, n/20), "", cut(party.Postal, n/100)
			}
			for _, document := range documents {
				t.Run(fmt.Sprint(row[0], "/", document, "/", n), func(t *testing.T) {
					drawOn(t, p, s, Options{Document: document, Size: []Size{SizeA6, Size4x6}[n%2]}, apart(t))
				})
			}
		}
	}
}

func cut(text string, n int) string {
	if r := []rune(text); len(r) > n {
		return string(r[:n])
	}
	return text
}

func TestALongAddressContinuesOnASecondLabel(t *testing.T) {
	p := SharedPrinter
	for i, row := range specimenRows() {
		if testing.Short() && i%5 > 0 {
			continue
		}
		s := longest(row)
		s.Order.Consignee.City, s.Order.Consignee.State, s.Order.Consignee.Province = row[5], row[6], ""
		s.Order.Consignee.Postal = row[4]
		pages := 0
		report := drawOn(t, p, s, Options{}, func(*plate) { pages++ })
		if pages != 2 {
			t.Errorf("%s: %d labels, want 2", row[0], pages)
		}
		for _, w := range report.Warnings {
			if w.Field == "consignee_address" {
				t.Errorf("%s: %s", row[0], w)
			}
		}
	}
}
