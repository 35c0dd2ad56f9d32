package label

import (
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
)

func TestDeclareTradeData(t *testing.T) {
	o := shipment.Order{
		TrackingNo: "WB1", CreatedOn: time.Date(2026, 2, 3, 23, 0, 0, 0, time.UTC),
		ConsigneeIdentificationNumber: "77", IdentificationDocumentName: "LOCALTAXID",
		Items: []shipment.Item{
			{Desc: "Shirt", Quantity: 3, PriceValue: 100, PriceCurrency: "SGD", Trade: &shipment.ItemTrade{
				HSCode: "610910", OriginCountry: "BD", Weight: 210, CustomsDesc: "T-shirt of cotton",
			}},
			{Desc: "Belt", Quantity: 1, PriceValue: 100, PriceCurrency: "SGD"},
		},
	}
	plain := declare(&Shipment{Order: o})
	if plain.invoiceNo != "WB1" || plain.invoiceDate != "2026-02-03" || plain.reason != "" || plain.charges != nil {
		t.Errorf("without trade data: %+v", plain)
	}
	o.Return = true
	if d := declare(&Shipment{Order: o}); d.reason != shipment.ExportReturn {
		t.Errorf("the reason of a return is %q", d.reason)
	}
	o.Trade = &shipment.OrderTrade{
		ExportReason: "repair", InvoiceNo: "INV 7", InvoiceDate: "2026-02-01", FreightAmount: 1250, DiscountAmount: 50, AmountCurrency: "USD",
		TaxIDs: []shipment.TaxID{{Party: shipment.PartyShipper, Type: "GST", Number: "M2"}},
	}
	d := declare(&Shipment{Order: o})
	if d.invoiceNo != "INV 7" || d.invoiceDate != "2026-02-01" || wordsOf(exportReason, d.reason).invoice != "Repair" {
		t.Errorf("order: %+v", d)
	}
	if !reflect.DeepEqual(d.exporter, []shipment.TaxID{{Party: shipment.PartyShipper, Type: "GST", Number: "M2"}}) ||
		!reflect.DeepEqual(d.importer, []shipment.TaxID{{Party: shipment.PartyConsignee, Type: "LOCALTAXID", Number: "77"}}) {
		t.Errorf("tax ids: %v and %v", d.exporter, d.importer)
	}
	if !reflect.DeepEqual(d.charges, []charge{
		{"Freight", total{"USD", big.NewInt(1250)}}, {"Discount", total{"USD", big.NewInt(-50)}},
	}) {
		t.Errorf("charges %v", d.charges)
	}
	shirt, belt := d.goods[0], d.goods[1]
	if shirt.description != "T-shirt of cotton" || shirt.hsCode != "610910" || shirt.origin != "BD" || shirt.weight() != "0.63" {
		t.Errorf("shirt: %+v", shirt)
	}
	if belt.description != "Belt" || belt.hsCode != "" || belt.weight() != "" {
		t.Errorf("belt: %+v", belt)
	}
}

func TestTermsNameTheirPlace(t *testing.T) {
	o := shipment.Order{
		Pickup: shipment.Party{Country: "SG", City: "Jurong"}, Consignee: shipment.Party{Country: "ID", City: "Jakarta"},
	}
	for incoterm, want := range map[string]string{
		"": "", "DDP": "DDP Jakarta, Indonesia", "DDU": "DAP Jakarta, Indonesia", "CPT": "CPT Jakarta, Indonesia",
		"EXW": "EXW Jurong, Singapore", "FCA": "FCA Jurong, Singapore",
	} {
		o.Incoterm = incoterm
		if got := declare(&Shipment{Order: o}).terms().value; got != want {
			t.Errorf("%q: %q, want %q", incoterm, got, want)
		}
	}
}

