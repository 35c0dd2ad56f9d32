package label

import (
	"fmt"
	"math"
	"math/big"
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
	// barcode is the number in the Code 128: the tracking number, or the number by which the partner sorts.
	barcode string
}

// next moves to the next position on a sheet.
func (d *parcels) next() {
	position := d.position()
	d.dx = position.x + (position.w-labelWidth)/2
	d.dy = position.y + (position.h-labelHeight)/2
}

// position returns the next position on a sheet.
func (d *parcels) position() box {
	perSheet := d.paper.columns * d.paper.rows
	place := d.used % perSheet
	d.used++
	if place == 0 {
		d.canvas.Page(d.paper.width, d.paper.height)
	}
	width, height := d.paper.width/float64(d.paper.columns), d.paper.height/float64(d.paper.rows)
	return box{width * float64(place%d.paper.columns), height * float64(place/d.paper.columns), width, height}
}

func (d *parcels) draw(s *Shipment) error {
	d.barcode = s.Order.TrackingNo
	if scansHAWB(s) {
		d.barcode = s.Order.HAWBNo
	}
	if err := d.head(s); err != nil {
		return err
	}
	d.from(&s.Order, s.AccountLabels.ReturnTo)
	continues := d.to(&s.Order)
	d.payment(&s.Order, 118)
	if err := d.contents(s); err != nil {
		return err
	}
	if !continues {
		return nil
	}
	if err := d.head(s); err != nil {
		return err
	}
	d.payment(&s.Order, 62)
	d.continuation(&s.Order)
	return nil
}

// head begins a label: what a sorter reads is on each page.
func (d *parcels) head(s *Shipment) error {
	d.next()
	d.service(s)
	return d.codes(s)
}

// service draws the service and the incoterm. A return is white on black.
func (d *parcels) service(s *Shipment) {
	x, end := left+d.logo(s.AccountLabels.Logo), rightEdge
	if s.Order.Incoterm != "" {
		end = 69
		d.rule(end, 3, end, 15)
		d.line(box{end + 2, 3, rightEdge - end - 2, 11.5}, sizes{18, 9}, text{value: s.Order.Incoterm, weight: typeset.Bold, align: right})
	}
	d.rule(left, 15, rightEdge, 15)
	name := text{value: s.Service.Name, field: "service_id", weight: typeset.Bold}
	if s.Order.OwnLabel && !s.Order.Return {
		d.line(box{x, 3, end - x - 1, 6}, sizes{14, 6}, name)
		notice := text{value: "NOT THE PARTNER'S LABEL: PRINT THAT IN THE HUB", weight: typeset.Bold}
		band := box{x, 9.4, end - x, 5.6}
		d.inverse(band, func() { d.line(box{x + 1, 9.4, band.w - 2, 5.6}, sizes{10, 5}, notice) })
		return
	}
	if !s.Order.Return {
		d.line(box{x, 3, end - x - 1, 11.5}, sizes{18, 9}, name)
		return
	}
	name.value = strings.TrimSpace("RETURN " + s.Order.ServiceType)
	band := box{x, 3, end - x, 12}
	d.inverse(band, func() { d.line(box{x + 2, 3, band.w - 4, 12}, sizes{26, 9}, name) })
}

// logo draws the logo of an account in the top left corner, and returns its width with the space behind it.
func (d *parcels) logo(l *shipment.Logo) float64 {
	if l == nil {
		return 0
	}
	const dot, space = 0.125, 2
	module := max(1, math.Round(dot/d.canvas.Dot())) * d.canvas.Dot()
	var cells []canvas.Cell
	for y := range l.Height {
		cells = appendRow(cells, y, l.Width, func(x int) bool { return l.Black(x, y) })
	}
	d.cells(left, 3+(11.5-float64(l.Height)*module)/2, module, cells)
	return float64(l.Width)*module + space
}

