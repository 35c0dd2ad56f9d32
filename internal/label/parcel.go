package label

import (
	"fmt"
	"math/big"
	"strings"

	"waybill/internal/label/canvas"
	"waybill/internal/label/typeset"
	"waybill/internal/shipment"
)

// The drawing of a parcel label is 100 × 150 mm with 3 mm of margin, whatever the paper;
// it is centred on it and never scaled, so that codes keep their whole dots.
const (
	labelWidth  = 100.0
	labelHeight = 150.0
	left        = 3.0
	rightEdge   = 97.0
	inner       = rightEdge - left
)

// parcels draws parcel labels on the paper, sheet by sheet.
type parcels struct {
	*pen
	paper paper
	used  int // places on sheets so far
}

// next moves to the next place on a sheet.
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
	d.head(s)
	if err := d.codes(&s.Order); err != nil {
		return err
	}
	d.from(&s.Order)
	rest := d.to(&s.Order)
	d.payment(&s.Order)
	if err := d.contents(&s.Order); err != nil {
		return err
	}
	if rest {
		d.next()
		d.continuation(&s.Order)
	}
	return nil
}

// head is the service and the incoterm; the route and where to sort the parcel to.
func (d *parcels) head(s *Shipment) {
	o := &s.Order
	service := s.Service.Name
	if o.Return {
		service = strings.TrimSpace("RETURN " + o.ServiceType)
	}
	d.line(box{left, 3, 65, 11.5}, sizes{18, 9}, text{value: service, field: "service_id", weight: typeset.Bold})
	d.line(box{71, 3, rightEdge - 71, 11.5}, sizes{18, 9}, text{value: o.Incoterm, weight: typeset.Bold, align: right})
	d.rule(left, 15, rightEdge, 15)
	d.rule(69, 3, 69, 15)

	from, to := o.Pickup.Country, o.Consignee.Country
	d.caption(left, 23, 24, typeset.Bold, string(from))
	d.arrow(18, 20)
	d.caption(27, 23, 24, typeset.Bold, string(to))
	d.line(box{left, 24, 56, 4.6}, sizes{8, 5.5}, text{value: from.Name() + " – " + to.Name()})
	d.rule(61, 15, 61, 29)
	place := o.Consignee.City
	if place == "" {
		place = o.Consignee.State
	}
	sort := box{62, 15.5, rightEdge - 62, 8.5}
	d.line(sort, sizes{22, 8}, text{value: o.Consignee.Postal, field: "consignee_postal", weight: typeset.Bold, align: right})
	if o.Consignee.Postal == "" {
		d.line(box{sort.x, sort.y, sort.w, 13}, sizes{18, 7}, text{value: place, field: "consignee_city", weight: typeset.Bold, align: right})
	} else {
		d.line(box{sort.x, 23.5, sort.w, 5.2}, sizes{11, 6}, text{value: place, field: "consignee_city", weight: typeset.Bold, align: right})
	}
	d.rule(left, 29, rightEdge, 29)
}

// arrow points to the right, from x at height y; no embedded font has one.
func (d *parcels) arrow(x, y float64) {
	const module, length, half = 0.25, 26, 7
	cells := []canvas.Cell{{X: 0, Y: half - 1, W: length - half, H: 3}}
	for row := range 2*half + 1 {
		cells = append(cells, canvas.Cell{X: length - half, Y: row, W: half + 1 - max(row-half, half-row), H: 1})
	}
	d.cells(x, y-module*half, module, cells)
}

// codeHeight is how high the Code 128 bars are, in mm.
const codeHeight = 22.0

// codes is the tracking number in Code 128 and to read.
func (d *parcels) codes(o *shipment.Order) error {
	cells, width, err := bars(o.TrackingNo)
	if err != nil {
		return err
	}
	module := 0.25
	for _, m := range []float64{0.5, 0.375} {
		if float64(width+2*quiet128)*m <= labelWidth {
			module = m
			break
		}
	}
	for i := range cells {
		cells[i].H = int(codeHeight / module)
	}
	d.cells((labelWidth-float64(width)*module)/2, 31, module, cells)
	d.line(box{left, 53.5, inner, 7.5}, sizes{14, 8}, text{value: o.TrackingNo, weight: typeset.Bold, align: centre})
	d.rule(left, 62, rightEdge, 62)
	return nil
}

// address is a party's address as it is written on a parcel.
func address(p *shipment.Party) string {
	place := make([]string, 0, 4)
	for _, part := range []string{p.City, p.Province, p.State, p.Postal} {
		if part != "" && (len(place) == 0 || place[len(place)-1] != part) {
			place = append(place, part)
		}
	}
	return p.Address + "\n" + strings.Join(place, ", ")
}

