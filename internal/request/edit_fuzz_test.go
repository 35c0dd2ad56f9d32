package request_test

import (
	"encoding/json"
	"errors"
	"testing"

	"waybill/internal/request"
	"waybill/internal/request/requesttest"
	"waybill/internal/shipment"
)

// FuzzReadEdit: an edit is refused with problems, or makes an order of which the same edit makes nothing more, and which
// has no fields changed but those of the patch.
func FuzzReadEdit(f *testing.F) {
	for _, patch := range []string{
		`{}`, `[]`, `{"consignee_postal":"12430","pickup_notes":null}`, `{"metadata":{"a":"b","c":null}}`, `{"items":[]}`,
		`{"cod_amount_to_collect":"7.5"}`, `{"tax_ids":[{"party":"shipper","type":"GST","number":"1"}]}`, `{"tracking_no":null}`,
		`{"consignee_country":"MY"}`, `{"order_weight":1e400}`, `{"consignee_name":"\ud800"}`, `{"":0}`,
	} {
		f.Add([]byte(patch))
	}
	form, err := requesttest.Create.Decode(requesttest.ExampleCreate(f, 1))
	if err != nil {
		f.Fatal(err)
	}
	lookups := requesttest.NewDecoder().Lookups()
	made, problems, err := request.ReadCreate(f.Context(), form, lookups)
	if err != nil || problems != nil {
		f.Fatal(err, problems)
	}
	stored := made.Orders[0]
	f.Fuzz(func(t *testing.T, patch []byte) {
		if _, err := request.Decode(patch, request.EmptyShape()); err != nil {
			return // the shell refuses it before
		}
		edit, problems, err := request.ReadEdit(t.Context(), patch, &stored, lookups)
		if _, isSyntax := errors.AsType[*request.SyntaxError](err); err != nil && !isSyntax {
			t.Fatal(err)
		}
		if err != nil || problems != nil {
			return
		}
		var sent map[string]json.RawMessage
		if err := json.Unmarshal(patch, &sent); err != nil {
			t.Fatal(err)
		}
		for _, c := range shipment.ChangesBetween(&stored, &edit.Order) {
			_, alias := sent["cod_amount_to_collect"]
			if _, changed := sent[c.Field]; !changed && (!alias || c.Field != "cod_amt_to_collect") {
				t.Errorf("%s was changed from %s to %s", c.Field, c.From, c.To)
			}
		}
		again, problems, err := request.ReadEdit(t.Context(), patch, &edit.Order, lookups)
		if more := shipment.ChangesBetween(&edit.Order, &again.Order); err != nil || problems != nil || more != nil {
			t.Errorf("the same edit again: %v, %v, %v", more, problems, err)
		}
	})
}
