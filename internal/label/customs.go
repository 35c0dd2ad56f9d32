package label

import (
	"strings"

	"waybill/internal/label/typeset"
	"waybill/internal/shipment"
)

// The UPU's customs forms CN 22 and CN 23 (Convention Manual, Regulations on letter post and parcels), with
// captions in English and French. Dates and signatures, and what an order does not hold, stay empty, to be
// filled in by hand.

// exceptDeclared makes statements about dangerous articles true of goods that are declared as such.
var exceptDeclared = strings.NewReplacer("dangerous article or articles", "dangerous article other than those declared, or articles",
	"objet dangereux ou", "objet dangereux autre que ceux déclarés ou")

// certify draws the sender's statement in both languages.
func (d *drawer) certify(b box, size float64, form string, of *declaration) {
	statement := wordsOf("certificate", form).form
	if of.order.HasDangerousGoods() {
		statement = exceptDeclared.Replace(statement)
	}
	d.block(b, sizes{size, 3.5}, text{value: statement})
}

// reasons draws the check boxes of the reasons from (x, y) in two columns, width mm apart, in rows of the given height, and Other
// in its box, ticked with its words for a reason that has no box of its own.
func (d *drawer) reasons(x, y, width, height, size float64, other box, of *declaration) {
	named, i := of.reason == "", 0
	for _, w := range allWords {
		if w.field != exportReason || w.form == "" {
			continue
		}
		on := w.value == of.reason
		named = named || on
		d.tick(x+float64(i%2)*width, y+float64(i/2)*height, size, w.form, on)
		i++
	}
	end := d.tick(other.x, other.y, size, "Other / Autre:", !named) + cellPadding
	if !named {
		d.line(box{end, other.y - 0.4, other.x + other.w - end, other.h}, sizes{size, size},
			text{value: of.reasonText(), field: "export_reason_text", caption: "Category of item / Catégorie de l'envoi"})
	}
}

// itemNumber is the number of the postal item of an order, "" without one: the partner's number, or one that the shipper
// sent, if it is an identifier by the UPU's standard S10. Our own numbers are none, and the post has not assigned them.
func itemNumber(o *shipment.Order) string {
	for _, no := range []string{o.HAWBNo, o.TrackingNo} {
		if shipment.IsS10(no) {
			return no
		}
	}
	return ""
}

// party draws a framed name and address.
func (d *drawer) party(b box, caption, prefix string, who party) {
	bottom := d.titled(b, caption)
	inner := box{b.x + cellPadding, bottom, b.w - 2*cellPadding, 0}
	names := joined("\n", who.company, who.nameLatin, who.Name)
	name := text{value: names, field: contact(prefix) + "_name", weight: typeset.Bold, caption: caption}
	if names != "" {
		inner.h = 5
		if large := b.h > 30; large && !d.holds(inner, 7, name) {
			inner.h = 3.8 * float64(max(2, 1+strings.Count(names, "\n")))
			d.block(inner, sizes{9, 5.5}, name)
		} else {
			name.value = strings.ReplaceAll(names, "\n", ", ")
			d.line(inner, sizes{9, 5.5}, name)
		}
		inner.y += inner.h
	}
	inner.h = b.y + b.h - 8.6 - inner.y
	address := joined("\n", who.addressLatin, Address(who.Party))
	d.block(inner, sizes{8.5, 4.5}, text{value: address, field: prefix + "_address", caption: caption})
	inner.y, inner.h = b.y+b.h-8.4, 4
	d.line(inner, sizes{9, 5.5}, text{value: strings.ToUpper(who.Country.Name()), weight: typeset.Bold})
	inner.y += 4
	d.line(inner, sizes{8, 5.5}, text{value: who.Number, field: contact(prefix) + "_number", caption: caption})
}

// contact is the beginning of the names of the fields for the person of a party.
func contact(prefix string) string { return strings.Replace(prefix, "pickup", "pickup_contact", 1) }

// partyWithEmail draws a framed name and address, with the e-mail address right of the phone number.
func (d *drawer) partyWithEmail(b box, caption, prefix string, who party) {
	d.party(b, caption, prefix, who)
	at := box{b.x + 0.4*b.w, b.y + b.h - 4.4, 0.6*b.w - cellPadding, 4}
	d.line(at, sizes{8, 5.5}, text{value: who.Email, field: contact(prefix) + "_email", align: right, caption: caption})
}
