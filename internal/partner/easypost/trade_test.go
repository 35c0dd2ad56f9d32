package easypost

import (
	"encoding/json"
	"strings"
	"testing"

	"waybill/internal/shipment"
)

// tradedOrder is the example with trade data. Its parcel has 1,250 g.
func tradedOrder() shipment.Order {
	o := exampleOrder()
	o.Trade = &shipment.OrderTrade{
		ExportReason: shipment.ExportGift, InvoiceNo: "INV 7",
		TaxIDs: []shipment.TaxID{
			{Party: shipment.PartyShipper, Type: shipment.TaxEORI, Country: "DE", Number: "DE1"},
			{Party: shipment.PartyConsignee, Type: "GST", Number: "R2"},
		},
	}
	o.Items[0].Trade = &shipment.ItemTrade{HSCode: "640399", OriginCountry: "VN", Weight: 500, CustomsDesc: "Leather shoes"}
	o.Items[1].Trade = &shipment.ItemTrade{Weight: 100}
	return o
}

func TestTradeData(t *testing.T) {
	got := shipmentJSON(t, tradedOrder())
	for _, want := range []string{
		`"contents_type":"gift"`,
		`{"description":"Leather shoes","quantity":2,"value":"81","weight":35.273,"hs_tariff_number":"640399","code":"S-1",` +
			`"origin_country":"VN",`,
		`{"description":"Hat","quantity":1,"value":"12.99","weight":3.527,"code":"P-2","origin_country":"SG",`,
		`"invoice_number":"INV 7"`,
		`"tax_identifiers":[{"entity":"SENDER","tax_id_type":"EORI","tax_id":"DE1","issuing_country":"DE"},` +
			`{"entity":"RECEIVER","tax_id_type":"GST","tax_id":"R2","issuing_country":"CA"}]`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in %s", want, got)
		}
	}
}

func TestReasonWithoutAType(t *testing.T) {
	o := tradedOrder()
	o.Trade.ExportReason = shipment.ExportRepair
	if got := shipmentJSON(t, o); !strings.Contains(got, `"contents_type":"other","contents_explanation":"repair"`) {
		t.Error(got)
	}
}

func shipmentJSON(t *testing.T, o shipment.Order) string {
	t.Helper()
	s, refused := newShipment("K", o, exampleFacts())
	if refused != nil {
		t.Fatal(refused.one())
	}
	got, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(got)
}
