package label_test

import (
	"slices"
	"strings"
	"testing"

	"waybill/internal/label"
	"waybill/internal/shipment"
)

// TestWhatAnOrderLacksIsLeftBlank prints an order with only its mandatory fields: no zero or date may stand
// for a missing value.
func TestWhatAnOrderLacksIsLeftBlank(t *testing.T) {
	s := label.Shipment{Order: shipment.Order{
		TrackingNo: "WB48210739526SG", Return: true, ServiceType: "PICKUP",
		Consignee: shipment.Party{Name: "Ann", Country: "SG", Address: "Here"},
		Pickup:    shipment.Party{Name: "Bob", Country: "TH", Address: "There"},
		Items:     []shipment.Item{{Desc: "Shirt", Category: "Fashion", Quantity: 3, PriceValue: 1050, PriceCurrency: "SGD"}},
	}}
	for _, document := range label.Documents() {
		pdf, _ := printOne(t, s, label.Options{Document: document})
		text := run(t, "pdftotext", "-raw", save(t, "document.pdf", pdf), "-")
		for _, invented := range []string{"0 kg", "0 ×", "COD", "0001-01-01", "1970", "HAWB:", "Ref:"} {
			if strings.Contains(text, invented) {
				t.Errorf("%s: %q is printed:\n%s", document, invented, text)
			}
		}
		if !strings.Contains(text, "31.50") {
			t.Errorf("%s lacks the value of three shirts:\n%s", document, text)
		}
		if document == label.Parcel && !strings.Contains(text, "RETURN PICKUP") {
			t.Errorf("the label is not marked as a return:\n%s", text)
		}
	}
}

// TestBlankOptionalFields prints a prepaid order with blank optional fields and an amount: no separator
// stands for a missing field, and the amount is not collected.
func TestBlankOptionalFields(t *testing.T) {
	s := label.Shipment{Order: shipment.Order{
		TrackingNo: "WB48210739526SG", PaymentType: shipment.PaymentPrepaid, CODAmountToCollect: 77_77,
		Length: 100, Width: 100, Height: 100, Weight: 1000,
		Consignee: shipment.Party{Name: "Ann", Number: "+6591234567", Country: "SG", Address: "Here"},
		Pickup:    shipment.Party{Country: "ID", Address: "There"},
		Items:     []shipment.Item{{Desc: "Shirt", Quantity: 3, PriceValue: 1050, PriceCurrency: "SGD"}},
	}}
	for _, document := range label.Documents() {
		pdf, report := printOne(t, s, label.Options{Document: document})
		text := run(t, "pdftotext", "-layout", save(t, "document.pdf", pdf), "-")
		for _, wrong := range []string{"COD", "77.77", "77,77", "null", "Here,", "There,"} {
			if strings.Contains(text, wrong) {
				t.Errorf("%s: %q is printed:\n%s", document, wrong, text)
			}
		}
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, ",") {
				t.Errorf("%s: a line begins with a comma:\n%s", document, text)
			}
		}
		if document == label.Parcel && !strings.Contains(text, "PREPAID") {
			t.Errorf("the label is not marked as prepaid:\n%s", text)
		}
		if len(report.Warnings) != 0 {
			t.Errorf("%s: warnings %v", document, report.Warnings)
		}
	}
}

