package label

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/each"
	"waybill/internal/label/typeset"
	"waybill/internal/shipment"
)

// Positions on the CN 23, an A5 page in landscape, in mm.
const (
	cn23Width   = 210.0
	cn23Height  = 148.0
	cn23Left    = 5.0
	cn23Table   = 57.0
	cn23Bottom  = 143.0
	cn23Tail    = 38.5 // height of the part below the table, on the last page
	cn23Heading = 9.0
	cn23Sum     = 5.4 // height of a row of sums
)

// commercialOnly stands above what only commercial items need.
const commercialOnly = "For commercial items only\nEnvois commerciaux seulement"

// drawCN23 draws the CN 23 on an A5 page. If not all goods fit, the invoice is attached, which has them all.
func (d *drawer) drawCN23(of *declaration) error {
	t := table{drawer: d, x: cn23Left, heading: cn23Heading, headSize: captionSize, sizes: rowSizes, padding: cellPadding, columns: []column{
		{"Detailed description of contents (1)\nDescription détaillée du contenu", 72, start},
		{"Quantity (2)\nQuantité", 18, right},
		{"Net weight in kg (3)\nPoids net", 22, right},
		{"Value (5)\nValeur", 32, right},
		{"HS tariff number (7)\nN° tarifaire du SH\n" + commercialOnly, 28, start},
		{"Country of origin (8)\nPays d'origine\n" + commercialOnly, 28, start},
	}}
	goods := make([]row, 0, len(of.goods))
	for i := range of.goods {
		g := &of.goods[i]
		goods = append(goods, row{caption: itemCaption(i), cells: []text{
			{value: g.text(), field: "items.item_desc"},
			{value: grouped(big.NewInt(g.quantity))},
			{value: g.weight()},
			{value: g.value.String()},
			{value: g.hsCode, whole: true},
			{value: g.origin.Name()},
		}})
	}
	invoiced := *of
	invoiced.proforma = of.reason != "" && of.reason != "sale"
	papers := strings.ToLower(invoiced.invoiceTitle()) + " " + of.invoiceNo
	sums, attached := of.cn23Sums()
	body := box{y: cn23Table, h: cn23Bottom - cn23Tail - cn23Table}
	rows, short := t.shorten(goods, sums, body.h-cn23Heading, func(left int) row {
		return row{columns: []column{{"", cn23Width - 2*cn23Left, start}}, sizes: rowSizes, height: cn23Sum, cells: []text{{
			value: fmt.Sprintf("+ %d: see the attached %s / voir la facture ci-jointe", left, papers),
		}}}
	})
	err := d.form("CN 23", cn23Width, cn23Height, leastLetters, box{120, 5.5, 50, 4}, func() error {
		d.begin(cn23Width, cn23Height)
		t.page(body, rows, nil)
		d.cn23Tail(of, cn23Bottom-cn23Tail)
		return d.cn23Head(of)
	})
	if err == nil && (short || attached) {
		err = d.drawInvoice(&invoiced)
	}
	return err
}

// itemCaption says which goods a text that continues on a further page is about.
func itemCaption(i int) string { return "Item " + strconv.Itoa(i+1) }

// cn23Sums returns the row of the gross weight and the total value. Further currencies have further rows, two in a row if there are
// more than three. If there are more than six, the rows refer to the invoice, and attached is true.
func (d *declaration) cn23Sums() (rows []row, attached bool) {
	columns := []column{{"", 90, right}, {"", 22, right}, {"", 32, right}, {"", 56, right}}
	caption, gross := "Total gross weight in kg (4), total value (6) / Poids brut total, valeur totale", weight(d.order, "")
	const most, perRow = 6, 2
	values := each.Of(d.value(0, len(d.goods)), total.String)
	if attached = len(values) > most; attached {
		values = append(values[:most-1], fmt.Sprintf("+ %d: see invoice / voir facture", len(values)-most+1))
	}
	n := 1
	if len(values) > 3 {
		n = perRow
	}
	for of := range slices.Chunk(values, n) {
		r := row{columns: columns, sizes: rowSizes, height: cn23Sum, cells: []text{
			{value: caption}, {value: gross, caption: "Total gross weight", weight: typeset.Bold}, {}, {},
		}}
		for i, value := range of {
			r.cells[2+i] = text{value: value, caption: "Total value", weight: typeset.Bold}
		}
		rows = append(rows, r)
		caption, gross = "", ""
	}
	return rows, attached
}

