package label

import (
	"fmt"
	"math/big"
	"strings"

	"waybill/internal/label/typeset"
	"waybill/internal/shipment"
)

// The UPU's customs forms CN 22 and CN 23 (Convention Manual, Regulations on letter post and parcels), with
// captions in English and French. Fields that an order does not hold (net weights, tariff numbers, origins,
// the kind of consignment, dates and signatures) stay empty, to be filled in by hand.

const (
	certifyEN = "I, the undersigned, whose name and address are given on the item, certify that the particulars given in this " +
		"declaration are correct and that this item does not contain any dangerous article or articles prohibited by " +
		"legislation or by postal or customs regulations."
	certifyFR = "Je soussigné, dont le nom et l'adresse figurent sur l'envoi, certifie que les renseignements donnés dans la " +
		"présente déclaration sont exacts et que cet envoi ne contient aucun objet dangereux ou interdit par la législation " +
		"ou la réglementation postale ou douanière."
)

// categories are the kinds of item on both forms, in the order of the forms. Only a return is known to be one
// of them.
var categories = []struct {
	caption  string
	returned bool
}{
	{"Gift / Cadeau", false},
	{"Commercial sample / Échantillon commercial", false},
	{"Documents", false},
	{"Sale of goods / Vente de marchandises", false},
	{"Other / Autre:", false},
	{"Returned goods / Retour de marchandises", true},
}

// The CN 22 in mm, the largest size that the form may have, and the number of its rows.
const (
	cn22Width  = 74.0
	cn22Height = 105.0
	cn22Rows   = 6
)

func (d *drawer) drawCN22(s *Shipment) {
	o := &s.Order
	d.begin(cn22Width, cn22Height)
	all := box{2, 2, cn22Width - 4, cn22Height - 4}
	d.frame(all)
	d.caption(3, 6.4, 9, typeset.Bold, "CUSTOMS DECLARATION")
	d.caption(3, 9.6, 7, typeset.Regular, "DÉCLARATION EN DOUANE")
	d.line(box{50, 2.5, 21, 4.4}, sizes{11, 11}, text{value: "CN 22", weight: typeset.Bold, align: right})
	d.line(box{40, 6.8, 31, 3}, sizes{5, 5}, text{value: "May be opened officially", align: right})
	d.line(box{40, 9, 31, 3}, sizes{5, 5}, text{value: "Peut être ouvert d'office", align: right})
	for i, c := range categories {
		d.tick(3+float64(i%2)*24, 12.8+float64(i/2)*4, captionSize, c.caption, c.returned && o.Return)
	}
	d.line(box{42, 24.8, 29, 3}, sizes{6, 5}, text{value: o.TrackingNo, weight: typeset.Bold, align: right, whole: true})
	t := table{drawer: d, x: 2, heading: 7.5, headSize: captionSize, columns: []column{
		{"Quantity and detailed description of contents (1)\nQuantité et description détaillée du contenu", 42, start},
		{"Weight in kg (2)\nPoids", 12, right},
		{"Value (3)\nValeur", 16, right},
	}}
	y := t.head(28)
	for i := range cn22Rows {
		t.row(y, 5, cn22Row(o.Items, i))
		y += 5
	}
	d.field(box{2, y, 42, 9}, "For commercial items only: HS tariff number (4) and country of origin of goods (5), if known\n"+
		"N° tarifaire du SH et pays d'origine des marchandises (si connus)", rowSize, text{})
	d.field(box{44, y, 12, 9}, "Total weight (6)\nPoids total", 7, text{value: weight(o, ""), weight: typeset.Bold, align: right, whole: true})
	d.field(box{56, y, 16, 9}, "Total value (7)\nValeur totale", 7, totalText(o.Items))
	y += 9.4
	y = d.block(box{3, y, cn22Width - 6, 9}, sizes{4.5, 3.5}, text{value: certifyEN})
	d.block(box{3, y + 0.4, cn22Width - 6, 9}, sizes{4.5, 3.5}, text{value: certifyFR})
	d.field(box{2, 93, cn22Width - 4, 10}, "Date and sender's signature (8) / Date et signature de l'expéditeur", rowSize, text{})
}

