package request

import (
	"net/url"
	"slices"

	"waybill/internal/each"
	"waybill/internal/shipment"
)

// The forms and formats of a file of orders.
const (
	ExportOrders   = "orders"
	ExportTracking = "tracking"
	ExportCSV      = "csv"
	ExportXLSX     = "xlsx"
)

// ExportRequest says which orders a file has, and how.
type ExportRequest struct {
	shipment.Filter
	Form   string // ExportOrders or ExportTracking
	Format string // ExportCSV or ExportXLSX
}

var exportTable = tableOf[ExportRequest]("export")

// ExportFields are the parameters of a file of orders besides ExportFilters.
func ExportFields() []Field { return exportTable.fields() }

// ExportFilters are the filters of a view by cursor that a file of orders has too: all but those of a list by update.
func ExportFilters() []string {
	names := each.Of(FilterFields(), func(f Field) string { return f.Name })
	return slices.DeleteFunc(names, func(name string) bool {
		return slices.Contains([]string{"with_items", "expand", "limit", "updated_from", "updated_to"}, name)
	})
}

// ReadExport reads the parameters of a file of orders.
func ReadExport(query url.Values) (ExportRequest, Problems) {
	r := ExportRequest{Form: ExportOrders, Format: ExportCSV}
	values := queryValues(query)
	problems := slices.Concat(filterTable.read(values, &r.Filter), cursorTable.read(values, &r.Filter), exportTable.read(values, &r))
	return r, problems
}
