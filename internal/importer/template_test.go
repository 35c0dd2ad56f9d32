package importer_test

import (
	"bytes"
	"strings"
	"testing"

	"waybill/internal/importer"
	"waybill/internal/shipment"
)

// TestLongTemplates creates the orders of the examples of every service, once they have another reference.
func TestLongTemplates(t *testing.T) {
	if testing.Short() {
		t.Skip("long: reads the templates of all services; make test-long runs it")
	}
	run := newRunner(t)
	for _, s := range shipment.DemoServices() {
		for _, format := range []importer.Format{importer.CSV, importer.XLSX} {
			var file bytes.Buffer
			if err := importer.WriteTemplate(&file, format, s); err != nil {
				t.Fatal(err)
			}
			table, err := importer.Read(t.Context(), run, file.Bytes(), importer.ReadOptions{Owner: "1"})
			if err != nil {
				t.Fatal(err)
			}
			if table.Format != format || table.Len() != 2 {
				t.Fatalf("%s has %d rows", table.Format, table.Len())
			}
			m := importer.Suggest(table)
			if len(m.Columns) != len(importer.Fields()) {
				t.Errorf("%d of %d columns are recognised", len(m.Columns), len(importer.Fields()))
			}
			p, err := importer.NewPlan(table, m)
			if err != nil {
				t.Fatal(err)
			}
			checked := check(t, p)
			if len(checked) != 1 || len(checked[0].Problems) != 1 ||
				!strings.HasPrefix(checked[0].Problems[0].Message.String(), "This is an example") {
				t.Errorf("service %d, %s: %+v", s.ServiceID, format, checked[0].Problems)
			}
		}
	}
	if err := importer.WriteTemplate(&bytes.Buffer{}, "ods", shipment.Service{}); err == nil {
		t.Error("there is a template in ods")
	}
}