// declared is an order that says all for customs that documents have a cell for.
func declared() Shipment {
	s := korea()
	s.Order.Items[0].Trade = &shipment.ItemTrade{
		CustomsValue: 7255, UNNumber: "UN3481", HazardClass: "9", PackingInstruction: "PI967 Section II", HazardQuantity: "0.1 kg",
	}
	s.Order.Items[0].PriceCurrency, s.Order.Items[0].Quantity = "KWD", 1
	s.Order.Trade = &shipment.OrderTrade{
		ExportReason: shipment.ExportOther, ExportReasonText: "Spare parts", ExportType: shipment.ExportTemporary,
		DutiesPaidBy: shipment.PartyImporter, NonDeliveryOption: shipment.NonDeliveryReturn,
		ExporterReference: "EXP-1", ImporterReference: "IMP-2", LicenceNo: "LIC-3", CertificateNo: "CER-4", ExportITN: "X20260315123456",
		SignerName: "Ann Lee", SignerPlace: "Singapore", SignedOn: "2026-03-15",
		PackingAmount: 1500, DiscountAmount: 500, AmountCurrency: "KWD",
		Importer: shipment.Party{Name: "Import Co", Number: "+82212345678", Country: "KR"},
		SoldTo:   shipment.Party{Name: "Buyer Inc", Country: "US"},
	}
	return s
}

// TestWhatCustomsAskHasItsCells prints all that an order can say for customs.
func TestWhatCustomsAskHasItsCells(t *testing.T) {
	s := declared()
	both := []string{"EXP-1", "UN3481", "Other / Autre: Spare parts", "Ann Lee, Singapore, 2026-03-15", "other than those declared"}
	for document, wanted := range map[Document][]string{
		CN22: both,
		CN23: append(both, "IMP-2", "LIC-3", "CER-4", "Import Co", "+82212345678", "return to sender",
			"temporary export", "duties paid by importer", "X20260315123456"),
		Invoice: {
			"EXP-1", "IMP-2", "LIC-3", "CER-4", "X20260315123456", "Import Co", "Buyer Inc", "Temporary", "Importer of record", "Spare parts",
			"UN3481", "KWD 7.255", "KWD 1.500", "KWD -0.500", "Ann Lee", "2026-03-15, Singapore",
		},
	} {
		var text strings.Builder
		for _, l := range pagesOf(t, Options{Document: document}, declare(&s))[0].lines {
			text.WriteString(spaced(l.text) + " ")
		}
		for _, want := range wanted {
			if !strings.Contains(text.String(), want) {
				t.Errorf("%s lacks %q: %s", document, want, text.String())
			}
		}
	}
}

// TestCustomsDataHasAllDecimals: programs get amounts in the decimals of their currency, as documents print them.
func TestCustomsDataHasAllDecimals(t *testing.T) {
	s := declared()
	s.Order.Items, s.Order.Items[0].Quantity = s.Order.Items[:1], 3
	s.Order.Trade.PackingAmount, s.Order.Trade.DiscountAmount = 1505, 501
	got, err := CustomsJSON(&s)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"currency":"KWD","unit_value":7.255,"value":21.765,`, `"goods_values":[{"currency":"KWD","amount":21.765}]`,
		`"packing":{"currency":"KWD","amount":1.505}`, `"discount":{"currency":"KWD","amount":0.501}`,
		`"totals":[{"currency":"KWD","amount":22.769}]`,
	} {
		if !strings.Contains(string(got), want) {
			t.Errorf("%s is not in %s", want, got)
		}
	}
}

// TestOnlyBatteriesHaveTheirMark: a label has the mark if the order says that an item has batteries.
func TestOnlyBatteriesHaveTheirMark(t *testing.T) {
	s := declared()
	if got := marksOf(&s); !reflect.DeepEqual(got, []string{shipment.MarkBattery}) {
		t.Errorf("of batteries: %q", got)
	}
	s.ServiceLabels.Marks = []string{shipment.MarkBattery, shipment.MarkFragile}
	s.Order.Items[0].Trade.UNNumber = "UN1263"
	if got := marksOf(&s); !reflect.DeepEqual(got, []string{shipment.MarkFragile}) {
		t.Errorf("of paint: %q", got)
	}
}
