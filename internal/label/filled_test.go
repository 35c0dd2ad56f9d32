package label

import (
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
)

// cellText is a text that a form must have in a cell.
type cellText struct {
	cell box // mm on the first page
	text string
}

// germany is an order whose documents were first filled in by hand: the cells below are those of the paper.
func germany() Shipment {
	return Shipment{Service: shipment.Service{Name: "SG-Worldwide Pickup"}, Order: shipment.Order{
		TrackingNo: "WB48210739526DE", HAWBNo: "180-55512345", ShipperOrderID: "SO-DE-1", Incoterm: "DDP",
		Weight: 1850, Length: 3000, Width: 2200, Height: 1250,
		CreatedOn: time.Date(2026, 11, 22, 3, 0, 0, 0, time.UTC),
		Pickup: shipment.Party{
			Name: "Merlion Trading Pte Ltd", Number: "+6562216333", Country: "SG", Address: "10 Anson Road #21-07",
			Postal: "079903", City: "Singapore",
		},
		Consignee: shipment.Party{
			Name: "Jürgen Groß", Number: "+4930901820", Email: "j.gross@example.de", Country: "DE", Address: "Friedrichstraße 123",
			Postal: "10117", City: "Berlin",
		},
		Items: []shipment.Item{
			{Desc: "Silk scarf", SKU: "SC-1", Quantity: 3, PriceValue: 2890, PriceCurrency: "EUR", Trade: &shipment.ItemTrade{
				HSCode: "621410", OriginCountry: "CN", Weight: 80, CustomsDesc: "Scarves of silk, printed",
			}},
			{Desc: "Black tea", Quantity: 4, PriceValue: 975, PriceCurrency: "EUR", Trade: &shipment.ItemTrade{
				HSCode: "09023000", OriginCountry: "LK", Weight: 125,
			}},
		},
		Trade: &shipment.OrderTrade{
			ExportReason: "sale", InvoiceNo: "MT-983", InvoiceDate: "2026-11-20", FreightAmount: 14_000, InsuranceAmount: 1500,
			AmountCurrency: "EUR",
			TaxIDs: []shipment.TaxID{
				{Party: shipment.PartyShipper, Type: "IOSS", Country: "IE", Number: "IM3720000224"},
				{Party: shipment.PartyShipper, Type: "EORI", Country: "DE", Number: "DE1234567890"},
				{Party: shipment.PartyConsignee, Type: "VAT", Country: "DE", Number: "DE811907980"},
			},
		},
	}}
}

// korea is a gift of goods in two currencies, with a clearance code.
func korea() Shipment {
	s := germany()
	o := &s.Order
	o.TrackingNo, o.HAWBNo, o.Incoterm, o.Weight = "WB48210739526KR", "", "DAP", 900
	o.Consignee = shipment.Party{
		Name: "김민준", Number: "+821012345678", Country: "KR", Address: "서울특별시 강남구 테헤란로 152", Postal: "06236", City: "강남구",
	}
	o.Items[1].PriceCurrency = "USD"
	o.Trade.ExportReason, o.Trade.AmountCurrency = "repair", "USD"
	o.Trade.TaxIDs[2] = shipment.TaxID{Party: shipment.PartyConsignee, Type: "PCCC", Country: "KR", Number: "P123456789012"}
	return s
}

// indonesia has a tax number in the field of the API alone.
func indonesia() Shipment {
	s := germany()
	o := &s.Order
	o.TrackingNo = "WB48210739526ID"
	o.Consignee = shipment.Party{
		Name: "Siti Rahmawati", Number: "+6281234567890", Country: "ID", Address: "Jl. Sudirman Kav. 52",
		Postal: "12190", City: "Jakarta Selatan",
	}
	o.IdentificationDocumentName, o.ConsigneeIdentificationNumber = "NPWP", "3171234567890123"
	o.Trade.TaxIDs = []shipment.TaxID{{Party: shipment.PartyShipper, Type: "GST", Country: "SG", Number: "M90312345A"}}
	return s
}

