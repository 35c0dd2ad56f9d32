package shipment

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestNeedsAreFields: each can be left out of a create request, and the settings that fill one in do so.
func TestNeedsAreFields(t *testing.T) {
	for _, name := range CustomsNeeds {
		order := slices.IndexFunc(OrderFields, func(f Field[Order]) bool { return f.Name == name })
		item := slices.IndexFunc(ItemFields, func(f Field[Item]) bool { return f.Name == name })
		switch {
		case order < 0 && item < 0, item >= 0 && ItemFields[item].Create != Optional:
			t.Errorf("%s is no optional field", name)
		case order >= 0 && OrderFields[order].Create != Optional && name != "items": // orders of another system may have none
			t.Errorf("%s is no optional field", name)
		}
	}
	for field, setting := range SettingOf {
		o := Order{Consignee: Party{Country: "ID"}, Items: make([]Item, 1)}
		Customs{setting: "SG", CustomsSigner: "Ann"}.Fill(&o)
		if _, lacking := o.Lacks(field); lacking {
			t.Errorf("%s does not state %s", setting, field)
		}
	}
}

func TestLacks(t *testing.T) {
	needs := []string{"items", "item_weight", "export_reason", "incoterm", "tax_ids", "unknown", "invoice_no"}
	abroad := Order{Pickup: Party{Country: "SG"}, Consignee: Party{Country: "ID"}}
	full := abroad
	full.Incoterm, full.Items = "DDP", []Item{{Trade: &ItemTrade{Weight: 1}}, {}}
	full.Trade = &OrderTrade{ExportReason: ExportSale, TaxIDs: make([]TaxID, 1)}
	back, home := abroad, abroad
	back.Return, home.Consignee.Country = true, "SG"
	for name, c := range map[string]struct {
		order Order
		want  string
	}{
		"nothing said":   {abroad, "items 0, export_reason 0, incoterm 0, tax_ids 0, invoice_no 0"},
		"most said":      {full, "item_weight 2, invoice_no 0"},
		"a return":       {back, "items 0, tax_ids 0, invoice_no 0"},
		"in its country": {home, ""},
	} {
		var got []string
		for _, need := range needs {
			if item, lacking := c.order.Lacks(need); lacking {
				got = append(got, fmt.Sprintf("%s %d", need, item))
			}
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: lacks %v, want %v", name, got, c.want)
		}
	}
}
