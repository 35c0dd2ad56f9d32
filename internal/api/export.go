package api

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"

	"waybill/internal/api/shell"
	"waybill/internal/importer"
	"waybill/internal/orderfile"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/store"
)

// exportedHeader is how many orders a file has.
const exportedHeader = "Waybill-Export-Orders"

// exportOrders sends a file of the orders that filters select.
func (a *API) exportOrders(ctx context.Context, c shell.Call, sent request.ExportRequest) (shell.Response, error) {
	file, err := orderfile.New(ctx, orderfile.Query{
		Source: a.Store, MasterData: a.Store.MasterData,
		Filter: store.OrderFilter{AccountID: c.Caller.AccountID, Filter: sent.Filter}, Form: sent.Form,
		Format: importer.Format(sent.Format), Base: a.base(c.Req), Held: a.Hold(ctx),
	})
	switch {
	case errors.Is(err, orderfile.ErrManyOrders):
		err = request.Wrong(request.NonFieldErrors, problem.ManyToExport.With(orderfile.MaxOrders))
	case errors.Is(err, orderfile.ErrManyColumns):
		err = request.Wrong(request.NonFieldErrors, problem.ManyColumnsToExport)
	}
	if err != nil {
		return shell.Response{}, err
	}
	header := http.Header{exportedHeader: {strconv.Itoa(file.Orders)}}
	if sent.BySearch() {
		err = a.addSearchIndexed(ctx, header)
	}
	name := sent.Form + "-" + a.Now().UTC().Format("2006-01-02")
	table := orders.Spreadsheet(name, sent.Format, func(ctx context.Context, w io.Writer) error { return file.Write(a.Metered(ctx), w) })
	res, err := shell.DocumentResponse(c.Req.Context(), table, err)
	return res.With(header), err
}