// TestFormsAreFilledInAsByHand compares each form with one that was filled in on paper.
func TestFormsAreFilledInAsByHand(t *testing.T) {
	for name, form := range map[string]struct {
		shipment Shipment
		document Document
		cells    []cellText
	}{
		"CN 22 to Germany": {germany(), CN22, []cellText{
			{box{27, 14, 4, 4}, "X"}, // sale of goods
			{box{2, 24.6, 35, 9}, "IOSS IM3720000224, EORI DE1234567890"},
			{box{43, 94, 29, 9}, "WB48210739526DE"},
			{box{2, 37, 26, 7}, "3 × Scarves of silk, printed"},
			{box{28, 37, 9, 7}, "0.24"},
			{box{37, 37, 15, 7}, "EUR 86.70"},
			{box{52, 37, 12.5, 7}, "621410"},
			{box{64.5, 37, 7.5, 7}, "CN"},
			{box{2, 44, 26, 7}, "4 × Black tea"},
			{box{28, 44, 9, 7}, "0.5"},
			{box{37, 44, 15, 7}, "EUR 39.00"},
			{box{52, 44, 12.5, 7}, "09023000"},
			{box{64.5, 44, 7.5, 7}, "LK"},
			{box{2, 73, 20, 9}, "1.85"},
			{box{22, 73, 50, 9}, "EUR 125.70"},
		}},
		"CN 23 to Korea": {korea(), CN23, []cellText{
			{box{5, 12, 66, 33}, "Merlion Trading Pte Ltd"},
			{box{5, 12, 66, 33}, "SINGAPORE"},
			{box{5, 12, 66, 33}, "+6562216333"},
			{box{71, 12, 66, 33}, "김민준"},
			{box{71, 12, 66, 33}, "SOUTH KOREA"},
			{box{137, 22, 68, 23}, "WB48210739526KR"},
			{box{5, 45, 66, 12}, "EORI DE1234567890"},
			{box{71, 45, 66, 12}, "PCCC P123456789012"},
			{box{137, 45, 68, 12}, "+821012345678"},
			{box{5, 65.5, 72, 6}, "Scarves of silk, printed"},
			{box{77, 65.5, 18, 6}, "3"},
			{box{95, 65.5, 22, 6}, "0.24"},
			{box{117, 65.5, 32, 6}, "EUR 86.70"},
			{box{149, 65.5, 28, 6}, "621410"},
			{box{177, 65.5, 28, 6}, "China"},
			{box{117, 70.5, 32, 6}, "USD 39.00"},
			{box{177, 70.5, 28, 6}, "Sri Lanka"},
			{box{95, 93.5, 22, 6}, "0.9"},
			{box{117, 93.5, 32, 6}, "EUR 86.70"},
			{box{117, 98.5, 32, 6.5}, "USD 39.00"},
			{box{70, 113.5, 5, 5}, "X"},
			{box{70, 113.5, 64, 5}, "Other / Autre:"}, // the third row of reasons
			{box{70, 113.5, 64, 5}, "Repair"},
			{box{49, 118.5, 30, 11}, "MT-983"},
			{box{79, 118.5, 28, 11}, "Freight USD 14.00"},
			{box{79, 118.5, 28, 11}, "Insurance USD 1.50"},
			{box{5, 129.5, 132, 13.5}, "I certify that the particulars given in this customs declaration are correct and that this item does " +
				"not contain any dangerous article or articles prohibited by legislation or by postal or customs regulations."},
			{box{149, 57, 28, 9}, "For commercial items only"},
		}},
		"commercial invoice to Indonesia": {indonesia(), Invoice, []cellText{
			{box{15, 14, 95, 10}, "COMMERCIAL INVOICE"},
			{box{15, 31, 90, 38}, "Merlion Trading Pte Ltd"},
			{box{15, 31, 90, 38}, "+6562216333"},
			{box{105, 31, 90, 38}, "Siti Rahmawati"},
			{box{105, 31, 90, 38}, "INDONESIA"},
			{box{105, 31, 90, 38}, "+6281234567890"},
			{box{15, 69, 45, 11.5}, "MT-983"},
			{box{60, 69, 45, 11.5}, "2026-11-20"},
			{box{105, 69, 45, 11.5}, "SO-DE-1"},
			{box{150, 69, 45, 11.5}, "180-55512345"},
			{box{15, 80.5, 45, 11.5}, "GST M90312345A"},
			{box{60, 80.5, 45, 11.5}, "NPWP 3171234567890123"},
			{box{105, 80.5, 45, 11.5}, "Sale of goods"},
			{box{150, 80.5, 45, 11.5}, "DDP Jakarta Selatan, Indonesia"},
			{box{15, 92, 45, 11.5}, "Singapore"},
			{box{60, 92, 45, 11.5}, "Indonesia"},
			{box{150, 92, 45, 11.5}, "30 × 22 × 12.5 cm"},
			{box{83, 111, 20, 8}, "621410"},
			{box{103, 111, 18, 8}, "China"},
			{box{121, 111, 14, 8}, "0.24"},
			{box{135, 111, 14, 8}, "3"},
			{box{149, 111, 22, 8}, "EUR 28.90"},
			{box{171, 111, 24, 8}, "EUR 86.70"},
			{box{149, 212, 46, 7}, "EUR 125.70"},
			{box{149, 218, 46, 7}, "EUR 14.00"},
			{box{149, 224, 46, 7}, "EUR 1.50"},
			{box{149, 230, 46, 8}, "EUR 141.20"},
			{box{60, 237, 45, 9.5}, "7"},
			{box{105, 237, 45, 9.5}, "0.74"},
			{box{150, 237, 45, 9.5}, "1.85"},
		}},
		"proforma invoice to Korea": {korea(), Proforma, []cellText{
			{box{15, 14, 95, 10}, "PROFORMA INVOICE"},
			{box{105, 80.5, 45, 11.5}, "Repair"},
			{box{150, 80.5, 45, 11.5}, "DAP 강남구, South Korea"},
			{box{150, 69, 45, 11.5}, "WB48210739526KR"},
			{box{60, 80.5, 45, 11.5}, "PCCC P123456789012"},
			{box{149, 200, 46, 7}, "EUR 86.70"},
			{box{149, 206, 46, 7}, "USD 39.00"},
			{box{149, 230, 46, 8}, "USD 54.50"},
		}},
	} {
		p := pagesOf(t, Options{Document: form.document}, declare(&form.shipment))[0]
		for _, want := range form.cells {
			if !slices.ContainsFunc(p.lines, func(l ink) bool { return spaced(l.text) == want.text && within(l, want.cell) }) {
				t.Errorf("%s: no %q at %v; the cell has %q", name, want.text, want.cell, textsIn(p, want.cell))
			}
		}
	}
}

