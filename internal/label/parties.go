package label

import (
	"cmp"
	"strings"

	"waybill/internal/label/typeset"
	"waybill/internal/shipment"
)

// party is a party of an order, with what papers write beside its name and address.
type party struct {
	*shipment.Party
	company, nameLatin, addressLatin string
}

func senderOf(o *shipment.Order) party {
	return party{Party: &o.Pickup, company: tradeOf(o).ShipperCompany}
}

func consigneeOf(o *shipment.Order) party {
	t := tradeOf(o)
	return party{&o.Consignee, t.ConsigneeCompany, t.ConsigneeNameLatin, t.ConsigneeAddressLatin}
}

func tradeOf(o *shipment.Order) *shipment.OrderTrade {
	return cmp.Or(o.Trade, new(shipment.OrderTrade))
}

// from draws the sender, and where parcels go that cannot be delivered, if that is another address.
func (d *parcels) from(o *shipment.Order, returnTo string) {
	p, taken := senderOf(o), 0.0
	if returnTo != "" {
		const top = 77.2
		taken = 83 - top
		d.rule(left, top, d.edge, top)
		d.block(box{left, top + 0.4, d.inner(), taken - 0.6}, sizes{7, 4.5}, text{value: "RETURN TO: " + returnTo, weight: typeset.Bold})
	}
	d.caption(left, 66, 8, typeset.Bold, "FROM")
	country := text{value: p.Country.Name(), weight: typeset.Bold, align: right}
	width := min(float64(d.shaper.Paragraph(country.value, country.weight).Width())*8*unit, d.inner()/3)
	d.line(box{d.edge - width, 62.8, width, 4.4}, sizes{8, 5.5}, country)
	name := text{value: joined("\n", p.company, p.Name), field: "pickup_contact_name", weight: typeset.Bold}
	bottom := max(d.block(box{14, 63.4, d.edge - width - 16, 7}, sizes{8, 5.5}, name), 66.9)
	d.block(box{left, bottom + 0.3, d.inner(), 78.6 - taken - bottom}, sizes{7.5, 5.5}, text{value: Address(p.Party), field: "pickup_address"})
	d.line(box{left, 78.8 - taken, d.inner(), 3.8}, sizes{7.5, 5.5}, text{value: p.Number, field: "pickup_contact_number"})
	d.rule(left, 83, d.edge, 83)
}

// The part of a label that holds the consignee's name and address, and their sizes.
const (
	toTop    = 84.0
	toBottom = 111.2
)

var nameSizes, addressSizes = sizes{13, 8}, sizes{11.5, 7}

// to draws the consignee. It returns true when the name or the address is so long that a second page has to
// hold it.
func (d *parcels) to(o *shipment.Order) (continues bool) {
	p := consigneeOf(o)
	d.caption(left, 88, 9, typeset.Bold, "TO")
	area := box{left, 0, d.inner(), 0}
	const twoLines, gap = 11, 0.4
	var name, written text
	var nameBox box
	fits := false
	for _, latin := range []bool{true, false} { // the spelling in Latin letters is there if all of it has room
		name, written = consignee(p, latin)
		wanted, _ := d.measure(d.shaper.Text(written.value, written.weight), area.w, addressSizes.floor)
		free := toBottom - toTop - gap - wanted
		nameBox = box{11, toTop, d.edge - 11, max(free, 0.65*twoLines)}
		high := max(twoLines, 4.5*float64(1+strings.Count(name.value, "\n")))
		if inHigh := (box{h: high, w: nameBox.w}); nameBox.h > high && d.holds(inHigh, nameSizes.floor, name) {
			nameBox.h = high
		}
		if fits = d.holds(nameBox, nameSizes.floor, name); fits && free >= nameBox.h {
			break
		}
	}
	if !fits {
		name.field = "" // the second page has all of it
	}
	area.y = max(d.block(nameBox, nameSizes, name), 89.5) + gap
	area.h = toBottom - area.y
	if !fits || !d.holds(area, addressSizes.floor, written) {
		continues = true
		area.h -= 3.2
		written.field = ""
		d.line(box{left, toBottom - 3, d.inner(), 3}, sizes{6.5, 5},
			text{value: "Page 1 of 2. Page 2 has the whole address.", weight: typeset.Bold})
	}
	d.block(area, addressSizes, written)
	d.reach(p.Party, toBottom+0.2)
	d.rule(left, 118, d.edge, 118)
	return continues
}

// consignee returns the texts of the consignee's name and address, with their spellings in Latin letters below them.
func consignee(p party, latin bool) (name, written text) {
	names, address := joined("\n", p.company, p.Name), Address(p.Party)
	if latin {
		names, address = joined("\n", names, p.nameLatin), joined("\n", address, p.addressLatin)
	}
	return text{value: names, field: "consignee_name", weight: typeset.Bold}, text{value: address, field: "consignee_address"}
}

// reach draws the consignee's phone number and country, from height y.
func (d *parcels) reach(p *shipment.Party, y float64) {
	half := left + d.inner()/2
	d.line(box{left, y, half - left, 6}, sizes{11, 7}, text{value: p.Number, field: "consignee_number", weight: typeset.Bold})
	country := text{value: strings.ToUpper(p.Country.Name()), weight: typeset.Bold, align: right}
	d.line(box{half + 1, y, d.edge - half - 1, 6}, sizes{13, 7}, country)
}

// continuation draws the rest of the second page of a parcel whose address is too long for one.
func (d *parcels) continuation(o *shipment.Order) {
	note := text{value: "Page 2 of 2 of the same parcel, with the whole address.", weight: typeset.Bold}
	d.line(box{left, 70.4, d.inner(), 4}, sizes{8, 5}, note)
	d.caption(left, 79, 9, typeset.Bold, "TO")
	name, written := consignee(consigneeOf(o), false)
	y := d.block(box{11, 75, d.edge - 11, 14}, sizes{nameSizes.want, 6}, name)
	d.block(box{left, y + 0.4, d.inner(), 140 - y}, sizes{addressSizes.want, 4.5}, written)
	d.reach(&o.Consignee, 141)
}
