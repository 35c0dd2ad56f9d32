package console

import (
	"errors"
	"iter"
	"net/http"

	"waybill/internal/importer"
	"waybill/internal/shipment"
)

// mostExported is how many orders a file has at most.
const mostExported = 50_000

// errStopped: the rows are not wanted any more.
var errStopped = errors.New("stopped")

// exportOrders sends the selected orders, with all columns, as a spreadsheet.
func (v *visit) exportOrders() error {
	if err := v.parse(); err != nil {
		return err
	}
	services, _, err := v.serviceNames()
	if err != nil {
		return err
	}
	format, media := importer.CSV, "text/csv; charset=utf-8"
	if v.r.PostForm.Get("format") == string(importer.XLSX) {
		format, media = importer.XLSX, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}
	headings := []string{v.t("Tracking number")}
	for _, c := range orderColumns {
		headings = append(headings, v.t(c.Label))
	}
	// Counted first: what is wrong cannot be shown once the file has begun.
	if err := v.chosenOrders(mostExported, func([]shipment.Order) error { return nil }); err != nil {
		return err
	}
	header := v.w.Header()
	header.Set("Content-Type", media)
	header.Set("Content-Disposition", `attachment; filename="orders-`+v.console.Now().In(v.zone).Format("2006-01-02")+"."+string(format)+`"`)
	header.Set("Cache-Control", "private, no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	if err := importer.WriteTexts(v.w, format, headings, v.exportedRows(services)); err != nil {
		v.console.Log.ErrorContext(v.ctx(), "export orders", "error", err)
		panic(http.ErrAbortHandler) // so that the browser does not take the part for the whole
	}
	return nil
}

// exportedRows yields the selected orders as texts.
func (v *visit) exportedRows(services map[int64]string) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		err := v.chosenOrders(mostExported, func(orders []shipment.Order) error {
			rows, err := v.rows(orders, services)
			if err != nil {
				return err
			}
			for i := range rows {
				if !yield(v.exportedCells(&rows[i]), nil) {
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

func (v *visit) exportedCells(row *orderRow) []string {
	cells := []string{row.order.TrackingNo}
	for _, c := range v.cells(orderColumns, row) {
		text := c.Text
		if c.Kind == "time" {
			text = c.On.In(v.zone).Format("2006-01-02 15:04:05")
		}
		cells = append(cells, text)
	}
	return cells
}
