package api

import (
	"slices"
	"testing"

	"waybill/client"
	"waybill/internal/shipment"
)

// changesOf are changes of fields that need more than a value of their type.
var changesOf = map[string]map[string]any{
	"service_id":         {"service_id": 8, "payment_type": "prepaid", "cod_amt_to_collect": nil},
	"payment_type":       {"payment_type": "prepaid", "cod_amt_to_collect": nil},
	"cod_amt_to_collect": {"cod_amt_to_collect": "41"},
	"freight_amount":     {"freight_amount": "1", "amount_currency": "SGD"},
	"insurance_amount":   {"insurance_amount": "1", "amount_currency": "SGD"},
	"packing_amount":     {"packing_amount": "1", "amount_currency": "SGD"},
	"handling_amount":    {"handling_amount": "1", "amount_currency": "SGD"},
	"other_amount":       {"other_amount": "1", "amount_currency": "SGD"},
	"discount_amount":    {"discount_amount": "1", "amount_currency": "SGD"},
	"items": {"items": []map[string]any{
		{"item_desc": "Cap", "item_quantity": 1, "item_price_value": "2.50", "item_price_currency": "IDR"},
	}},
	"tax_ids":      {"tax_ids": []map[string]any{{"party": "shipper", "type": "EORI", "number": "DE1234567"}}},
	"metadata":     {"metadata": map[string]any{"shop": "7"}},
	"service_type": {"service_type": "DROPOFF"},
}

// changeOf is a change of a field of an order.
func changeOf(f *shipment.Field[shipment.Order]) map[string]any {
	if changes := changesOf[f.Name]; changes != nil {
		return changes
	}
	value := map[shipment.TypeName]any{
		shipment.TypeCountry: "Malaysia", shipment.TypeCurrency: "USD", shipment.TypeDate: "2030-01-02", shipment.TypePhone: "+6281234567899",
		shipment.TypeEmail: "other@example.com", shipment.TypeDecimal: "7", shipment.TypeText: "Other",
	}[f.Type.Name]
	if f.Type.Name == shipment.TypeChoice {
		value = f.Type.Choices[len(f.Type.Choices)-1]
	}
	return map[string]any{f.Name: value}
}

// TestAChangeOfWhatIsPrintedAsksForAnotherPrint changes each field of an order whose label is printed. Those of papers make the label
// stale in the order's detail and in the list, and a print ends that.
func TestAChangeOfWhatIsPrintedAsksForAnotherPrint(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		stale := func(no string) (detail, list bool) {
			page, err := s.sdk.Orders(t.Context(), client.Filter{TrackingNos: []string{no}, Printed: new(false)})
			if err != nil {
				t.Fatal(err)
			}
			return s.detail(no).LabelStale, len(page.Results) > 0
		}
		markPrinted := func(no string) {
			if _, err := s.sdk.MarkPrinted(t.Context(), []string{no}); err != nil {
				t.Fatal(err)
			}
		}
		var printed []string
		for i := range shipment.OrderFields {
			f := &shipment.OrderFields[i]
			if f.IsFinal() {
				continue
			}
			var no string
			switch {
			case f.Create == shipment.NotSent || f.Name == "pickup_country":
				made, err := s.sdk.CreateReturns(t.Context(), client.ReturnRequest{Orders: []client.NewReturn{exampleReturn()}})
				if err != nil {
					t.Fatal(err)
				}
				no = made.Returns[0].ReturnTrackingNo
			case f.Name == "consignee_country": // a number that was issued names the country
				o := parcel()
				o.ServiceID, o.TrackingNo = 8, "OWN-000001"
				no = s.create(o).Orders[0].TrackingNo
			default:
				no = s.create(exampleOrder()).Orders[0].TrackingNo
			}
			markPrinted(no)
			s.edited(no, changeOf(f))
			want := (&shipment.FieldChange{Field: f.Name}).IsPrinted()
			if detail, list := stale(no); detail != want || list != want {
				t.Errorf("%s: stale %v in the detail and %v in the list, want %v", f.Name, detail, list, want)
			}
			if want {
				printed = append(printed, f.Name)
			}
			markPrinted(no)
			if detail, list := stale(no); detail || list {
				t.Errorf("%s: stale after a print", f.Name)
			}
		}
		for _, name := range []string{"cod_amt_to_collect", "consignee_number", "payment_type", "consignee_postal", "items"} {
			if !slices.Contains(printed, name) {
				t.Errorf("%s is on a label", name)
			}
		}
	})
}
