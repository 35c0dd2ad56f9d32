package rules

import (
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/request"
)

// TestRulesCanNameEveryField: each field of a create request but the service, and no other.
func TestRulesCanNameEveryField(t *testing.T) {
	var want, got []string
	for _, f := range slices.Concat(request.CreateFields(), request.ItemFields()) {
		if f.Name != "service_id" {
			want = append(want, f.Name)
		}
	}
	for name := range fieldsByName {
		got = append(got, name)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		t.Errorf("rules can name\n%q, want\n%q", got, want)
	}
}

// TestReturnsAreOnlyAskedForTheirFields: an empty return lacks all its fields, and no other.
func TestReturnsAreOnlyAskedForTheirFields(t *testing.T) {
	var all []Rule
	for name := range fieldsByName {
		all = append(all, Rule{ID: strings.ReplaceAll(name, "_", "-"), Severity: SeverityError, Kind: KindRequired, Field: name})
	}
	set, err := Compile(all)
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	for _, f := range set.Check(&order{Return: true, Items: make([]item, 1)}, time.Now()) {
		asked[f.Field] = true
	}
	asked["items"] = true // it has one
	for _, f := range slices.Concat(request.ReturnFields(), request.ItemFields()) {
		if _, known := fieldsByName[f.Name]; known && !asked[f.Name] {
			t.Errorf("no rule asks a return for %s", f.Name)
		}
		delete(asked, f.Name)
	}
	if len(asked) > 0 {
		t.Errorf("rules ask a return for %v, which it does not have", asked)
	}
}

// TestExpressionsHaveEveryField: each field of a create request is a member, whose size is no less than what
// validation accepts.
func TestExpressionsHaveEveryField(t *testing.T) {
	sizes := map[string]int{}
	for _, m := range slices.Concat(celMembers["Order"], celMembers["Item"]) {
		sizes[m.name] = m.size
	}
	for _, m := range celMembers["Party"] {
		for _, party := range []string{"consignee_", "pickup_contact_", "pickup_"} {
			sizes[party+m.name] = m.size
		}
	}
	for _, f := range slices.Concat(request.CreateFields(), request.ItemFields()) {
		size, found := sizes[memberName(f.Name)]
		if !found {
			t.Errorf("expressions have no %s", f.Name)
		}
		most := f.Type.MaxLength
		if most == 0 && f.Type.Name != request.TypeInteger {
			most = int(f.Type.Max)
		}
		if size < most {
			t.Errorf("%s has the size %d, and validation accepts %d", f.Name, size, most)
		}
	}
	for _, f := range request.TaxIDFields() {
		if m := memberOf(celTaxID.TypeName(), f.Name); m == nil || m.size < f.Type.MaxLength {
			t.Errorf("expressions have no %s of a tax id, or a shorter one", f.Name)
		}
	}
}