// cn22Row returns row i of the form. The last row gives the number of the items that do not fit.
func cn22Row(items []shipment.Item, i int) []text {
	if i >= len(items) {
		return []text{{}, {}, {}}
	}
	if left := len(items) - i; i == cn22Rows-1 && left > 1 {
		return []text{{value: fmt.Sprintf("+ %d: see invoice / voir facture", left)}, {}, {}}
	}
	item := &items[i]
	return []text{
		{value: fmt.Sprintf("%d × %s", item.Quantity, item.Desc), field: "items.item_desc"},
		{},
		{value: money(item.PriceCurrency, lineValue(item))},
	}
}

// totalText returns the total of each currency on a line of its own.
func totalText(items []shipment.Item) text {
	lines := strings.ReplaceAll(values(items), " + ", "\n")
	return text{value: lines, field: "items.item_price_value", weight: typeset.Bold, align: right, whole: true}
}

// Positions on the CN 23, an A5 page in landscape, in mm.
const (
	cn23Width    = 210.0
	cn23Height   = 148.0
	cn23Left     = 5.0
	cn23TableTop = 57.0
	cn23Bottom   = 143.0
	cn23Tail     = 46.0 // height of the part below the rows, on the last page
	cn23Heading  = 7.5
	cn23Rows     = cn23Bottom - cn23TableTop - cn23Heading
)

// drawCN23 draws the CN 23 on A5 pages. Every page has the parties, the last one the totals and the
// signature.
func (d *drawer) drawCN23(s *Shipment) error {
	o := &s.Order
	t := table{drawer: d, x: cn23Left, heading: cn23Heading, headSize: captionSize, columns: []column{
		{"Detailed description of contents (1)\nDescription détaillée du contenu", 78, start},
		{"Quantity (2)\nQuantité", 18, right},
		{"Net weight in kg (3)\nPoids net", 22, right},
		{"Value (5)\nValeur", 32, right},
		{"HS tariff number (7)\nN° tarifaire du SH", 25, start},
		{"Country of origin (8)\nPays d'origine", 25, start},
	}}
	rows := make([][]text, len(o.Items))
	for i := range o.Items {
		item := &o.Items[i]
		rows[i] = []text{
			{value: item.Desc, field: "items.item_desc"},
			{value: grouped(big.NewInt(int64(item.Quantity)))},
			{},
			{value: money(item.PriceCurrency, lineValue(item))},
			{},
			{},
		}
	}
	_, err := t.draw(rows, cn23Rows, cn23Rows, cn23Tail, func(page, pages int) (float64, error) {
		d.begin(cn23Width, cn23Height)
		return cn23TableTop, d.cn23Head(s, page+1, pages)
	})
	if err != nil {
		return err
	}
	d.cn23Tail(o, cn23Bottom-cn23Tail)
	return nil
}

// cn23Head draws the parties and the tracking number.
func (d *drawer) cn23Head(s *Shipment, page, pages int) error {
	o := &s.Order
	d.caption(cn23Left, 9.5, 11, typeset.Bold, "CUSTOMS DECLARATION")
	d.caption(cn23Left+54, 9.5, 9, typeset.Regular, "DÉCLARATION EN DOUANE")
	d.line(box{160, 4.5, 45, 6}, sizes{14, 14}, text{value: "CN 23", weight: typeset.Bold, align: right})
	if pages > 1 {
		d.line(box{130, 5.5, 45, 4}, sizes{7, 7}, text{value: fmt.Sprintf("Page %d / %d", page, pages)})
	}
	d.party(box{cn23Left, 12, 66, 33}, "From / De: name, address, telephone / nom, adresse, téléphone", "pickup", &o.Pickup)
	d.party(box{cn23Left + 66, 12, 66, 33}, "To / À: name, address / nom, adresse", "consignee", &o.Consignee)
	number := box{cn23Left + 132, 12, 68, 33}
	d.frame(number)
	d.captionIn(number, captionSize, "No. of item / N° de l'envoi. May be opened officially / Peut être ouvert d'office")
	if err := d.code(box{number.x, 18, number.w, 17}, o.TrackingNo); err != nil {
		return err
	}
	d.line(box{number.x + 2, 36.5, number.w - 4, 6}, sizes{12, 6}, text{value: o.TrackingNo, weight: typeset.Bold, align: centre, whole: true})
	d.field(box{cn23Left, 45, 66, 12},
		"Sender's customs reference (if any) / Référence en douane de l'expéditeur (si elle existe)", 8, text{})
	d.field(box{cn23Left + 66, 45, 66, 12}, "Importer's reference (tax code, VAT No., importer code) / Référence de l'importateur "+
		"(code fiscal, n° de TVA, code de l'importateur)", 8, text{value: taxID(o), field: "consignee_identifcation_number"})
	d.field(box{cn23Left + 132, 45, 68, 12}, "Importer's telephone, e-mail / N° de téléphone, e-mail de l'importateur", 8,
		text{value: strings.TrimSpace(o.Consignee.Number + "\n" + o.Consignee.Email), field: "consignee_email"})
	return nil
}

