package importer_test

import (
	"slices"
	"strings"
	"testing"

	"waybill/internal/importer"
	"waybill/internal/shipment"
)

// TestEveryFieldIsSuggestedByItsName: each field of a create request can be imported. Lists have columns of their own: items
// are rows, and TestSuggestedFields has those of tax ids and metadata.
func TestEveryFieldIsSuggestedByItsName(t *testing.T) {
	var names []string
	for _, f := range shipment.OrderFields {
		if f.Create != shipment.NotSent && !f.IsList() {
			names = append(names, f.Name)
		}
	}
	for _, f := range shipment.ItemFields {
		names = append(names, f.Name)
	}
	m := importer.Suggest(read(t, strings.Join(names, ",")+"\n"+strings.Repeat("1,", len(names)-1)+"1\n"))
	for _, name := range names {
		if !slices.ContainsFunc(m.Columns, func(c importer.ColumnMapping) bool { return c.Field == name }) {
			t.Errorf("no column is suggested for %s", name)
		}
	}
}