func (d *parcels) from(o *shipment.Order) {
	p := &o.Pickup
	d.caption(left, 66, 8, typeset.Bold, "FROM")
	d.line(box{14, 62.8, 48, 4.4}, sizes{8, 5.5}, text{value: p.Name, field: "pickup_contact_name", weight: typeset.Bold})
	d.line(box{64, 62.8, rightEdge - 64, 4.4}, sizes{8, 5.5}, text{value: p.Country.Name(), weight: typeset.Bold, align: right})
	d.block(box{left, 67.2, inner, 11.4}, sizes{7.5, 5.5}, text{value: address(p), field: "pickup_address"})
	d.line(box{left, 78.8, inner, 3.8}, sizes{7.5, 5.5}, text{value: p.Number, field: "pickup_contact_number"})
	d.rule(left, 83, rightEdge, 83)
}

// to is the consignee. It returns true when the address did not fit.
func (d *parcels) to(o *shipment.Order) bool {
	p := &o.Consignee
	d.caption(left, 88, 9, typeset.Bold, "TO")
	d.line(box{11, 83.6, rightEdge - 11, 6.8}, sizes{13, 8}, text{value: p.Name, field: "consignee_name", weight: typeset.Bold})
	_, rest := d.block(box{left, 90.6, inner, 20.6}, sizes{11.5, 7}, text{value: address(p), field: "consignee_address"})
	d.line(box{left, 111.4, 45, 6}, sizes{11, 7}, text{value: p.Number, field: "consignee_number", weight: typeset.Bold})
	country := text{value: strings.ToUpper(p.Country.Name()), weight: typeset.Bold, align: right}
	d.line(box{50, 111.4, rightEdge - 50, 6}, sizes{13, 7}, country)
	d.rule(left, 118, rightEdge, 118)
	return rest
}

// payment is what to collect, and the parcel's measures.
func (d *parcels) payment(o *shipment.Order) {
	paid := strings.ToUpper(o.PaymentType)
	if o.CODAmountToCollect > 0 {
		paid = "COD " + money(big.NewInt(int64(o.CODAmountToCollect))) + " " + o.Consignee.Country.Currency()
	}
	d.line(box{left, 118.4, 46, 7.2}, sizes{14, 7}, text{value: paid, weight: typeset.Bold})
	size := fmt.Sprintf("%s × %s × %s cm", o.Length, o.Width, o.Height)
	d.line(box{52, 118.4, 15, 7.2}, sizes{9, 5.5}, text{value: o.Weight.String() + " kg", weight: typeset.Bold, align: centre})
	d.line(box{69, 118.4, 22, 7.2}, sizes{8, 5.5}, text{value: size, align: centre})
	d.line(box{92, 118.4, rightEdge - 92, 7.2}, sizes{8, 5.5}, text{value: "1/1", align: right})
	d.rule(51, 118, 51, 126)
	d.rule(68, 118, 68, 126)
	d.rule(left, 126, rightEdge, 126)
}

// contents is the QR code and what is inside.
func (d *parcels) contents(o *shipment.Order) error {
	cells, side, err := matrix(o.TrackingNo)
	if err != nil {
		return err
	}
	const room = 22.0 // mm, the margin below being white as well
	module := 0.5
	if float64(side+2*quietQR)*0.75 <= room {
		module = 0.75
	}
	edge := float64(side) * module
	d.cells(left+(27-edge)/2, 126.5+(room-edge)/2, module, cells)

	lines := box{33, 127, rightEdge - 33, 8.4}
	d.block(lines, sizes{7.5, 5.5}, text{value: itemList(o.Items), field: "items"})
	d.line(box{33, 135.6, lines.w, 3.6}, sizes{7.5, 5.5}, text{value: captioned("Value", values(o.Items)), weight: typeset.Bold})
	d.line(box{33, 139.2, lines.w, 3.6}, sizes{7.5, 5.5}, text{value: captioned("Ref", o.ShipperOrderID), field: "shipper_order_id"})
	d.line(box{33, 142.8, lines.w, 3.6}, sizes{7.5, 5.5}, text{value: captioned("HAWB", o.HAWBNo)})
	return nil
}

func captioned(caption, value string) string {
	if value == "" {
		return ""
	}
	return caption + ": " + value
}

// itemList is "2 × Shirt; 1 × Shoes".
func itemList(items []shipment.Item) string {
	var b strings.Builder
	for i, item := range items {
		if i > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(&b, "%d × %s", item.Quantity, item.Desc)
	}
	return b.String()
}

// continuation is the second label of a parcel whose address is too long for one.
func (d *parcels) continuation(o *shipment.Order) {
	d.line(box{left, 3, inner, 10}, sizes{14, 8}, text{value: o.TrackingNo, weight: typeset.Bold})
	d.rule(left, 14, rightEdge, 14)
	d.caption(left, 20, 9, typeset.Bold, "TO")
	d.line(box{11, 15.6, rightEdge - 11, 6.8}, sizes{13, 8}, text{value: o.Consignee.Name, field: "consignee_name", weight: typeset.Bold})
	d.block(box{left, 23, inner, 120}, sizes{11.5, 7}, text{value: address(&o.Consignee), field: "consignee_address"})
}
