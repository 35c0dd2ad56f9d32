package label

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"waybill/internal/label/typeset"
	"waybill/internal/shipment"
)

// Positions on the commercial invoice, an A4 page, in mm.
const (
	a4Width       = 210.0
	a4Height      = 297.0
	invoiceLeft   = 15.0
	invoiceWidth  = 180.0
	invoiceFirst  = 122.0 // top of the table on the first page
	invoiceNext   = 28.0  // top of the table on the other pages
	invoiceBottom = 280.0
	invoiceHead   = 4.5
)

// drawInvoice draws the commercial invoice on as many A4 pages as its items need.
func (d *drawer) drawInvoice(s *Shipment) error {
	o := &s.Order
	t := table{drawer: d, x: invoiceLeft, heading: invoiceHead, headSize: 7, columns: []column{
		{"No.", 8, right},
		{"Description of goods", 60, start},
		{"Category", 26, start},
		{"HS code", 17, start},
		{"Origin", 14, start},
		{"Quantity", 14, right},
		{"Unit value", 20, right},
		{"Line value", 21, right},
	}}
	rows := make([][]text, len(o.Items))
	for i := range o.Items {
		rows[i] = invoiceRow(i, &o.Items[i])
	}
	sums := totals(o.Items)
	tail := 52 + 6*float64(len(sums))
	first, next := invoiceBottom-invoiceFirst-invoiceHead, invoiceBottom-invoiceNext-invoiceHead
	y, err := t.draw(rows, first, next, tail, func(page, pages int) (float64, error) { return d.beginInvoice(s, page, pages) })
	if err != nil {
		return err
	}
	d.invoiceTail(o, sums, y)
	return nil
}

// beginInvoice begins a page, numbered from 0, and returns the top of its table.
func (d *drawer) beginInvoice(s *Shipment, page, pages int) (top float64, err error) {
	d.begin(a4Width, a4Height)
	top = invoiceFirst
	if page == 0 {
		err = d.invoiceHead(s)
	} else {
		top = invoiceNext
		d.caption(invoiceLeft, 20, 12, typeset.Bold, "COMMERCIAL INVOICE")
		d.line(box{100, 15, 95, 7}, sizes{9, 6}, text{value: s.Order.TrackingNo, align: right, whole: true})
	}
	foot := fmt.Sprintf("Page %d of %d", page+1, pages)
	d.line(box{invoiceLeft, 284, invoiceWidth, 5}, sizes{7, 7}, text{value: foot, align: right})
	return top, err
}

func invoiceRow(i int, item *shipment.Item) []text {
	lines := []string{item.Desc, captioned("SKU", item.SKU), captioned("Product", item.ProductID)}
	return []text{
		{value: strconv.Itoa(i + 1)},
		{value: strings.Join(lines, "\n"), field: "items.item_desc"},
		{value: item.Category, field: "items.item_category"},
		{},
		{},
		{value: grouped(big.NewInt(int64(item.Quantity)))},
		{value: money(item.PriceCurrency, amount(item.PriceValue))},
		{value: money(item.PriceCurrency, lineValue(item))},
	}
}

// invoiceHead draws the parties and the terms, on the first page.
func (d *drawer) invoiceHead(s *Shipment) error {
	o := &s.Order
	d.caption(invoiceLeft, 24, 20, typeset.Bold, "COMMERCIAL INVOICE")
	if err := d.code(box{115, 12, 80, 14}, o.TrackingNo); err != nil {
		return err
	}
	d.line(box{115, 26.5, 80, 5}, sizes{10, 6}, text{value: o.TrackingNo, weight: typeset.Bold, align: centre, whole: true})
	d.party(box{invoiceLeft, 36, 90, 46}, "Shipper / exporter", "pickup", &o.Pickup)
	d.party(box{invoiceLeft + 90, 36, 90, 46}, "Consignee / importer", "consignee", &o.Consignee)
	ordered := ""
	if !o.CreatedOn.IsZero() {
		ordered = o.CreatedOn.UTC().Format(time.DateOnly)
	}
	fields := []struct{ caption, value, field string }{
		{"Invoice No.", "", ""},
		{"Invoice date", "", ""},
		{"Order reference", o.ShipperOrderID, "shipper_order_id"},
		{"Order date", ordered, ""},
		{"Incoterm", o.Incoterm, ""},
		{"Service", s.Service.Name, "service_id"},
		{"Air waybill No.", o.HAWBNo, ""},
		{"Consignee's tax or identity No.", taxID(o), "consignee_identifcation_number"},
		{"Country of dispatch", o.Pickup.Country.Name(), ""},
		{"Country of destination", o.Consignee.Country.Name(), ""},
		{"Gross weight", weight(o, " kg"), ""},
		{"Package (1)", dimensions(o), ""},
	}
	for i, f := range fields {
		b := box{invoiceLeft + float64(i%4)*45, 85 + float64(i/4)*11, 45, 11}
		d.field(b, f.caption, 9, text{value: f.value, field: f.field})
	}
	return nil
}

// invoiceTail draws the totals and the signature.
func (d *drawer) invoiceTail(o *shipment.Order, sums []total, y float64) {
	y += 3
	count := int64(0)
	for i := range o.Items {
		count += int64(o.Items[i].Quantity)
	}
	d.line(box{invoiceLeft, y, 90, 6}, sizes{8, 8}, text{value: "Total quantity: " + grouped(big.NewInt(count))})
	for _, sum := range sums {
		b := box{invoiceLeft + 90, y, 90, 6}
		d.line(b, sizes{11, 6}, text{value: "Total " + sum.String(), weight: typeset.Bold, align: right, whole: true})
		y += 6
	}
	y += 4
	declare := "We declare that this invoice shows the actual values of the goods described and that all particulars are true and correct."
	y = d.block(box{invoiceLeft, y, invoiceWidth, 8}, sizes{8, 6}, text{value: declare})
	y += 3
	for i, caption := range []string{"Name and position", "Signature and stamp", "Date and place"} {
		d.field(box{invoiceLeft + float64(i)*60, y, 60, 24}, caption, 9, text{})
	}
}
