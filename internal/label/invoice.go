package label

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/label/typeset"
	"waybill/internal/shipment"
)

// Positions on the commercial invoice, an A4 page, in mm.
const (
	a4Width       = 210.0
	a4Height      = 297.0
	invoiceLeft   = 15.0
	invoiceWidth  = 180.0
	invoiceFirst  = 107.0 // top of the table on the first page
	invoiceNext   = 46.0  // top of the table on the other pages
	invoiceBottom = 282.0
	invoiceTail   = 45.0
	invoiceHead   = 4.5
	invoiceSum    = 6.0 // height of a row of sums
)

// drawInvoice draws the commercial or proforma invoice on as many A4 pages as its goods need.
func (d *drawer) drawInvoice(of *declaration) error {
	return d.form(of.invoiceTitle(), a4Width, a4Height, leastLetters, box{invoiceLeft, 284, 60, 5}, func() error { return d.invoicePages(of) })
}

func (d *drawer) invoicePages(of *declaration) error {
	t := table{drawer: d, x: invoiceLeft, heading: invoiceHead, headSize: 7, sizes: rowSizes, padding: cellPadding, columns: []column{
		{"No.", 8, right},
		{"Description of goods", 60, start},
		{"HS code", 20, start},
		{"Origin", 18, start},
		{"Net kg", 14, right},
		{"Pieces", 14, right},
		{"Unit value", 22, right},
		{"Line value", 24, right},
	}}
	rows := make([]row, 0, len(of.goods))
	for i := range of.goods {
		rows = append(rows, row{cells: of.goods[i].invoiceCells(i)})
	}
	all := of.value(0, len(of.goods))
	err := t.draw(append(rows, of.invoiceSums()...), flow{
		first: invoiceFirst + of.optionalHeadHeight(), next: invoiceNext, bottom: invoiceBottom, tail: invoiceTail,
		begin: func(page, pages int) error { return d.beginInvoice(of, page, pages) },
		subtotals: func(from, to int) []row {
			return invoiceRows("Subtotal of this page", inOrderOf(all, of.value(from, to)), rowSizes, typeset.Regular)
		},
	})
	if err != nil {
		return err
	}
	d.invoiceTail(of, invoiceBottom-invoiceTail)
	return nil
}

func (g *goods) invoiceCells(i int) []text {
	return []text{
		{value: strconv.Itoa(i + 1)},
		{value: joined("\n", g.description, g.hazard, g.details), field: "items.item_desc"},
		{value: g.hsCode, whole: true},
		{value: g.origin.Name()},
		{value: g.weight()},
		{value: grouped(big.NewInt(g.quantity))},
		{value: g.unit.String()},
		{value: g.value.String()},
	}
}

// invoiceSums returns the rows of the charges and of the total in each currency.
func (d *declaration) invoiceSums() []row {
	var rows []row
	if len(d.charges) > 0 {
		rows = invoiceRows("Goods", d.value(0, len(d.goods)), rowSizes, typeset.Regular)
	}
	for _, c := range d.charges {
		rows = append(rows, invoiceRows(c.name, []total{c.total}, rowSizes, typeset.Regular)...)
	}
	return append(rows, invoiceRows("Total", d.payable(), sizes{9.5, rowFloor}, typeset.Bold)...)
}

// invoiceRows returns a row for each sum.
func invoiceRows(caption string, sums []total, size sizes, weight typeset.Weight) []row {
	columns := []column{{"", 134, right}, {"", 46, right}}
	rows := make([]row, len(sums))
	for i, sum := range sums {
		rows[i] = row{columns: columns, sizes: size, height: invoiceSum, cells: []text{
			{value: caption, weight: weight},
			{value: sum.String(), weight: weight},
		}}
	}
	return rows
}

// beginInvoice begins a page, numbered from 0, with the parties and the number of the invoice.
func (d *drawer) beginInvoice(of *declaration, page, pages int) error {
	d.begin(a4Width, a4Height)
	foot := fmt.Sprintf("Page %d of %d", page+1, pages)
	d.line(box{invoiceLeft, 284, invoiceWidth, 5}, sizes{7, 7}, text{value: foot, align: right})
	if page == 0 {
		return d.invoiceHead(of)
	}
	d.caption(invoiceLeft, 18, 13, typeset.Bold, of.invoiceTitle())
	number := strings.TrimSpace(of.invoiceNo + "   " + of.invoiceDate)
	d.line(box{100, 13, 95, 7}, sizes{10, 6}, text{value: number, weight: typeset.Bold, align: right, whole: true})
	least := d.least
	d.least = 0 // the first page has the whole addresses
	d.party(box{invoiceLeft, 21, 90, 22}, "Shipper / exporter", "pickup", senderOf(of.order))
	d.party(box{invoiceLeft + 90, 21, 90, 22}, "Consignee / importer", "consignee", consigneeOf(of.order))
	d.least = least
	return nil
}