// within reports whether the middle of a line is in a box.
func within(l ink, b box) bool {
	x, y := (l.x1+l.x2)/2, (l.y1+l.y2)/2
	return b.x <= x && x <= b.x+b.w && b.y <= y && y <= b.y+b.h
}

func textsIn(p page, b box) (texts []string) {
	for _, l := range p.lines {
		if within(l, b) && l.text != rule {
			texts = append(texts, l.text)
		}
	}
	return texts
}

// TestAnIOSSNumberIsForTheEU: parcels to other countries do not show it.
func TestAnIOSSNumberIsForTheEU(t *testing.T) {
	for country, want := range map[string]bool{
		"DE ": true, "IE ": true, "MC ": true, "GB BT1 5GS": true, "GB SW1A 1AA": false, "KR ": false, "": false,
	} {
		s := germany()
		s.Order.Consignee.Country = shipment.Country(country[:min(2, len(country))])
		_, s.Order.Consignee.Postal, _ = strings.Cut(country, " ")
		shown := slices.ContainsFunc(declare(&s).exporter, func(id shipment.TaxID) bool { return id.Type == "IOSS" })
		if shown != want {
			t.Errorf("%q: the IOSS number is shown: %v", country, shown)
		}
	}
}

// TestACN22StaysOnePage has what exporters from the European Union and the United Kingdom to each other state, and HS codes of 12 digits.
// A code is broken behind the digits that all countries have.
func TestACN22StaysOnePage(t *testing.T) {
	t.Parallel()
	for _, size := range []Size{"", Size4x6} {
		s := germany()
		s.Order.Items[0].Trade.HSCode, s.Order.Items[1].Trade.HSCode = "621410901234", "0902300012"
		s.Order.Trade.ExporterReference, s.Order.Trade.ExportMRN = "GB123456789000", "26DE48510912345678"
		s.Order.Trade.TaxIDs = append(s.Order.Trade.TaxIDs, shipment.TaxID{Party: shipment.PartyShipper, Type: "VAT", Number: "GB123456789"},
			shipment.TaxID{Party: shipment.PartyShipper, Type: "EORI", Number: "GB123456789000"})
		pages := pagesOf(t, Options{Document: CN22, Size: size}, declare(&s))
		if len(pages) != 1 {
			t.Fatalf("%q: %d pages, the last one has %q", size, len(pages), textsIn(pages[len(pages)-1], box{0, 0, 200, 200}))
		}
		var all strings.Builder
		for _, l := range pages[0].lines {
			all.WriteString(strings.ReplaceAll(spaced(l.text), " ", ""))
		}
		for _, want := range []string{
			"GB123456789000,IOSSIM3720000224,EORIDE1234567890,VATGB123456789,EORIGB123456789000,MRN:26DE48510912345678",
			"621410901234", "0902300012", "Blacktea",
		} {
			if !strings.Contains(all.String(), want) {
				t.Errorf("%q: no %q in %q", size, want, all.String())
			}
		}
	}
}

// TestOnlyThePostNumbersItems: our own number is no identifier of a postal item and stands as the sender's reference. That of a
// partner, or of the shipper, is the number of the item if it is one by S10.
func TestOnlyThePostNumbersItems(t *testing.T) {
	const s10, own = "RR473124829US", "WB48210739526KR"
	for name, c := range map[string]struct{ hawb, tracking, want string }{
		"ours":            {"", own, ""},
		"another carrier": {"1Z999AA10123456784", own, ""},
		"a wrong digit":   {"RR473124828US", own, ""},
		"of the partner":  {s10, own, s10},
		"of the shipper":  {"", s10, s10},
	} {
		o := shipment.Order{HAWBNo: c.hawb, TrackingNo: c.tracking}
		if got := itemNumber(&o); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
