package orders

import (
	"errors"
	"io"
	"net/http"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/importer"
	"waybill/internal/orderfile"
)

// exportOrders sends a file of the selected orders.
func exportOrders(v *web.Visit) error {
	format, media := importer.CSV, "text/csv; charset=utf-8"
	if v.Request.PostForm.Get("format") == string(importer.XLSX) {
		format, media = importer.XLSX, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}
	form := orderfile.Orders
	if v.Request.PostForm.Get("format") == orderfile.Tracking {
		form = orderfile.Tracking
	}
	file, err := orderfile.New(v.Context(), orderfile.Query{
		Source: v.Console.Store, Tags: v.Console.Store.Annotations, MasterData: v.Console.Store.MasterData,
		Filter: chosenFilter(v), Form: form, Format: format, Base: v.Base(), Held: v.Console.Hold(v.Context()),
	})
	switch {
	case errors.Is(err, orderfile.ErrManyOrders):
		return countProblem(v, orderfile.MaxOrders+1, orderfile.MaxOrders)
	case errors.Is(err, orderfile.ErrManyColumns):
		return web.Notice(http.StatusUnprocessableEntity, v.T("These are too many orders"),
			v.T("Their metadata has so many different keys that no import would read the file. Narrow the list."))
	}
	if err == nil {
		err = countProblem(v, file.Orders, orderfile.MaxOrders)
	}
	if err != nil {
		return err
	}
	name := form + "-" + v.Console.Now().In(v.Zone).Format(time.DateOnly) + "." + string(format)
	return v.SendFile(media, name, func(w io.Writer) error { return file.Write(v.Context(), w) })
}