// cn23Head draws the parties and the tracking number.
func (d *drawer) cn23Head(of *declaration) error {
	o := of.order
	d.caption(cn23Left, 9.5, 11, typeset.Bold, "CUSTOMS DECLARATION")
	d.caption(cn23Left+54, 9.5, 9, typeset.Regular, "DÉCLARATION EN DOUANE")
	d.captionIn(box{106, 4, 40, 8}, captionSize, "Designated operator / Opérateur désigné")
	d.line(box{160, 4.5, 45, 6}, sizes{14, 14}, text{value: "CN 23", weight: typeset.Bold, align: right})
	d.party(box{cn23Left, 12, 66, 33}, "From / De: name, address, telephone / nom, adresse, téléphone", "pickup", senderOf(o))
	d.party(box{cn23Left + 66, 12, 66, 33}, "To / À: name, address / nom, adresse", "consignee", consigneeOf(o))
	if err := d.cn23Numbers(box{cn23Left + 132, 12, 68, 33}, o); err != nil {
		return err
	}
	d.field(box{cn23Left, 45, 66, 12}, "Sender's customs reference (if any) / Référence en douane de l'expéditeur (si elle existe)", 8,
		text{value: of.customsReference()})
	d.field(box{cn23Left + 66, 45, 66, 12}, "Importer's reference (if any) (tax code, VAT No., importer code) (optional) / "+
		"Référence de l'importateur (si elle existe) (code fiscal, n° de TVA, code de l'importateur) (facultatif)", 8,
		text{value: of.importerNumbers(), field: "consignee_identifcation_number"})
	importer, field := of.trade.Importer, "importer_name"
	if importer == (shipment.Party{}) {
		importer, field = shipment.Party{Number: o.Consignee.Number, Email: o.Consignee.Email}, "consignee_email"
	}
	d.field(box{cn23Left + 132, 45, 68, 12},
		"Importer's telephone, e-mail (if known) / N° de téléphone, e-mail de l'importateur (si connus)", 8,
		text{value: joined("\n", importer.Name, importer.Number, importer.Email), field: field})
	return nil
}

// cn23Numbers draws the number of the postal item, or leaves it empty for the post, above our own number.
func (d *drawer) cn23Numbers(b box, o *shipment.Order) error {
	const forPost = 10.0 // height of the cell of the post if its number is not known
	no := itemNumber(o)
	d.titled(b, "No. of item / N° de l'envoi. May be opened officially / Peut être ouvert d'office\n"+
		"Important! See instructions on the back / Voir les instructions au verso")
	if no == "" {
		no = o.TrackingNo
		b = box{b.x, b.y + forPost, b.w, b.h - forPost}
		d.titled(b, "Sender's reference / Référence de l'expéditeur")
	}
	if err := d.code(box{b.x, b.y + b.h - 23 + 3.5, b.w, 13.5}, no); err != nil {
		return err
	}
	d.line(box{b.x + 2, b.y + b.h - 5.5, b.w - 4, 5}, sizes{11, 6}, text{value: no, weight: typeset.Bold, align: centre, whole: true})
	return nil
}

// charged formats the named charges, one a line.
func (d *declaration) charged(names ...string) string {
	var lines []string
	for _, c := range d.charges {
		if slices.Contains(names, c.name) {
			lines = append(lines, c.name+string(noBreak)+c.String())
		}
	}
	return strings.Join(lines, "\n")
}

// cn23Tail draws the category, the papers and the signature, from y down.
func (d *drawer) cn23Tail(of *declaration, y float64) {
	b := box{cn23Left, y, 132, 14}
	d.titled(b, "Category of item (10) / Catégorie de l'envoi")
	d.reasons(b.x+2, y+3.2, 64, 3.5, 6, box{b.x + 66, y + 10.2, 64, 3.3}, of)
	d.field(box{cn23Left + 132, y, 68, 14}, "Comments (11): quarantine, sanitary or phytosanitary inspection / "+
		"Observations: quarantaine, contrôle sanitaire ou phytosanitaire", 8, text{value: of.remarks()})
	y += 14
	x := cn23Left
	charges := of.charged("Freight", "Insurance", "Handling")
	for _, f := range []struct {
		width float64
		text  text
	}{
		{22, text{caption: "Licence (12), No.\nN° de la licence", value: of.trade.LicenceNo, field: "licence_no"}},
		{22, text{caption: "Certificate (13), No.\nN° du certificat", value: of.trade.CertificateNo, field: "certificate_no"}},
		{30, text{caption: "Invoice (14), No.\nN° de la facture", value: of.invoiceNo}},
		{28, text{caption: "Postal charges, fees (9)\nFrais de port, frais", value: charges, whole: true}},
		{30, text{caption: "Office of origin, date of posting\nBureau d'origine, date de dépôt"}},
	} {
		d.field(box{x, y, f.width, 11}, f.text.caption, 8, f.text)
		x += f.width
	}
	d.field(box{cn23Left + 132, y, 68, 24.5}, "Date and sender's signature (15) / Date et signature de l'expéditeur", 8,
		text{value: of.signature(), field: "signer_name"})
	y += 11
	b = box{cn23Left, y, 132, 13.5}
	d.frame(b)
	d.certify(box{b.x + cellPadding, y + 0.6, b.w - 2*cellPadding, 12.5}, 6, "cn23", of)
}
