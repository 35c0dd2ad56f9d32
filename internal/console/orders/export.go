package orders

import (
	"errors"
	"iter"
	"net/http"

	"waybill/internal/console/web"
	"waybill/internal/importer"
	"waybill/internal/shipment"
)

// mostExported is how many orders a file has at most.
const mostExported = 50_000

// errStopped: the rows are not wanted any more.
var errStopped = errors.New("stopped")

// exportOrders sends the selected orders, with all columns, as a spreadsheet.
func exportOrders(v *web.Visit) error {
	services, _, err := serviceNames(v)
	if err != nil {
		return err
	}
	format, media := importer.CSV, "text/csv; charset=utf-8"
	if v.Request.PostForm.Get("format") == string(importer.XLSX) {
		format, media = importer.XLSX, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}
	headings := []string{v.T("Tracking number")}
	for _, c := range orderColumns {
		headings = append(headings, v.T(c.Label))
	}
	// Counted first: what is wrong cannot be shown once the file has begun.
	if err := chosenOrders(v, mostExported, func([]shipment.Order) error { return nil }); err != nil {
		return err
	}
	header := v.Writer.Header()
	header.Set("Content-Type", media)
	header.Set("Content-Disposition", `attachment; filename="orders-`+v.Console.Now().In(v.Zone).Format("2006-01-02")+"."+string(format)+`"`)
	header.Set("Cache-Control", "private, no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	if err := importer.WriteTexts(v.Writer, format, headings, exportedRows(v, services)); err != nil {
		v.Console.Log.ErrorContext(v.Context(), "export orders", "error", err)
		panic(http.ErrAbortHandler) // so that the browser does not take the part for the whole
	}
	return nil
}

// exportedRows yields the selected orders as texts.
func exportedRows(v *web.Visit, services map[int64]string) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		err := chosenOrders(v, mostExported, func(orders []shipment.Order) error {
			rows, err := rows(v, orders, services)
			if err != nil {
				return err
			}
			for i := range rows {
				if !yield(exportedCells(v, &rows[i]), nil) {
					return errStopped
				}
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStopped) {
			yield(nil, err)
		}
	}
}

func exportedCells(v *web.Visit, row *orderRow) []string {
	cells := []string{row.order.TrackingNo}
	for _, c := range cellsOf(v, orderColumns, row) {
		text := c.Text
		if c.Kind == "time" {
			text = c.On.In(v.Zone).Format("2006-01-02 15:04:05")
		}
		cells = append(cells, text)
	}
	return cells
}
