package shipment

import (
	"maps"
	"reflect"
	"strings"
	"testing"
)

// customsOf reads "NAME=VALUE, …".
func customsOf(text string) Customs {
	c := Customs{}
	for pair := range strings.SplitSeq(text, ", ") {
		if name, value, ok := strings.Cut(pair, "="); ok {
			c[name] = value
		}
	}
	return c
}

// TestAnAccountCountsBeforeItsService: fact by fact. Facts that belong together come from one of them.
func TestAnAccountCountsBeforeItsService(t *testing.T) {
	for _, c := range []struct{ account, service, want string }{
		{"", "", ""},
		{"", "contents_type=gift", "contents_type=gift"},
		{"contents_type=gift", "contents_type=sample, origin_country=SG", "contents_type=gift, origin_country=SG"},
		{"contents_type=other, contents_explanation=Parts", "contents_type=gift", "contents_type=other, contents_explanation=Parts"},
		{"contents_type=gift", "contents_type=other, contents_explanation=Parts", "contents_type=gift"},
		{"customs_signer=Ann", "customs_signer=Bob, customs_certify=yes", "customs_signer=Ann"}, // Ann certifies nothing
		{"customs_certify=no", "customs_signer=Bob, customs_certify=yes", "customs_signer=Bob, customs_certify=no"},
		{"", "customs_signer=Bob, customs_certify=yes", "customs_signer=Bob, customs_certify=yes"},
		{
			"export_exemption=X, export_exemption_limit=9 USD", "export_exemption=Y, export_exemption_limit=none",
			"export_exemption=X, export_exemption_limit=9 USD",
		},
	} {
		account := customsOf(c.account)
		if got := account.Over(customsOf(c.service)); !maps.Equal(got, customsOf(c.want)) {
			t.Errorf("%q over %q: %v, want %q", c.account, c.service, got, c.want)
		}
		if !maps.Equal(account, customsOf(c.account)) {
			t.Errorf("%q over %q changed it to %v", c.account, c.service, account)
		}
	}
	if got := Customs(nil).Over(nil); got == nil || len(got) != 0 {
		t.Errorf("nothing over nothing: %v", got)
	}
}

// TestFactsFillWhatOrdersLeaveOut: an order keeps what it says, and shares nothing with the one that is filled in.
func TestFactsFillWhatOrdersLeaveOut(t *testing.T) {
	facts := Customs{
		CustomsContents: "other", CustomsExplanation: "Parts", CustomsOrigin: "SG", CustomsSigner: "Ann Lee", CustomsSignerPlace: "Singapore",
		CustomsNonDelivery: "return", CustomsExporter: "EXP-1", CustomsDuties: PartyShipper, CustomsExportType: ExportPermanent,
	}
	plain := Order{Items: []Item{{Desc: "Hat"}}}
	filled := plain
	facts.Fill(&filled)
	want := OrderTrade{
		ExportReason: ExportOther, ExportReasonText: "Parts", SignerName: "Ann Lee", SignerPlace: "Singapore", NonDeliveryOption: "return",
		ExporterReference: "EXP-1", DutiesPaidBy: PartyShipper, ExportType: ExportPermanent,
	}
	if !reflect.DeepEqual(*filled.Trade, want) || filled.Items[0].Trade.OriginCountry != "SG" {
		t.Errorf("filled %+v, %+v", filled.Trade, filled.Items[0].Trade)
	}
	if plain.Trade != nil || plain.Items[0].Trade != nil {
		t.Error("the order itself was changed")
	}
	said := Order{Return: true, Items: []Item{{Trade: &ItemTrade{OriginCountry: "VN"}}}, Trade: &OrderTrade{
		SignerName: "Bob", NonDeliveryOption: "abandon", ExporterReference: "E", DutiesPaidBy: PartyConsignee, ExportType: ExportTemporary,
	}}
	before := *said.Trade
	facts.Fill(&said)
	if !reflect.DeepEqual(*said.Trade, before) || said.Items[0].Trade.OriginCountry != "VN" {
		t.Errorf("an order that says all became %+v", said.Trade)
	}
}
