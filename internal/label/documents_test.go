package label

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
)

// page is what a page says.
type page struct {
	width, height float64
	lines         []ink
}

// size returns the size of the letters of a line, in points, or 0 if the page lacks it.
func (p page) size(line string) float64 {
	for _, l := range p.lines {
		if spaced(l.text) == line {
			return l.size
		}
	}
	return 0
}

func spaced(s string) string { return strings.ReplaceAll(s, string(noBreak), " ") }

// pagesOf draws a document and returns its pages.
func pagesOf(t *testing.T, o Options, of *declaration) (pages []page) {
	t.Helper()
	inside := onPage(t)
	check := func(p *plate) {
		inside(p)
		pages = append(pages, page{p.width, p.height, slices.Clone(p.lines)})
	}
	plateOf(t, SharedPrinter, of.order.TrackingNo, o, check, func(d *parcels) error {
		switch o.Document {
		case CN22:
			d.drawCN22(of, d.paper)
			return nil
		case CN23:
			return d.drawCN23(of)
		case Proforma:
			of.proforma = true
			return d.drawInvoice(of)
		default:
			return d.drawInvoice(of)
		}
	})
	return pages
}

// orderOf returns an order of n items, the i-th of value i + 0.50 in a currency of the list.
func orderOf(n int, currencies ...string) Shipment {
	row := specimenRows()[0]
	o := shipment.Order{
		TrackingNo: "WB48210739526DK", Weight: 2750, Incoterm: "DAP", CreatedOn: time.Date(2026, 3, 14, 23, 0, 0, 0, time.UTC),
		Consignee: shipment.Party{Name: row[2], Country: shipment.Country(row[1]), Address: row[3], Postal: row[4], City: row[5]},
		Pickup:    shipment.Party{Name: "Merlion Trading", Country: "SG", Address: "10 Anson Road"},
	}
	for i := range n {
		desc := fmt.Sprintf("Item %d", i)
		if i%3 == 2 {
			desc += " with a long description that needs two lines in every table, or even three"
		}
		o.Items = append(o.Items, shipment.Item{
			Desc: desc, Quantity: 1, PriceValue: shipment.Hundredths(100*i + 50), PriceCurrency: currencies[i%len(currencies)],
		})
	}
	return Shipment{Order: o}
}

// codes returns n codes of currencies, most of which do not exist.
func codes(n int) []string {
	all := []string{"SGD", "USD", "EUR"}
	for i := range n {
		all = append(all, fmt.Sprintf("X%c%c", 'A'+i/26, 'A'+i%26))
	}
	return all[:n]
}

// TestTheCN22HasEveryTotalAndTheWeight checks that a total is whole and legible in however many currencies, on
// both sizes of the form.
func TestTheCN22HasEveryTotalAndTheWeight(t *testing.T) {
	for size, want := range map[Size][2]float64{"": {74, 105}, Size4x6: {101.6, 152.4}} {
		for _, n := range []int{1, 2, 3, 9, 60, 200} {
			s := orderOf(n, codes(n)...)
			pages := pagesOf(t, Options{Document: CN22, Size: size}, declare(&s))
			for i, currency := range codes(n) {
				total, found := fmt.Sprintf("%s %d.50", currency, i), 0
				for _, p := range pages {
					if letters := p.size(total); letters > 5.99 {
						found++
					} else if letters > 0 {
						t.Errorf("%s of %d: the letters have %.1f points", total, n, letters)
					}
				}
				if found == 0 {
					t.Errorf("%s of %d currencies is missing on %d pages", total, n, len(pages))
				}
			}
			if n <= 9 && len(pages) != 1 {
				t.Errorf("%d currencies need %d pages, want 1", n, len(pages))
			}
			if p := pages[0]; p.width-want[0] > slack || p.height-want[1] > slack || p.size("2.75") < 7 {
				t.Errorf("%s: %.1f × %.1f mm, the weight has %.1f points", size, p.width, p.height, p.size("2.75"))
			}
		}
	}
}