// codes draws the route, the sort code, and the tracking number in Code 128 and in letters.
func (d *parcels) codes(s *Shipment) error {
	o, route := &s.Order, s.ServiceLabels.Route(s.Order.Consignee.Postal)
	_, width, err := bars(d.barcode)
	if err != nil {
		return err
	}
	number := text{value: d.barcode, weight: typeset.Bold, align: centre, whole: true}
	own := d.ownNumber(o)
	if _, ok := d.module(width+2*quiet128, labelWidth, maxBar); ok {
		d.edge = rightEdge
		sort := d.sortBox(&o.Consignee)
		if d.sortCode(sort, sizes{22, 6}, &o.Consignee, route) {
			d.rule(sort.x-1, 15, sort.x-1, 29)
			d.route(o, sort.x-2-left)
		} else {
			d.route(o, d.inner())
		}
		err = d.code(box{0, 31, labelWidth, 22}, d.barcode)
		readable := box{left, 53.5, d.inner(), 7.5}
		if own.value != "" {
			const share = 0.64
			d.line(box{left + share*readable.w + 1, 53.5, (1-share)*readable.w - 1, 7.5}, sizes{8, 5}, own)
			readable.w *= share
		}
		d.line(readable, sizes{14, 8}, number)
	} else {
		d.edge = ladderEdge
		d.route(o, d.inner())
		d.sortCode(box{left, 44, d.inner(), 17}, sizes{26, 6}, &o.Consignee, route)
		err = d.ladder(box{ladderEdge + 2, ladderTop, rightEdge - ladderEdge - 2, ladderEnd - ladderTop}, d.barcode)
		d.block(box{left, 31, d.inner(), 12}, sizes{14, 8}, number)
		d.line(box{left, 40, d.inner(), 3.6}, sizes{8, 5}, own)
	}
	d.rule(left, 29, d.edge, 29)
	d.rule(left, 62, d.edge, 62)
	return err
}

// maxHAWB is the longest partner's number that is drawn as a barcode.
const maxHAWB = 40

// scansHAWB reports whether the barcode of a label is the partner's number: the partner has one, and sorts by it
// although it draws no label itself.
func scansHAWB(s *Shipment) bool {
	number := s.Order.HAWBNo
	printable := !strings.ContainsFunc(number, func(r rune) bool { return r <= ' ' || r > '~' })
	return !s.Service.InHouse() && number != "" && len(number) <= maxHAWB && printable
}

// ownNumber returns the tracking number when the barcode has another one, else an empty text.
func (d *parcels) ownNumber(o *shipment.Order) text {
	if d.barcode == o.TrackingNo {
		return text{}
	}
	return text{value: "Tracking no. " + o.TrackingNo, align: centre, whole: true}
}

// inner returns the width between the left margin and the edge.
func (d *parcels) inner() float64 { return d.edge - left }

