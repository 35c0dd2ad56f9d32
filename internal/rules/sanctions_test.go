package rules_test

import (
	"testing"

	"waybill/internal/rules"
	"waybill/internal/sanctions"
	"waybill/internal/shipment"
)

// TestSanctionsAreFoundBehindAll: a party on a list is found behind as many findings of a rule of the operator as an order has.
func TestSanctionsAreFoundBehindAll(t *testing.T) {
	names, err := sanctions.NewSet([]string{"{\"list\":\"ofac\"}\n90037\tJANE DOE\n"})
	if err != nil {
		t.Fatal(err)
	}
	first := rules.Rule{ID: "a", Kind: rules.KindRequired, Severity: rules.SeverityHold, Field: "item_origin_country"}
	set, err := rules.Compile(append([]rules.Rule{first}, rules.Default()...))
	if err != nil {
		t.Fatal(err)
	}
	o := orderOf("SG", "DE")
	o.Consignee.Name, o.Items = "Jane Doe", make([]shipment.Item, rules.MaxFindings+10)
	found := set.With(nil, nil, names).Check(o, noon, rules.SeverityHold)
	if len(found) != rules.MaxFindings+1 || found[0].Rule.ID != "sanctions" {
		t.Errorf("%d findings, the first of %s", len(found), found[0].Rule.ID)
	}
}