// TestTheCN22ShowsWhatFits: the form shows all of an item in legible letters, or a second page has the rest, or the last row counts it
// among those of the invoice.
func TestTheCN22ShowsWhatFits(t *testing.T) {
	for _, row := range specimenRows() {
		s := orderOf(5, "SGD")
		for i := range s.Order.Items {
			s.Order.Items[i].Quantity, s.Order.Items[i].Desc = int64(i+1), fill(row[3]+" ", 60)
		}
		pages := pagesOf(t, Options{Document: CN22}, declare(&s))
		shown, more, want := make(map[byte]bool), 0, 1
		for _, l := range pages[0].lines {
			if l.text == rule || l.x1 > 27 || l.y1 < cn22Table+cn22Head || l.y2 > 73.1 {
				continue
			}
			if l.size < 6 {
				t.Errorf("%s: %q has letters of %.1f points", row[0], l.text, l.size)
			}
			if strings.Contains(l.text, "…") {
				want = 2
			}
			if strings.HasPrefix(spaced(l.text[1:]), " ×") {
				shown[l.text[0]] = true
			}
			_, _ = fmt.Sscanf(l.text, "+ %d: see invoice", &more)
		}
		if len(shown)+more != 5 || len(shown) < 2 || len(pages) != want {
			t.Errorf("%s: %d of 5 items are shown, %d are said to be on the invoice, on %d pages", row[0], len(shown), more, len(pages))
		}
	}
}

// items returns the numbers of the items on a page, each once even if it has several lines.
func (p page) items() (numbers []int) {
	for _, l := range p.lines {
		var n int
		if _, err := fmt.Sscanf(l.text, "Item %d", &n); err == nil {
			numbers = append(numbers, n)
		}
	}
	return slices.Compact(numbers)
}

// TestNoPageIsWithoutGoods prints orders of every length. Each item is on one page, and each page has one. If not all are on the
// CN 23, all are on the invoice behind it.
func TestNoPageIsWithoutGoods(t *testing.T) {
	step := 1
	if testing.Short() {
		step = 7
	}
	lengths := []int{60, 100, 200}
	for n := 1; n < 45; n += step {
		lengths = append(lengths, n)
	}
	for _, document := range []Document{CN23, Invoice} {
		for _, n := range lengths {
			for _, currencies := range []int{1, 3, 7} {
				s := orderOf(n, codes(currencies)...)
				next := 0
				pages := pagesOf(t, Options{Document: document}, declare(&s))
				for i, p := range pages {
					items := p.items()
					if document == CN23 && i == 1 {
						more := fmt.Sprintf("+ %d: see the attached commercial invoice WB48210739526DK / voir la facture ci-jointe", n-next)
						if next == n || pages[0].size(more) < 6 {
							t.Errorf("%s of %d items: %d are on the form, which lacks %q", document, n, next, more)
						}
						next = 0
					}
					if len(items) == 0 {
						t.Errorf("%s of %d items: page %d of %d has none", document, n, i+1, len(pages))
					}
					for _, item := range items {
						if item != next {
							t.Errorf("%s of %d items: item %d follows %d", document, n, item, next-1)
						}
						next = item + 1
					}
				}
				if next != n {
					t.Errorf("%s of %d items: %d are printed", document, n, next)
				}
			}
		}
	}
}

// TestEveryTotalIsOnTheLongForms prints more currencies than a page can hold.
func TestEveryTotalIsOnTheLongForms(t *testing.T) {
	for _, document := range []Document{CN23, Invoice} {
		s := orderOf(200, codes(150)...)
		pages := pagesOf(t, Options{Document: document}, declare(&s))
		for i, currency := range codes(150) {
			sum := 100*i + 50
			if i < 50 {
				sum += 100*(i+150) + 50
			}
			want := spaced(money(currency, big.NewInt(int64(10*sum))))
			if !slices.ContainsFunc(pages, func(p page) bool { return p.size(want) > 6 }) {
				t.Errorf("%s lacks the total %s", document, want)
			}
		}
	}
}