// route draws the countries of origin and destination.
func (d *parcels) route(o *shipment.Order, width float64) {
	from, to := o.Pickup.Country, o.Consignee.Country
	x := left + d.caption(left, 23, 24, typeset.Bold, string(from)) + 3
	d.arrow(x, 20)
	d.caption(x+9.5, 23, 24, typeset.Bold, string(to))
	d.line(box{left, 24, width, 4.6}, sizes{8, 4.5}, text{value: from.Name() + " – " + to.Name()})
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

// sortBox returns the place of the sort code, which is wider for a city with a long name.
func (d *parcels) sortBox(to *shipment.Party) box {
	b := box{62, 15.5, rightEdge - 62, 13.2}
	if to.Postal != "" && float64(d.shaper.Paragraph(to.City, typeset.Bold).Width())*9*unit > b.w {
		b.x, b.w = 50, rightEdge-50
	}
	return b
}

// sortCode draws the postal code above the city. If one of them is missing, the other takes all the space. It
// returns false when both are. The sort code of a route takes the place of both, with the hub and the postal code.
func (d *parcels) sortCode(b box, s sizes, to *shipment.Party, route shipment.Route) bool {
	if route.Hub != "" || route.SortCode != "" {
		d.routing(b, s, to.Postal, route)
		return true
	}
	postal := text{value: to.Postal, field: "consignee_postal", weight: typeset.Bold, align: right}
	city := text{value: to.City, field: "consignee_city", weight: typeset.Bold, align: right}
	if city.value == "" {
		city.value, city.field = to.State, "consignee_state"
	}
	switch {
	case postal.value == "":
		d.block(b, s, city)
	case city.value == "":
		d.line(b, s, postal)
	default:
		const above = 0.57 // share of the height
		d.line(box{b.x, b.y, b.w, above * b.h}, s, postal)
		d.block(box{b.x, b.y + above*b.h, b.w, (1 - above) * b.h}, sizes{s.want / 2, 4.5}, city)
	}
	return postal.value != "" || city.value != ""
}

// routing draws the sort code of a route, or its hub if it has none, above the hub and the postal code.
func (d *parcels) routing(b box, s sizes, postal string, route shipment.Route) {
	code, below := route.SortCode, []string{route.Hub, postal}
	if code == "" {
		code, below = route.Hub, []string{postal}
	}
	const above = 0.66 // share of the height
	d.line(box{b.x, b.y, b.w, above * b.h}, sizes{s.want + 6, 6}, text{value: code, weight: typeset.Bold, align: right, whole: true})
	under := text{value: joined(" · ", below...), weight: typeset.Bold, align: right, whole: true}
	d.line(box{b.x, b.y + above*b.h, b.w, (1 - above) * b.h}, sizes{10, 4.5}, under)
}

// cell is a cell of the row of the payment.
type cell struct {
	share float64 // of the row's width
	sizes sizes
	text  text // a line or two
}

// payment draws the row from height y: the amount to collect, the parcel's weight and dimensions, and the
// piece. There is no cell for what the order does not have.
func (d *parcels) payment(o *shipment.Order, y float64) {
	at, paid := left, strings.ToUpper(o.PaymentType)
	if collect := o.AmountToCollect(); collect > 0 {
		paid = ""
		at += d.collect(y, money(o.Consignee.Country.Currency(), big.NewInt(10*int64(collect))))
	}
	cells := slices.DeleteFunc([]cell{
		{20, sizes{9, 5.5}, text{value: paid}},
		{18, sizes{11, 5.5}, text{value: weight(o, " kg"), weight: typeset.Bold, align: centre}},
		{20, sizes{8, 4.5}, text{value: inTwoLines(dimensions(o)), align: centre}},
		{15, sizes{8, 5}, text{value: "Piece\n1/1", align: centre}},
	}, func(c cell) bool { return c.text.value == "" })
	total := 0.0
	for _, c := range cells {
		total += c.share
	}
	share := (d.edge - at) / total
	for i, c := range cells {
		b := box{at + 1, y + 0.4, c.share*share - 2, 7.2}
		switch {
		case i == 0 && at == left:
			b.x, b.w = at, b.w+1
		case i > 0:
			d.rule(at, y, at, y+8)
		}
		d.lines(b, c.sizes, c.text)
		at += c.share * share
	}
	d.rule(left, y+8, d.edge, y+8)
}

// inTwoLines breaks dimensions before the height.
func inTwoLines(dimensions string) string {
	if last := strings.LastIndex(dimensions, " ×"); last > 0 {
		return dimensions[:last] + "\n" + dimensions[last+1:]
	}
	return dimensions
}

// lines sets a text of a few lines, which may not be cut, in the middle of a box.
func (d *parcels) lines(b box, s sizes, t text) {
	parts := strings.Split(t.value, "\n")
	t.whole = true
	b.h /= float64(len(parts))
	for _, t.value = range parts {
		d.line(b, s, t)
		b.y += b.h
	}
}

// collect draws the amount that the courier collects, white on black from height y, and returns the width.
func (d *parcels) collect(y float64, amount string) (width float64) {
	t := text{value: "COD " + amount, weight: typeset.Bold, align: centre, whole: true}
	const want = 19
	width = float64(d.shaper.Paragraph(t.value, t.weight).Width())*want*unit + 4
	width = min(max(width, 0.5*d.inner()), 0.6*d.inner())
	b := box{left, y, width, 8}
	d.inverse(b, func() { d.line(box{b.x + 1.5, y, width - 3, b.h}, sizes{want, 7}, t) })
	return width
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
