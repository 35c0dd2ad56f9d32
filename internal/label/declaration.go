package label

import (
	"cmp"
	_ "embed"
	"math/big"
	"slices"
	"strings"
	"time"

	"waybill/internal/each"
	"waybill/internal/shipment"
)

// declaration is what the customs declarations and the invoice say about an order. The cells of absent values
// stay empty, to be filled in by hand.
type declaration struct {
	order    *shipment.Order
	service  string
	proforma bool // the invoice is not a request for payment

	aboveCN22 bool // the goods are worth more than a CN 22 may declare

	invoiceNo          string
	invoiceDate        string // YYYY-MM-DD
	reason             string // of the export: one of those in words.csv, or "" when it is unknown
	exporter, importer []shipment.TaxID
	charges            []charge // that there are; a discount is negative
	trade              *shipment.OrderTrade
	goods              []goods
}

// charge is a charge beside the value of the goods.
type charge struct {
	name string
	total
}

// goods is one line of goods.
type goods struct {
	description string
	details     string           // category and numbers, for the invoice
	hazard      string           // what dangerous goods it is
	hsCode      string           // of the Harmonised System
	origin      shipment.Country // where the goods were made
	netWeight   *big.Int         // of all pieces, in thousandths of a kg; nil when absent
	quantity    int64
	unit, value total // of a piece, and of all
}

// weight returns the net weight, "" when absent.
func (g *goods) weight() string { return kilograms(g.netWeight) }

//go:embed words.csv
var wordsCSV string

// words are what the customs forms and the invoice say for a value of a field.
type words struct{ field, value, form, invoice string }

// exportReason is the field of the reason for the export.
const exportReason = "export_reason"

var allWords = each.Of(shipment.Rows("words.csv", wordsCSV)[1:], func(row []string) words { return words{row[0], row[1], row[2], row[3]} })

// wordsOf returns the words for a value, none for another one.
func wordsOf(field, value string) words {
	i := slices.IndexFunc(allWords, func(w words) bool { return w.field == field && w.value == value })
	if i < 0 {
		return words{}
	}
	return allWords[i]
}

// declare returns what the documents of a shipment say. An order without an invoice of its own has the tracking
// number as the number of its invoice, and one without a date the day in UTC on which it was created.
func declare(s *Shipment) *declaration {
	o, t := &s.Order, tradeOf(&s.Order)
	d := &declaration{
		aboveCN22: s.AboveCN22, order: o, trade: t, service: s.Service.Name,
		invoiceNo: cmp.Or(t.InvoiceNo, o.TrackingNo), invoiceDate: t.InvoiceDate, reason: t.ExportReason,
		exporter: taxIDsOf(o, shipment.PartyShipper), importer: taxIDsOf(o, shipment.PartyConsignee),
		goods: make([]goods, len(o.Items)),
	}
	if !o.CreatedOn.IsZero() {
		d.invoiceDate = cmp.Or(d.invoiceDate, o.CreatedOn.UTC().Format(time.DateOnly))
	}
	if o.Return {
		d.reason = cmp.Or(d.reason, shipment.ExportReturn)
	}
	for _, c := range t.Charges() {
		if c.Off {
			c.Amount = -c.Amount
		}
		if c.Amount != 0 {
			d.charges = append(d.charges, charge{c.Name, total{t.AmountCurrency, big.NewInt(int64(c.Amount))}})
		}
	}
	for i := range o.Items {
		d.goods[i] = lineOf(&o.Items[i])
	}
	return d
}

// taxIDsOf returns the tax ids of a party. An IOSS number is for the customs of the EU alone: printed on other
// parcels, it would give away a number that others can misuse.
func taxIDsOf(o *shipment.Order, party string) []shipment.TaxID {
	return slices.DeleteFunc(o.TaxIDsOf(party), func(id shipment.TaxID) bool {
		return id.Type == shipment.TaxIOSS && !o.Consignee.InGroup("EU")
	})
}

func lineOf(item *shipment.Item) goods {
	g := goods{
		description: item.CustomsDesc(),
		details:     joined(" · ", item.Category, prefixed("SKU:\u00a0", item.SKU), prefixed("Product:\u00a0", item.ProductID)),
		quantity:    item.Quantity,
		unit:        total{item.PriceCurrency, big.NewInt(int64(item.DeclaredValue()))},
		value:       lineTotal(item),
	}
	if t := item.Trade; t != nil {
		g.hsCode, g.origin = t.HSCode, t.OriginCountry
		g.hazard = joined(", ", t.UNNumber, prefixed("class\u00a0", t.HazardClass), t.PackingInstruction, t.HazardQuantity)
		if t.Weight > 0 {
			g.netWeight = new(big.Int).Mul(big.NewInt(int64(t.Weight)), big.NewInt(item.Quantity))
		}
	}
	return g
}

