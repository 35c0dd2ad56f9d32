package shipment

import (
	"slices"
	"strings"
	"testing"
)

// impersonalTexts are the texts of an order that stay when personal data are erased.
var impersonalTexts = strings.Fields(`shipper_order_id forward_tracking_no
	invoice_no licence_no certificate_no export_itn export_exemption`)

// TestTextsArePersonal: a text that says nothing of a person is named here, too.
func TestTextsArePersonal(t *testing.T) {
	t.Parallel()
	for _, f := range OrderFields {
		if f.Type.Name == TypeText && f.IsPersonal() == slices.Contains(impersonalTexts, f.Name) {
			t.Errorf("%s: personal %v", f.Name, f.IsPersonal())
		}
	}
}

func TestEraseTakesPersonalData(t *testing.T) {
	t.Parallel()
	var o Order
	for _, f := range OrderFields {
		switch {
		case f.TextAt != nil:
			*f.TextAt(&o) = "Susan"
		case f.NumberAt != nil:
			*f.NumberAt(&o) = 7
		}
	}
	o.Items, o.MakeTrade().TaxIDs, o.Trade.Metadata = make([]Item, 1), make([]TaxID, 1), make([]Metadata, 1)
	o.Erase()
	for _, f := range OrderFields {
		if f.IsZero(&o) != f.IsPersonal() {
			t.Errorf("%s: erased %v", f.Name, f.IsZero(&o))
		}
	}
}
