package label

import (
	"fmt"
	"slices"
	"strings"

	"waybill/internal/label/canvas"
	"waybill/internal/label/typeset"
	"waybill/internal/shipment"
)

// A parcel label is 100 × 150 mm with margins of 3 mm on every paper. It is centred on its paper and never
// scaled, so that codes keep their whole dots.
const (
	labelWidth  = 100.0
	labelHeight = 150.0
	left        = 3.0
	rightEdge   = 97.0
)

// A tracking number that is too long for a Code 128 across the label is drawn down its right side, and
// everything else stays left of it.
const (
	ladderEdge = 78.0
	ladderTop  = 15.5
	ladderEnd  = 148.5
)

// parcels draws parcel labels on the paper, sheet by sheet.
type parcels struct {
	*drawer
	paper paper
	used  int     // positions on sheets used so far
	edge  float64 // right edge of the label's text, below the service
}

// next moves to the next position on a sheet.
func (d *parcels) next() {
	perSheet := d.paper.columns * d.paper.rows
	place := d.used % perSheet
	d.used++
	if place == 0 {
		d.canvas.Page(d.paper.width, d.paper.height)
	}
	width, height := d.paper.width/float64(d.paper.columns), d.paper.height/float64(d.paper.rows)
	d.dx = width*float64(place%d.paper.columns) + (width-labelWidth)/2
	d.dy = height*float64(place/d.paper.columns) + (height-labelHeight)/2
}

func (d *parcels) draw(s *Shipment) error {
	d.next()
	d.service(s)
	if err := d.codes(&s.Order); err != nil {
		return err
	}
	d.from(&s.Order)
	continues := d.to(&s.Order)
	d.payment(&s.Order)
	if err := d.contents(&s.Order); err != nil {
		return err
	}
	if !continues {
		return nil
	}
	d.next()
	return d.continuation(&s.Order)
}

// service draws the service and the incoterm.
func (d *parcels) service(s *Shipment) {
	name := s.Service.Name
	if s.Order.Return {
		name = strings.TrimSpace("RETURN " + s.Order.ServiceType)
	}
	d.line(box{left, 3, 65, 11.5}, sizes{18, 9}, text{value: name, field: "service_id", weight: typeset.Bold})
	d.line(box{71, 3, rightEdge - 71, 11.5}, sizes{18, 9}, text{value: s.Order.Incoterm, weight: typeset.Bold, align: right})
	d.rule(left, 15, rightEdge, 15)
	d.rule(69, 3, 69, 15)
}

// codes draws the route, the sort code, and the tracking number in Code 128 and in letters.
func (d *parcels) codes(o *shipment.Order) error {
	_, width, err := bars(o.TrackingNo)
	if err != nil {
		return err
	}
	number := text{value: o.TrackingNo, weight: typeset.Bold, align: centre, whole: true}
	if _, ok := d.module(width+2*quiet128, labelWidth, maxBar); ok {
		d.edge = rightEdge
		d.route(o, 56)
		d.rule(61, 15, 61, 29)
		d.sortCode(box{62, 15.5, rightEdge - 62, 13.2}, sizes{22, 8}, &o.Consignee)
		err = d.code(box{0, 31, labelWidth, 22}, o.TrackingNo)
		d.line(box{left, 53.5, d.inner(), 7.5}, sizes{14, 8}, number)
	} else {
		d.edge = ladderEdge
		d.route(o, d.inner())
		d.sortCode(box{left, 44, d.inner(), 17}, sizes{26, 8}, &o.Consignee)
		err = d.ladder(box{ladderEdge + 2, ladderTop, rightEdge - ladderEdge - 2, ladderEnd - ladderTop}, o.TrackingNo)
		d.block(box{left, 31, d.inner(), 12}, sizes{14, 8}, number)
	}
	d.rule(left, 29, d.edge, 29)
	d.rule(left, 62, d.edge, 62)
	return err
}

// inner returns the width between the left margin and the edge.
func (d *parcels) inner() float64 { return d.edge - left }

// route draws the countries of origin and destination.
func (d *parcels) route(o *shipment.Order, width float64) {
	from, to := o.Pickup.Country, o.Consignee.Country
	x := left + d.caption(left, 23, 24, typeset.Bold, string(from)) + 3
	d.arrow(x, 20)
	d.caption(x+9.5, 23, 24, typeset.Bold, string(to))
	d.line(box{left, 24, width, 4.6}, sizes{8, 5.5}, text{value: from.Name() + " – " + to.Name()})
}

