package label

import (
	"math/big"
	"reflect"
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
	if plain.invoiceNo != "WB1" || plain.invoiceDate != "2026-02-03" || plain.reason != "" || plain.freight.amount != nil {
		t.Errorf("without trade data: %+v", plain)
	}
	o.Return = true
	if d := declare(&Shipment{Order: o}); d.reason != returned {
		t.Errorf("the reason of a return is %q", d.reason)
	}
	o.Trade = &shipment.OrderTrade{
		ExportReason: "repair", InvoiceNo: "INV 7", InvoiceDate: "2026-02-01", FreightAmount: 1250, AmountCurrency: "USD",
		TaxIDs: []shipment.TaxID{{Party: shipment.PartyShipper, Type: "GST", Number: "M2"}},
	}
	d := declare(&Shipment{Order: o})
	if d.invoiceNo != "INV 7" || d.invoiceDate != "2026-02-01" || d.reason.String() != "Repair" {
		t.Errorf("order: %+v", d)
	}
	if !reflect.DeepEqual(d.exporter, []taxID{{kind: "GST", number: "M2"}}) ||
		!reflect.DeepEqual(d.importer, []taxID{{kind: "LOCALTAXID", number: "77"}}) {
		t.Errorf("tax ids: %v and %v", d.exporter, d.importer)
	}
	if d.freight.currency != "USD" || d.freight.amount.Cmp(big.NewInt(1250)) != 0 || d.insurance.amount != nil {
		t.Errorf("freight %v, insurance %v", d.freight, d.insurance)
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
		if got := declare(&Shipment{Order: o}).terms(); got != want {
			t.Errorf("%q: %q, want %q", incoterm, got, want)
		}
	}
}
