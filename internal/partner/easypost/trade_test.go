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

// TestValuesHaveThreeDecimals: those of some currencies have them.
func TestValuesHaveThreeDecimals(t *testing.T) {
	o := tradedOrder()
	o.Items[0].PriceCurrency, o.Items[1].PriceCurrency, o.Items[0].Trade.CustomsValue = "KWD", "KWD", 7255
	o.Items[0].Quantity = 1
	if got := shipmentJSON(t, o); !strings.Contains(got, `"quantity":1,"value":"7.255",`) {
		t.Error(got)
	}
}

func TestReasonWithoutAType(t *testing.T) {
	o := tradedOrder()
	o.Trade.ExportReason = shipment.ExportRepair
	if got := shipmentJSON(t, o); !strings.Contains(got, `"contents_type":"other","contents_explanation":"repair"`) {
		t.Error(got)
	}
}

// TestAnOrderSaysMoreThanItsAccount: the signer, the way back and the export filing of an order count before settings. The account's
// signer certifies nothing that another one signs.
func TestAnOrderSaysMoreThanItsAccount(t *testing.T) {
	o := tradedOrder()
	o.Trade.SignerName, o.Trade.NonDeliveryOption, o.Trade.ExportITN = "Bob Ray", shipment.NonDeliveryAbandon, "X20260315123456"
	o.Pickup.Country, o.Pickup.State = "US", "NV"
	facts := exampleFacts()
	facts[shipment.CustomsSigner], facts[shipment.CustomsCertify] = "Ann Lee", "yes"
	s, refused := newShipment("K", o, facts)
	if refused != nil {
		t.Fatal(refused.one())
	}
	c := s.CustomsInfo
	if c.CustomsSigner != "Bob Ray" || c.CustomsCertify || c.NonDeliveryOption != "abandon" || c.EELPFC != "AES X20260315123456" {
		t.Errorf("customs %+v", c)
	}
}

// TestDangerousGoodsAreNotSentAsOthers: EasyPost's carriers would take the parcel for an ordinary one.
func TestDangerousGoodsAreNotSentAsOthers(t *testing.T) {
	o := tradedOrder()
	o.Items[1].Trade.UNNumber = "UN3481"
	if _, refused := newShipment("K", o, exampleFacts()); refused == nil || refused[0].Field != "item_un_number" || refused[0].Item != 2 {
		t.Errorf("refused %v", refused)
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
