package protocol

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"waybill/internal/shipment"
)

func TestTradeData(t *testing.T) {
	o := NewOrder(shipment.Order{
		ConsigneeIdentificationNumber: "77", IdentificationDocumentName: "LOCALTAXID", Consignee: shipment.Party{Country: "ID"},
		Items: []shipment.Item{{Desc: "Shirt", Trade: &shipment.ItemTrade{HSCode: "610910", OriginCountry: "BD", Weight: 250}}},
		Trade: &shipment.OrderTrade{
			ExportReason: "sale", InvoiceNo: "INV 7", InvoiceDate: "2026-01-02", FreightAmount: 12_500, AmountCurrency: "SGD",
			TaxIDs:   []shipment.TaxID{{Party: "shipper", Type: "IOSS", Number: "IM1"}},
			Metadata: []shipment.Metadata{{Key: "shop", Value: "private"}},
		},
	})
	sent := toJSON(t, o)
	for _, want := range []string{
		`"hs_code":"610910","origin_country":"BD","weight_kg":"0.25","customs_description":"Shirt","url":"","image_url":"","customs_value":"0"`,
		`"export_reason":"sale","invoice_no":"INV 7","invoice_date":"2026-01-02","freight_amount":"12.5",` +
			`"insurance_amount":"0","packing_amount":"0","handling_amount":"0","other_amount":"0","discount_amount":"0","amount_currency":"SGD"`,
		`"tax_ids":[{"party":"shipper","type":"IOSS","country":"","number":"IM1"},` +
			`{"party":"consignee","type":"LOCALTAXID","country":"ID","number":"77"}]`,
	} {
		if !strings.Contains(sent, want) {
			t.Errorf("%s is not in %s", want, sent)
		}
	}
	if strings.Contains(sent, "private") {
		t.Error("a partner gets the shipper's metadata")
	}
	if kept := toJSON(t, o.withoutPersonalData()); strings.Contains(kept, "IM1") || strings.Contains(kept, "77") {
		t.Errorf("a record has tax ids: %s", kept)
	}
	if o.TaxIDs[0].Number != "IM1" {
		t.Error("the order that is sent was changed")
	}
}

// TestAdaptersGetEveryField: a value of its own in each text and number of an order is in what adapters receive, and none about a
// person is in what is recorded of it.
// TestTradeData checks tax_ids; metadata is the shipper's own.
func TestAdaptersGetEveryField(t *testing.T) {
	o := shipment.Order{Items: make([]shipment.Item, 1)}
	want := fill(shipment.OrderFields, &o)
	maps.Copy(want, fill(shipment.ItemFields, &o.Items[0]))
	o.PaymentType = shipment.PaymentCOD // else there is nothing to collect
	want["payment_type"] = shipment.PaymentCOD
	sent := toJSON(t, NewOrder(o))
	for field, value := range want {
		if !strings.Contains(sent, value) {
			t.Errorf("%s is not in %s", field, sent)
		}
	}
	kept := toJSON(t, NewOrder(o).withoutPersonalData())
	for _, f := range shipment.OrderFields {
		if f.TextAt == nil || f.Name == "payment_type" || f.Name == "identification_document_name" {
			continue
		}
		part := f.Name[strings.LastIndexByte(f.Name, '_')+1:]
		isPlace := part == "state" || part == "city" || part == "province"
		if isKept := strings.Contains(kept, want[f.Name]); isKept == (f.IsPersonal() && !isPlace) {
			t.Errorf("%s: the record has it: %v", f.Name, isKept)
		}
	}
}

// fill puts a value of its own into each text and number, and returns it.
func fill[T any](fields []shipment.Field[T], of *T) map[string]string {
	values := map[string]string{}
	for i, f := range fields {
		switch {
		case f.TextAt != nil:
			*f.TextAt(of) = "text of " + f.Name
			values[f.Name] = `"text of ` + f.Name + `"`
		case f.NumberAt != nil:
			*f.NumberAt(of) = int64(9_000_001 + 10*i)
			values[f.Name] = string(shipment.AppendScaled(nil, f.Number(of), f.Type.Places))
		}
	}
	return values
}

func toJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