func TestEachPageOfAnInvoiceHasThePartiesAndItsSubtotals(t *testing.T) {
	s := orderOf(70, "SGD", "JPY")
	pages := pagesOf(t, Options{Document: Invoice}, declare(&s))
	if len(pages) < 3 {
		t.Fatalf("%d pages, want 3 or more", len(pages))
	}
	for i, p := range pages {
		sums := map[string]int64{}
		for _, item := range p.items() {
			sums[s.Order.Items[item].PriceCurrency] += int64(s.Order.Items[item].PriceValue)
		}
		number := "WB48210739526DK 2026-03-14"
		if i == 0 {
			number = "WB48210739526DK"
		}
		wanted := []string{
			s.Order.Consignee.Name, "DENMARK", "Merlion Trading", "SINGAPORE", number, fmt.Sprintf("Page %d of %d", i+1, len(pages)),
			"Subtotal of this page",
		}
		for currency, sum := range sums {
			wanted = append(wanted, spaced(money(currency, big.NewInt(10*sum))))
		}
		for _, want := range wanted {
			if p.size(want) == 0 {
				t.Errorf("page %d lacks %q", i+1, want)
			}
		}
	}
	s.Order.Consignee.Address += "\nBuilding 7\nNorth Gate" // too much for the pages behind the first, which has it
	if more := pagesOf(t, Options{Document: Invoice}, declare(&s)); len(more) != len(pages) {
		t.Errorf("a longer address needs %d pages, not %d", len(more), len(pages))
	}
	s = orderOf(4, "SGD")
	if p := pagesOf(t, Options{Document: Invoice}, declare(&s))[0]; p.size("Subtotal of this page") != 0 || p.size("SGD 8.00") < 9 {
		t.Error("an invoice of one page has a subtotal, or no total in large letters")
	}
}

// TestTradeDataHasItsCells fills in all that orders do not hold yet.
func TestTradeDataHasItsCells(t *testing.T) {
	s := orderOf(3, "SGD")
	of := declare(&s)
	of.invoiceNo, of.invoiceDate, of.reason = "INV-2026-77", "2026-03-15", "gift"
	of.exporter = []shipment.TaxID{{Type: "GST", Number: "M90312345A"}, {Type: "IOSS", Number: "IM3720000224"}}
	of.importer = []shipment.TaxID{{Type: "VAT", Number: "DK12345678"}, {Type: "EORI", Number: "DK1234567890"}}
	of.charges = []charge{{"Freight", total{"SGD", big.NewInt(12000)}}, {"Insurance", total{"SGD", big.NewInt(3250)}}}
	for i := range of.goods {
		of.goods[i].hsCode, of.goods[i].origin, of.goods[i].netWeight = fmt.Sprintf("610910001%d", i), "AE", big.NewInt(int64(250*i+125))
	}
	goods := []string{"6109100010", "6109100012", "0.125", "0.625"}
	ids := []string{"GST M90312345A", "IOSS IM3720000224", "VAT DK12345678", "EORI DK1234567890"}
	for document, wanted := range map[Document][]string{
		CN22: slices.Concat(goods, []string{"GST M90312345A, IOSS IM3720000224", "AE", "X", "SGD 4.50"}),
		CN23: slices.Concat(goods, ids, []string{
			"United Arab Emirates", "X", "INV-2026-77", "Freight SGD 12.00", "Insurance SGD 3.25", "SGD 4.50",
		}),
		Invoice: slices.Concat(goods, ids, []string{
			"United Arab Emirates", "Gift", "INV-2026-77", "2026-03-15", "SGD 12.00", "SGD 3.25", "SGD 19.75", "1.125",
			"DAP København, Denmark",
		}),
	} {
		for _, size := range []Size{Size100x150, Size4x6} {
			p := pagesOf(t, Options{Document: document, Size: size}, of)[0]
			for _, want := range wanted {
				if letters := p.size(want); letters < 5 {
					t.Errorf("%s: %q has letters of %.1f points, want 5 at least", document, want, letters)
				}
			}
		}
	}
}
