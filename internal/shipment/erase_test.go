package shipment

import (
	"slices"
	"strings"
	"testing"
)

// personalFields are all fields that may say something of a person.
var personalFields = strings.Fields(`identification_document_name consignee_identifcation_number
	consignee_name consignee_number consignee_address consignee_postal consignee_state consignee_city consignee_province consignee_email
	pickup_contact_name pickup_contact_number pickup_address pickup_postal pickup_state pickup_city pickup_province pickup_contact_email
	pickup_notes delivery_note tax_ids metadata export_reason_text exporter_reference importer_reference signer_name signer_place
	importer_name importer_number importer_address importer_postal importer_state importer_city importer_province importer_email
	sold_to_name sold_to_number sold_to_address sold_to_postal sold_to_state sold_to_city sold_to_province sold_to_email`)

// TestEveryFieldHasAPrivacyClass: a field that is added must be named here, or in keptFields.
func TestEveryFieldHasAPrivacyClass(t *testing.T) {
	t.Parallel()
	for _, f := range OrderFields {
		if f.IsPersonal() != slices.Contains(personalFields, f.Name) {
			t.Errorf("%s: may it say something of a person? Then it is in personalFields, else in keptFields", f.Name)
		}
	}
	if got := len(keptFields) + len(personalFields); got != len(OrderFields) {
		t.Errorf("%d fields have a class, of %d", got, len(OrderFields))
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
