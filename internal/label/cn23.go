package label

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

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

// drawCN23 draws the CN 23 on A5 pages. Every page has the parties, the last one the totals and the
// signature.
func (d *drawer) drawCN23(of *declaration) error {
	t := table{drawer: d, x: cn23Left, heading: cn23Heading, headSize: captionSize, sizes: rowSizes, padding: cellPadding, columns: []column{
		{"Detailed description of contents (1)\nDescription détaillée du contenu", 72, start},
		{"Quantity (2)\nQuantité", 18, right},
		{"Net weight in kg (3)\nPoids net", 22, right},
		{"Value (5)\nValeur", 32, right},
		{"HS tariff number (7)\nN° tarifaire du SH\n" + commercialOnly, 28, start},
		{"Country of origin (8)\nPays d'origine\n" + commercialOnly, 28, start},
	}}
	rows := make([]row, 0, len(of.goods))
	for i := range of.goods {
		g := &of.goods[i]
		rows = append(rows, row{cells: []text{
			{value: g.text(), field: "items.item_desc"},
			{value: grouped(big.NewInt(g.quantity))},
			{value: g.weight()},
			{value: g.value.String()},
			{value: g.hsCode, whole: true},
			{value: g.origin.Name()},
		}})
	}
	err := t.draw(append(rows, of.cn23Sums()...), flow{
		first: cn23Table, next: cn23Table, bottom: cn23Bottom, tail: cn23Tail,
		begin: func(page, pages int) error {
			d.begin(cn23Width, cn23Height)
			return d.cn23Head(of, page+1, pages)
		},
	})
	if err != nil {
		return err
	}
	d.cn23Tail(of, cn23Bottom-cn23Tail)
	return nil
}

// cn23Sums returns the row of the gross weight and the total value. Further currencies have further rows, two
// in a row if there are more than three.
func (d *declaration) cn23Sums() []row {
	columns := []column{{"", 90, right}, {"", 22, right}, {"", 32, right}, {"", 56, right}}
	caption, gross := "Total gross weight in kg (4), total value (6) / Poids brut total, valeur totale", weight(d.order, "")
	perRow := 1
	sums := d.value(0, len(d.goods))
	if len(sums) > 3 {
		perRow = 2
	}
	var rows []row
	for of := range slices.Chunk(sums, perRow) {
		r := row{columns: columns, sizes: rowSizes, height: cn23Sum, cells: []text{{value: caption}, {value: gross}, {}, {}}}
		for i, sum := range of {
			r.cells[2+i].value = sum.String()
		}
		for i := range r.cells[1:] {
			r.cells[1+i].weight = typeset.Bold
		}
		rows = append(rows, r)
		caption, gross = "", ""
	}
	return rows
}

// cn23Head draws the parties and the tracking number.
func (d *drawer) cn23Head(of *declaration, page, pages int) error {
	o := of.order
	d.caption(cn23Left, 9.5, 11, typeset.Bold, "CUSTOMS DECLARATION")
	d.caption(cn23Left+54, 9.5, 9, typeset.Regular, "DÉCLARATION EN DOUANE")
	d.captionIn(box{106, 4, 40, 8}, captionSize, "Designated operator / Opérateur désigné")
	d.line(box{160, 4.5, 45, 6}, sizes{14, 14}, text{value: "CN 23", weight: typeset.Bold, align: right})
	if pages > 1 {
		d.line(box{130, 5.5, 45, 4}, sizes{7, 7}, text{value: fmt.Sprintf("Page %d / %d", page, pages)})
	}
	d.party(box{cn23Left, 12, 66, 33}, "From / De: name, address, telephone / nom, adresse, téléphone", "pickup", &o.Pickup)
	d.party(box{cn23Left + 66, 12, 66, 33}, "To / À: name, address / nom, adresse", "consignee", &o.Consignee)
	if err := d.cn23Numbers(box{cn23Left + 132, 12, 68, 33}, o); err != nil {
		return err
	}
	d.field(box{cn23Left, 45, 66, 12}, "Sender's customs reference (if any) / Référence en douane de l'expéditeur (si elle existe)", 8,
		text{value: of.customsReference()})
	d.field(box{cn23Left + 66, 45, 66, 12}, "Importer's reference (if any) (tax code, VAT No., importer code) (optional) / "+
		"Référence de l'importateur (si elle existe) (code fiscal, n° de TVA, code de l'importateur) (facultatif)", 8,
		text{value: of.importerNumbers(), field: "consignee_identifcation_number"})
	importer := cmp.Or(of.trade.Importer, shipment.Party{Number: o.Consignee.Number, Email: o.Consignee.Email})
	d.field(box{cn23Left + 132, 45, 68, 12},
		"Importer's telephone, e-mail (if known) / N° de téléphone, e-mail de l'importateur (si connus)", 8,
		text{value: joined("\n", importer.Name, importer.Number, importer.Email), field: "consignee_email"})
	return nil
}

// cn23Numbers draws the number of the postal item, or leaves it empty for the post, above our own number.
func (d *drawer) cn23Numbers(b box, o *shipment.Order) error {
	const forPost = 10.0 // height of the cell of the post if its number is not known
	no := itemNumber(o)
	d.frame(b)
	d.captionIn(b, captionSize, "No. of item / N° de l'envoi. May be opened officially / Peut être ouvert d'office\n"+
		"Important! See instructions on the back / Voir les instructions au verso")
	if no == "" {
		no = o.TrackingNo
		b = box{b.x, b.y + forPost, b.w, b.h - forPost}
		d.frame(b)
		d.captionIn(b, captionSize, "Sender's reference / Référence de l'expéditeur")
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
	d.frame(b)
	d.captionIn(b, captionSize, "Category of item (10) / Catégorie de l'envoi")
	d.reasons(b.x+2, y+3.2, 64, 3.5, 6, of)
	d.field(box{cn23Left + 132, y, 68, 14}, "Comments (11): quarantine, sanitary or phytosanitary inspection, other restrictions\n"+
		"Observations: quarantaine, contrôles sanitaires ou phytosanitaires, autres restrictions", 8, text{value: of.remarks()})
	y += 14
	x := cn23Left
	charges := of.charged("Freight", "Insurance", "Handling")
	for _, f := range []struct {
		width   float64
		caption string
		value   text
	}{
		{22, "Licence (12), No.\nN° de la licence", text{value: of.trade.LicenceNo, field: "licence_no"}},
		{22, "Certificate (13), No.\nN° du certificat", text{value: of.trade.CertificateNo, field: "certificate_no"}},
		{30, "Invoice (14), No.\nN° de la facture", text{value: of.invoiceNo}},
		{28, "Postal charges, fees (9)\nFrais de port, frais", text{value: charges, whole: true}},
		{30, "Office of origin, date of posting\nBureau d'origine, date de dépôt", text{}},
	} {
		d.field(box{x, y, f.width, 11}, f.caption, 8, f.value)
		x += f.width
	}
	d.field(box{cn23Left + 132, y, 68, 24.5}, "Date and sender's signature (15) / Date et signature de l'expéditeur", 8,
		text{value: of.signature(), field: "signer_name"})
	y += 11
	b = box{cn23Left, y, 132, 13.5}
	d.frame(b)
	d.certify(box{b.x + cellPadding, y + 0.6, b.w - 2*cellPadding, 12.5}, 6, certifyCN23, of)
}