// arrow draws an arrow to the right, from x at height y; no embedded font has one.
func (d *parcels) arrow(x, y float64) {
	const module, length, half = 0.25, 26, 7
	cells := []canvas.Cell{{X: 0, Y: half - 1, W: length - half, H: 3}}
	for row := range 2*half + 1 {
		cells = append(cells, canvas.Cell{X: length - half, Y: row, W: half + 1 - max(row-half, half-row), H: 1})
	}
	d.cells(x, y-module*half, module, cells)
}

// sortCode draws the postal code above the city. If one of them is missing, the other takes all the space.
func (d *parcels) sortCode(b box, s sizes, to *shipment.Party) {
	postal := text{value: to.Postal, field: "consignee_postal", weight: typeset.Bold, align: right}
	city := text{value: to.City, field: "consignee_city", weight: typeset.Bold, align: right}
	if city.value == "" {
		city.value, city.field = to.State, "consignee_state"
	}
	switch {
	case postal.value == "":
		d.line(b, s, city)
	case city.value == "":
		d.line(b, s, postal)
	default:
		d.line(box{b.x, b.y, b.w, 8.2}, s, postal)
		d.line(box{b.x, b.y + 8.2, b.w, b.h - 8.2}, sizes{11, 6}, city)
	}
}

// maxLines is how many line breaks of its own an address may keep; an address with more has commas instead.
const maxLines = 6

// address returns a party's address as it is printed on a parcel.
func address(p *shipment.Party) string {
	place := make([]string, 0, 4)
	for _, part := range []string{p.City, p.Province, p.State, p.Postal} {
		if part != "" && (len(place) == 0 || place[len(place)-1] != part) {
			place = append(place, part)
		}
	}
	written := p.Address
	if lines := strings.FieldsFunc(written, func(r rune) bool { return r == '\n' || r == '\r' }); len(lines) > maxLines {
		written = strings.Join(lines, ", ")
	}
	return written + "\n" + strings.Join(place, ", ")
}

func (d *parcels) from(o *shipment.Order) {
	p := &o.Pickup
	middle := left + d.inner()*0.63
	d.caption(left, 66, 8, typeset.Bold, "FROM")
	d.line(box{14, 62.8, middle - 15, 4.4}, sizes{8, 5.5}, text{value: p.Name, field: "pickup_contact_name", weight: typeset.Bold})
	d.line(box{middle, 62.8, d.edge - middle, 4.4}, sizes{8, 5.5}, text{value: p.Country.Name(), weight: typeset.Bold, align: right})
	d.block(box{left, 67.2, d.inner(), 11.4}, sizes{7.5, 5.5}, text{value: address(p), field: "pickup_address"})
	d.line(box{left, 78.8, d.inner(), 3.8}, sizes{7.5, 5.5}, text{value: p.Number, field: "pickup_contact_number"})
	d.rule(left, 83, d.edge, 83)
}

// to draws the consignee. It returns true when the address is so long that a second label has to hold it.
func (d *parcels) to(o *shipment.Order) (continues bool) {
	p := &o.Consignee
	d.caption(left, 88, 9, typeset.Bold, "TO")
	d.line(box{11, 83.6, d.edge - 11, 6.8}, sizes{13, 8}, text{value: p.Name, field: "consignee_name", weight: typeset.Bold})
	written := text{value: address(p), field: "consignee_address"}
	area, size := box{left, 90.6, d.inner(), 20.6}, sizes{11.5, 7}
	if !d.holds(area, size.floor, written) {
		continues = true
		area.h -= 3
		written.field = "" // the second label has all of it
		d.line(box{left, 108.4, d.inner(), 3}, sizes{6.5, 6.5}, text{value: "The address continues on the next label.", weight: typeset.Bold})
	}
	d.block(area, size, written)
	half := left + d.inner()/2
	d.line(box{left, 111.4, half - left, 6}, sizes{11, 7}, text{value: p.Number, field: "consignee_number", weight: typeset.Bold})
	country := text{value: strings.ToUpper(p.Country.Name()), weight: typeset.Bold, align: right}
	d.line(box{half + 1, 111.4, d.edge - half - 1, 6}, sizes{13, 7}, country)
	d.rule(left, 118, d.edge, 118)
	return continues
}