// value returns the value of a range of the goods by currency.
func (d *declaration) value(from, to int) []total {
	return totals(to-from, func(i int) total { return d.goods[from+i].value })
}

// inOrderOf sorts totals by the order of all.
func inOrderOf(all, totals []total) []total {
	at := func(t total) int {
		return slices.IndexFunc(all, func(a total) bool { return a.currency == t.currency })
	}
	slices.SortFunc(totals, func(a, b total) int { return at(a) - at(b) })
	return totals
}

// payable returns the value of all goods with the charges, by currency.
func (d *declaration) payable() []total {
	values := d.value(0, len(d.goods))
	values = append(values, each.Of(d.charges, func(c charge) total { return c.total })...)
	return totals(len(values), func(i int) total { return values[i] })
}

// netWeight returns the net weight of all goods in thousandths of a kg, nil when a line has none.
func (d *declaration) netWeight() *big.Int {
	sum := new(big.Int)
	for i := range d.goods {
		if d.goods[i].netWeight == nil {
			return nil
		}
		sum.Add(sum, d.goods[i].netWeight)
	}
	return sum
}

// quantity returns the number of pieces of all goods.
func (d *declaration) quantity() (sum int64) {
	for i := range d.goods {
		sum += d.goods[i].quantity
	}
	return sum
}

// place returns the place that the incoterm names: that of the sender if the consignee or its carrier takes the goods there,
// else that of the consignee. The field is that of its city, or of its state if it has no city.
func (d *declaration) place() (name, field string) {
	to, prefix := &d.order.Consignee, "consignee"
	if term := d.order.Incoterm; term == "EXW" || term == "FCA" {
		to, prefix = &d.order.Pickup, "pickup"
	}
	city, field := to.City, prefix+"_city"
	if city == "" {
		city, field = to.State, prefix+"_state"
	}
	return joined(", ", city, to.Country.Name()), field
}

// text returns the description of the goods, with what dangerous goods they are.
func (g *goods) text() string {
	if g.hazard == "" {
		return g.description
	}
	return g.description + " (" + g.hazard + ")"
}

// reasonText returns the reason for the export in words.
func (d *declaration) reasonText() string {
	if d.reason == shipment.ExportOther && d.trade.ExportReasonText != "" {
		return d.trade.ExportReasonText
	}
	return joined(": ", wordsOf(exportReason, d.reason).invoice, d.trade.ExportReasonText)
}

// exporterNumbers returns the numbers of the exporter, one a line.
func (d *declaration) exporterNumbers() string {
	return joined("\n", d.trade.ExporterReference, taxIDs(d.exporter))
}

// customsReference returns the numbers of the exporter and of the export filing, one a line.
func (d *declaration) customsReference() string {
	return joined("\n", d.exporterNumbers(), prefixed("ITN:\u00a0", d.trade.ExportITN), d.trade.ExportExemption,
		prefixed("MRN:\u00a0", d.trade.ExportMRN), prefixed("FDA prior notice:\u00a0", d.trade.PriorNoticeNo))
}

// importerNumbers returns the numbers of the importer, one a line.
func (d *declaration) importerNumbers() string {
	return joined("\n", d.trade.ImporterReference, taxIDs(d.importer))
}

// signature returns who signed the declaration, where and when.
func (d *declaration) signature() string {
	return joined(", ", d.trade.SignerName, d.trade.SignerPlace, d.trade.SignedOn)
}

// remarks returns what customs or the post must know and what has no box of its own.
func (d *declaration) remarks() string {
	t := d.trade
	return joined("; ", wordsOf("non_delivery_option", t.NonDeliveryOption).form, wordsOf("export_type", t.ExportType).form,
		wordsOf("duties_paid_by", t.DutiesPaidBy).form)
}

// taxIDs formats tax numbers, one a line.
func taxIDs(ids []shipment.TaxID) string {
	return strings.Join(each.Of(ids, func(id shipment.TaxID) string { return strings.TrimSpace(id.Type + " " + id.Number) }), "\n")
}

// prefixed returns a value behind its caption, or "" without a value.
func prefixed(caption, value string) string {
	if value == "" {
		return ""
	}
	return caption + value
}

// joined joins the texts that are not empty.
func joined(separator string, texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(t string) bool { return t == "" }), separator)
}