// party draws a framed name and address.
func (d *drawer) party(b box, caption, prefix string, who *shipment.Party) {
	d.frame(b)
	bottom := d.captionIn(b, captionSize, caption)
	inner := box{b.x + cellPadding, bottom, b.w - 2*cellPadding, 0}
	name := text{value: who.Name, field: prefix + "_name", weight: typeset.Bold}
	if prefix == "pickup" {
		name.field = "pickup_contact_name"
	}
	if who.Name != "" {
		inner.h = 5
		d.line(inner, sizes{9, 5.5}, name)
		inner.y += inner.h
	}
	inner.h = b.y + b.h - 8.6 - inner.y
	d.block(inner, sizes{8.5, 4.5}, text{value: address(who), field: prefix + "_address"})
	inner.y, inner.h = b.y+b.h-8.4, 4
	d.line(inner, sizes{9, 5.5}, text{value: strings.ToUpper(who.Country.Name()), weight: typeset.Bold})
	inner.y += 4
	d.line(inner, sizes{8, 5.5}, text{value: who.Number, field: prefix + "_number"})
}

// taxID returns the consignee's identification, such as "LOCALTAXID 1-2345".
func taxID(o *shipment.Order) string {
	if o.ConsigneeIdentificationNumber == "" {
		return ""
	}
	return strings.TrimSpace(o.IdentificationDocumentName + " " + o.ConsigneeIdentificationNumber)
}

// cn23Tail draws the totals, the category and the signature, from y down.
func (d *drawer) cn23Tail(o *shipment.Order, y float64) {
	d.field(box{cn23Left, y, 40, 9}, "Total gross weight in kg (4) / Poids brut total", 9,
		text{value: weight(o, ""), weight: typeset.Bold, align: right, whole: true})
	d.field(box{cn23Left + 40, y, 60, 9}, "Total value (6) / Valeur totale", 9, totalText(o.Items))
	d.field(box{cn23Left + 100, y, 50, 9}, "Postal charges, fees (9) / Frais de port, frais", 9, text{})
	d.field(box{cn23Left + 150, y, 50, 9}, "Office of origin, date of posting / Bureau d'origine, date de dépôt", 9, text{})
	y += 9
	b := box{cn23Left, y, 132, 14}
	d.frame(b)
	d.captionIn(b, captionSize, "Category of item (10) / Catégorie de l'envoi")
	for i, c := range categories {
		d.tick(b.x+2+float64(i%2)*64, y+3.2+float64(i/2)*3.5, 6, c.caption, c.returned && o.Return)
	}
	d.field(box{cn23Left + 132, y, 68, 14}, "Comments (11): quarantine, sanitary or phytosanitary inspection, other restrictions\n"+
		"Observations: quarantaine, contrôles sanitaires ou phytosanitaires, autres restrictions", 8, text{})
	y += 14
	for i, caption := range []string{
		"Licence (12), No. / N° de la licence",
		"Certificate (13), No. / N° du certificat", "Invoice (14), No. / N° de la facture",
	} {
		d.field(box{cn23Left + float64(i)*44, y, 44, 8}, caption, 8, text{})
	}
	d.field(box{cn23Left + 132, y, 68, 23}, "Date and sender's signature (15) / Date et signature de l'expéditeur", 8, text{})
	y += 8
	b = box{cn23Left, y, 132, 15}
	d.frame(b)
	bottom := d.block(box{b.x + cellPadding, y + 0.6, b.w - 2*cellPadding, 7}, sizes{6, 4}, text{value: certifyEN})
	d.block(box{b.x + cellPadding, bottom + 0.6, b.w - 2*cellPadding, 7}, sizes{6, 4}, text{value: certifyFR})
}
