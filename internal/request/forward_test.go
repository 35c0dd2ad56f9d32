package request

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"waybill/internal/shipment"
)

// addReturn adds a return to a form that has nothing but what a forward order cannot give.
func addReturn(f *Form, forward string) {
	f.add(orderLevel, Value{Kind: Object})
	setAll(f, orderLevel, map[string]Value{"service_type": str("PICKUP"), forwardField: str(forward), "consignee_email": str("a@b.co")})
}

// TestForwardOrdersAreAskedForOnce: one look-up a request, with what cannot be a number left out.
func TestForwardOrdersAreAskedForOnce(t *testing.T) {
	d := newOrders(ReturnShape())
	for _, forward := range []string{"own-000001", " OWN-000001 ", "OWN-000002", "short", "no number", strings.Repeat("x", 41), ""} {
		addReturn(d, forward)
	}
	d.add(orderLevel, Value{Kind: Null})
	lookups, calls := demoLookups(), 0
	lookups.Forward = func(_ context.Context, refs []shipment.ForwardRef) (map[string]*shipment.Order, error) {
		calls++
		var numbers []string
		for _, ref := range refs {
			numbers = append(numbers, ref.TrackingNo)
		}
		if slices.Sort(numbers); !slices.Equal(numbers, []string{"OWN-000001", "OWN-000001", "OWN-000002"}) {
			t.Errorf("asked for %q", numbers)
		}
		return map[string]*shipment.Order{}, nil
	}
	if _, wrong, err := validate(t.Context(), d, &returnTable, lookups); wrong == nil || err != nil {
		t.Errorf("%v, %v", wrong, err)
	}
	if calls != 1 {
		t.Errorf("asked %d times", calls)
	}
	broken := errors.New("broken")
	lookups.Forward = func(context.Context, []shipment.ForwardRef) (map[string]*shipment.Order, error) { return nil, broken }
	if _, _, err := validate(t.Context(), d, &returnTable, lookups); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

// ofOneExport are the fields of a return that its forward order does not fill.
var ofOneExport = strings.Fields(`export_reason invoice_no invoice_date tax_ids metadata export_reason_text export_type duties_paid_by
	non_delivery_option exporter_reference importer_reference licence_no certificate_no export_itn export_exemption
	export_mrn prior_notice_no
	signer_name signer_place signed_on importer_name importer_number importer_country importer_address importer_postal
	importer_state importer_city importer_province importer_email sold_to_name sold_to_number sold_to_country sold_to_address
	sold_to_postal sold_to_state sold_to_city sold_to_province sold_to_email`)

// TestEveryFieldOfAReturnCanBeFilled: a field that is added to the table is filled too, or is
// named here.
func TestEveryFieldOfAReturnCanBeFilled(t *testing.T) {
	changes := map[string]Value{}
	for _, f := range CreateFields() {
		if _, sent := goodOrder[f.Name]; !sent && f.Type.Name == TypeText {
			changes[f.Name] = str("x")
		}
	}
	changes["consignee_email"], changes["pickup_contact_number"] = str("c@b.co"), str("+6591234567")
	forward, problems := validateOne(t, demoLookups(), changes)
	if problems != "" {
		t.Fatal(problems)
	}
	forward.Pickup.Email = "p@b.co" // a return's
	var filled row
	filled.inherit(&returnTable, &forward)
	for i := range returnTable.columns {
		c := &returnTable.columns[i]
		switch {
		case c.Name == "service_type" || c.Name == forwardField:
			if c.FromForward {
				t.Errorf("%s is filled", c.Name)
			}
		case !c.FromForward && !slices.Contains(ofOneExport, c.Name):
			t.Errorf("%s is not filled", c.Name)
		case c.FromForward && c.Name != itemsField && !filled[i].given():
			t.Errorf("%s of a full forward order is empty", c.Name)
		}
	}
}