// TestDocumentsSayWhatTheOrderHolds looks for each value that a form asks for.
func TestDocumentsSayWhatTheOrderHolds(t *testing.T) {
	s := sampleShipment(samples[0].party)
	s.Order.Items = append(s.Order.Items, shipment.Item{
		Desc: "Book", Category: "Media", Quantity: 1200,
		PriceValue: 1_000_000, PriceCurrency: "USD",
	})
	for document, wanted := range map[label.Document][]string{
		label.Parcel: {
			"SG-Worldwide Pickup", "DDP", "SG", "DK", "Singapore – Denmark", "2200", "København", "WB48210739526DK", "FROM", "TO",
			"Merlion Trading Pte Ltd", "+6561234567", "+66812345678", "DENMARK", "COD DKK 123 450.50", "1.25 kg", "30 × 20.5\n× 10 cm", "Piece\n1/1",
			"2 × Cotton shirt, blue", "Value: SGD 72.30 + USD 12 000 000.00", "Ref: SO-2026-000123",
			"HAWB: 618-12345675", "Note: Leave with the guard",
		},
		label.CN22: {
			"CN 22", "DÉCLARATION EN DOUANE", "1 × Phone case", "SGD 59.80", "SGD 72.30", "USD 12 000 000.00",
			"1.25", "WB48210739526DK", "Je soussigné",
		},
		label.CN23: {
			"CN 23", "Phone case", "1 200", "USD 12 000 000.00", "LOCALTAXID 1-2345-67890-12-3",
			"consignee@example.com", "Søren Ålund", "Pays d'origine",
		},
		label.Invoice: {
			"COMMERCIAL INVOICE", "Fashion", "SKU: SH-BL-42", "Product: 392690", "SGD 29.90", "SGD 59.80", "Total SGD 72.30",
			"Total USD 12 000 000.00",
			"WB48210739526DK", "2026-03-14", "DDP København, Denmark", "LOCALTAXID", "Total pieces 1 203", "Page 1 of 1",
		},
	} {
		pdf, _ := printOne(t, s, label.Options{Document: document})
		text := strings.ReplaceAll(run(t, "pdftotext", "-raw", save(t, "document.pdf", pdf), "-"), "\u00a0", " ")
		text = strings.ReplaceAll(text, "Total pieces\n", "Total pieces ") // the caption above the number
		for _, want := range wanted {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %q:\n%s", document, want, text)
			}
		}
	}
}

func TestALongTrackingNumberScans(t *testing.T) {
	t.Parallel()
	s := sampleShipment(samples[5].party)
	for _, no := range thin([]string{
		"ABCDEFGHIJ-KLMNOPQRST-UVWXYZ-ABCDEF-GHIJ", "ABC-12",
		"ABCDEFGHIJKLMNOPQRSTUVWXYZABCD", strings.Repeat("1", 40),
	}) {
		s.Order.TrackingNo = no
		want := []string{"CODE-128:" + no, "QR-Code:" + no}
		for _, size := range thin(sizes) {
			pdf, _ := printOne(t, s, label.Options{Size: size})
			path := save(t, "label.pdf", pdf)
			pictures := append(rasterise(t, path, 203), rasterise(t, path, 300)...)
			picture, _ := printOne(t, s, label.Options{Size: size, Format: label.PNG})
			for _, page := range append(pictures, save(t, "label.png", picture)) {
				if got := scan(t, page); !slices.Equal(got, want) {
					t.Errorf("%s on %s: the scanner reads %q, want %q", page, size, got, want)
				}
			}
		}
	}
}

// TestDocumentsCarryACode scans the codes on the forms.
func TestDocumentsCarryACode(t *testing.T) {
	for no, want := range map[string]string{
		"WB48210739526DK":                          "CODE-128:WB48210739526DK",
		"ABCDEFGHIJ-KLMNOPQRST-UVWXYZ-ABCDEF-GHIJ": "QR-Code:ABCDEFGHIJ-KLMNOPQRST-UVWXYZ-ABCDEF-GHIJ",
	} {
		for _, document := range []label.Document{label.CN23, label.Invoice} {
			s := sampleShipment(samples[0].party)
			s.Order.TrackingNo = no
			pdf, _ := printOne(t, s, label.Options{Document: document})
			path := save(t, "document.pdf", pdf)
			run(t, "qpdf", "--check", path)
			for _, dpi := range thin([]int{203, 300}) {
				for _, page := range rasterise(t, path, dpi) {
					if got := scan(t, page); !slices.Equal(got, []string{want}) {
						t.Errorf("%s at %d dpi: the scanner reads %q, want %q", document, dpi, got, want)
					}
				}
			}
		}
	}
}