// invoiceHead draws the parties and the terms, on the first page.
func (d *drawer) invoiceHead(of *declaration) error {
	o := of.order
	d.caption(invoiceLeft, 22, 20, typeset.Bold, of.invoiceTitle())
	if err := d.code(box{115, 10.4, 80, 14}, o.TrackingNo); err != nil {
		return err
	}
	d.line(box{115, 24.5, 80, 5}, sizes{10, 6}, text{value: o.TrackingNo, weight: typeset.Bold, align: centre, whole: true})
	d.partyWithEmail(box{invoiceLeft, 31, 90, 38}, "Shipper / exporter", "pickup", senderOf(o))
	d.partyWithEmail(box{invoiceLeft + 90, 31, 90, 38}, "Consignee / importer", "consignee", consigneeOf(o))
	d.grid(69, 11.5, []text{
		{caption: "Invoice No.", value: of.invoiceNo},
		{caption: "Invoice date", value: of.invoiceDate},
		{caption: "Order reference", value: o.ShipperOrderID, field: "shipper_order_id"},
		{caption: "Air waybill No.", value: cmp.Or(o.HAWBNo, o.TrackingNo)},
		{caption: "Exporter's customs or tax No.", value: of.exporterNumbers()},
		{caption: "Importer's tax or identity No.", value: of.importerNumbers(), field: "consignee_identifcation_number"},
		{caption: "Reason for export", value: of.reasonText(), field: "export_reason_text"},
		of.terms(),
		{caption: "Country of dispatch", value: o.Pickup.Country.Name()},
		{caption: "Country of destination", value: o.Consignee.Country.Name()},
		{caption: "Service", value: of.service, field: "service_id"},
		{caption: "Dimensions of the package", value: dimensions(o), whole: true},
	})
	y := 103.5
	if more := of.moreFields(); more != nil {
		d.grid(y, 11.5, more)
		y += 11.5
	}
	if of.hasThirdParties() {
		d.partyWithEmail(box{invoiceLeft, y, 90, thirdPartyHeight}, "Importer of record", "importer", party{Party: &of.trade.Importer})
		d.partyWithEmail(box{invoiceLeft + 90, y, 90, thirdPartyHeight}, "Sold to", "sold_to", party{Party: &of.trade.SoldTo})
	}
	return nil
}

// thirdPartyHeight is the height of the importer of record and the buyer.
const thirdPartyHeight = 24.0

func (d *declaration) hasThirdParties() bool {
	return d.trade.Importer != (shipment.Party{}) || d.trade.SoldTo != (shipment.Party{})
}

// optionalHeadHeight returns the height of what only some invoices have in their head.
func (d *declaration) optionalHeadHeight() (height float64) {
	if d.moreFields() != nil {
		height += 11.5
	}
	if d.hasThirdParties() {
		height += thirdPartyHeight
	}
	return height
}

// moreFields returns the fields that only some invoices have, nil if the order has none of them.
func (d *declaration) moreFields() []text {
	t := d.trade
	fields := []text{
		{caption: "Licence, certificate No.", value: joined("\n", t.LicenceNo, t.CertificateNo), field: "licence_no"},
		{caption: "Export filing: ITN or exemption", value: joined("\n", t.ExportITN, t.ExportExemption,
			prefixed("MRN:\u00a0", t.ExportMRN), prefixed("FDA prior notice:\u00a0", t.PriorNoticeNo)), field: "export_itn"},
		{caption: "Duties and taxes paid by", value: wordsOf("duties_paid_by", t.DutiesPaidBy).invoice},
		{caption: "Type of export", value: wordsOf("export_type", t.ExportType).invoice},
	}
	if !slices.ContainsFunc(fields, func(t text) bool { return t.value != "" }) {
		return nil
	}
	return fields
}

// grid draws fields from y down, four in a row.
func (d *drawer) grid(y, height float64, fields []text) {
	const width = invoiceWidth / 4
	for i, t := range fields {
		d.field(box{invoiceLeft + float64(i%4)*width, y + float64(i/4)*height, width, height}, t.caption, 9, t)
	}
}

func (d *declaration) invoiceTitle() string {
	if d.proforma {
		return "PROFORMA INVOICE"
	}
	return "COMMERCIAL INVOICE"
}

// terms returns the incoterm with its place, without a value if there is none.
func (d *declaration) terms() text {
	t := text{caption: "Terms of delivery (incoterm and named place)"}
	if d.order.Incoterm == "" {
		return t
	}
	term := d.order.Incoterm
	if term == "DDU" { // DAP replaced it in Incoterms 2010
		term = "DAP"
	}
	t.value, t.field = d.place()
	t.value = term + " " + t.value
	return t
}

// invoiceTail draws the weights and the signature.
func (d *drawer) invoiceTail(of *declaration, y float64) {
	d.grid(y, 9.5, []text{
		{caption: "Packages", value: "1"},
		{caption: "Total pieces", value: grouped(big.NewInt(of.quantity())), whole: true},
		{caption: "Total net weight in kg", value: kilograms(of.netWeight()), whole: true},
		{caption: "Gross weight in kg", value: weight(of.order, ""), whole: true},
	})
	declare := "We declare that this invoice shows the actual values of the goods described and that all particulars are true and correct."
	if of.proforma {
		declare = "Not for payment: values for customs purposes only. We declare that they are the actual values of the goods " +
			"described and that all particulars are true and correct."
	}
	d.block(box{invoiceLeft, y + 12, invoiceWidth, 5}, sizes{8, 6}, text{value: declare})
	for i, t := range []text{
		{caption: "Name and position", value: of.trade.SignerName, field: "signer_name"},
		{caption: "Signature and stamp"},
		{caption: "Date and place", value: joined(", ", of.trade.SignedOn, of.trade.SignerPlace), field: "signer_place"},
	} {
		d.field(box{invoiceLeft + float64(i)*60, y + 19, 60, invoiceTail - 19}, t.caption, 9, t)
	}
}
