package importer

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestFix: a column is read in another way only if that is the only way, and it leaves all other cells as they are.
func TestFix(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		field, cells string // refused ones begin with !
		want         string
	}{
		{"order_weight", "0.5 !0,5", "comma 1"},
		{"order_weight", "!1,234", " 0"},           // comma or point
		{"order_weight", "!1,234 !0,5", "comma 2"}, // 1,234 alone can be read in two ways
		{"order_weight", "1.250 !0,5", " 0"},       // 1.250 would become 1250
		{"order_weight", "!abc", " 0"},
		{"pickup_date", "2026-12-01 !30/11/2026 !03/04/2026", "dmy 2"},
		{"pickup_date", "!03/04/2026", " 0"},
		{"pickup_date", "!30/11/2026 !11/30/2026", " 0"},
		{"consignee_number", "+6281234567890 !081234567890 !12", "country 1"},
		{"consignee_name", "!a", " 0"},
	} {
		refused := map[int]bool{}
		var b strings.Builder
		fmt.Fprintf(&b, "consignee_country;%s\n", c.field)
		for i, cell := range strings.Fields(c.cells) {
			text, is := strings.CutPrefix(cell, "!")
			refused[i] = is
			fmt.Fprintf(&b, "Indonesia;%s\n", text)
		}
		table, err := Read(t.Context(), nil, []byte(b.String()), ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		plan, err := NewPlan(table, Mapping{Columns: []ColumnMapping{
			{Heading: "consignee_country", Field: "consignee_country"}, {Heading: c.field, Field: c.field},
		}})
		if err != nil {
			t.Fatal(err)
		}
		fixed, cells := plan.Fix(c.field, 1, refused)
		if got := fmt.Sprintf("%s%s%s %d", fixed.Phone, fixed.Decimal, fixed.Date, cells); got != c.want {
			t.Errorf("%s of %s: %q, want %q", c.field, c.cells, got, c.want)
		}
	}
}

// TestMappingKeysAreAll: messages about misspelt keys know all keys.
func TestMappingKeysAreAll(t *testing.T) {
	t.Parallel()
	for _, of := range []reflect.Type{reflect.TypeFor[Mapping](), reflect.TypeFor[ColumnMapping]()} {
		for f := range of.Fields() {
			if key, _, _ := strings.Cut(f.Tag.Get("json"), ","); !slices.Contains(mappingKeys, key) {
				t.Errorf("%s is missing", key)
			}
		}
	}
}