// payment draws the amount to collect, and the parcel's weight and dimensions.
func (d *parcels) payment(o *shipment.Order) {
	paid := strings.ToUpper(o.PaymentType)
	if collect := o.AmountToCollect(); collect > 0 {
		paid = "COD " + money(o.Consignee.Country.Currency(), amount(collect))
	}
	at, share := left, d.inner()/100
	for i, cell := range []struct {
		share float64
		sizes sizes
		text  text
	}{
		{50, sizes{14, 7}, text{value: paid, weight: typeset.Bold, whole: true}},
		{18, sizes{10, 5.5}, text{value: weight(o, " kg"), weight: typeset.Bold, align: centre, whole: true}},
		{25, sizes{8, 4.5}, text{value: dimensions(o), align: centre, whole: true}},
		{7, sizes{8, 5.5}, text{value: "1/1", align: centre}},
	} {
		width := cell.share * share
		b := box{at, 118.4, width - 1, 7.2}
		if i > 0 {
			d.rule(at, 118, at, 126)
			b.x, b.w = at+1, width-2
		}
		d.line(b, cell.sizes, cell.text)
		at += width
	}
	d.rule(left, 126, d.edge, 126)
}

// weight returns the parcel's gross weight in kg, "" when the order has none.
func weight(o *shipment.Order, suffix string) string {
	if o.Weight == 0 {
		return ""
	}
	return o.Weight.String() + suffix
}

// dimensions returns the parcel's length, width and height, "" when the order lacks one.
func dimensions(o *shipment.Order) string {
	if o.Length == 0 || o.Width == 0 || o.Height == 0 {
		return ""
	}
	return fmt.Sprintf("%s × %s × %s cm", o.Length, o.Width, o.Height)
}

// contents draws the QR code and the contents.
func (d *parcels) contents(o *shipment.Order) error {
	d.facts(o, box{33, 126.9, d.edge - 33, 20.3})
	return d.qr(box{left, 126.4, 27, 22.2}, o.TrackingNo)
}

// factHeight is the height of a line of facts, in mm.
const factHeight = 3.5

// facts draws the items, and further fields of the order below them, one a line.
func (d *parcels) facts(o *shipment.Order, b box) {
	lines := []text{
		{value: captioned("Value", values(o.Items)), weight: typeset.Bold},
		{value: captioned("Ref", o.ShipperOrderID), field: "shipper_order_id"},
		{value: captioned("HAWB", o.HAWBNo)},
		{value: captioned("Forward", o.ForwardTrackingNo), field: "forward_tracking_no"},
		{value: captioned("Note", o.DeliveryNote), field: "delivery_note"},
	}
	lines = slices.DeleteFunc(lines, func(t text) bool { return t.value == "" })
	b.h -= factHeight * float64(len(lines))
	bottom := d.block(b, sizes{7.5, 5.5}, text{value: itemList(o.Items), field: "items"})
	for i, line := range lines {
		d.line(box{b.x, max(bottom, b.y) + factHeight*float64(i), b.w, factHeight}, sizes{7.5, 5.5}, line)
	}
}

func captioned(caption, value string) string {
	if value == "" {
		return ""
	}
	return caption + ": " + value
}

// maxItemList is how many bytes of item names a label can show.
const maxItemList = 400

// itemList returns "2 × Shirt; 1 × Shoes", and the number of items that are left out.
func itemList(items []shipment.Item) string {
	var b strings.Builder
	for i, item := range items {
		if i > 0 && b.Len() > maxItemList {
			fmt.Fprintf(&b, "; + %d", len(items)-i)
			break
		}
		if i > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(&b, "%d × %s", item.Quantity, item.Desc)
	}
	return b.String()
}

// continuation draws the second label of a parcel whose address is too long for one.
func (d *parcels) continuation(o *shipment.Order) error {
	const width = rightEdge - left
	d.line(box{left, 3, width, 10}, sizes{14, 8}, text{value: o.TrackingNo, weight: typeset.Bold, whole: true})
	d.rule(left, 14, rightEdge, 14)
	d.caption(left, 20, 9, typeset.Bold, "TO")
	name := text{value: o.Consignee.Name, field: "consignee_name", weight: typeset.Bold}
	y := d.block(box{11, 15.6, rightEdge - 11, 18}, sizes{13, 7}, name)
	d.block(box{left, y + 1, width, 124 - y}, sizes{11.5, 5.5}, text{value: address(&o.Consignee), field: "consignee_address"})
	d.rule(left, 126, rightEdge, 126)
	d.line(box{33, 138, rightEdge - 33, 8}, sizes{13, 7}, text{
		value:  strings.ToUpper(o.Consignee.Country.Name()),
		weight: typeset.Bold, align: right,
	})
	return d.qr(box{left, 126.4, 27, 22.2}, o.TrackingNo)
}
