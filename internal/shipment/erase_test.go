package shipment

import (
	"slices"
	"strings"
	"testing"
)

// keptFields are the fields of an order that stay when personal data are erased: they say nothing of a person, or not without the
// shipper's own books.
var keptFields = strings.Fields(`service_id tracking_no shipper_order_id order_length order_width order_height order_weight
	payment_type cod_amt_to_collect incoterm consignee_country pickup_country pickup_date items service_type forward_tracking_no
	export_reason invoice_no invoice_date freight_amount insurance_amount packing_amount handling_amount other_amount discount_amount
	amount_currency export_type duties_paid_by non_delivery_option licence_no certificate_no export_itn export_exemption
	export_mrn prior_notice_no signed_on
	importer_country sold_to_country`)

// TestEveryFieldHasAPrivacyClass: a field that is not personal is named here, too.
func TestEveryFieldHasAPrivacyClass(t *testing.T) {
	t.Parallel()
	for _, f := range OrderFields {
		if f.IsPersonal() == slices.Contains(keptFields, f.Name) {
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
