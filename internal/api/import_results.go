package api

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"

	"waybill/internal/api/shell"
	"waybill/internal/importer"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

const (
	// resultGroups is how many groups of created orders are read at a time.
	resultGroups = 50
	// maxImportLabels is how many labels of an import a file has at most.
	maxImportLabels = 10_000
)

// importOrders sends the created orders as CSV, with their rows in the file and their tracking numbers.
func (a *importing) importOrders(ctx context.Context, c shell.Call) (shell.Response, error) {
	i, err := a.importOf(ctx, c)
	if err == nil && i.Created == 0 {
		err = shell.ErrNotFound
	}
	if err != nil {
		return shell.Response{}, err
	}
	header := spreadsheetHeader(fmt.Sprintf("import-%d-orders", i.ImportID), importer.CSV)
	return shell.Response{Status: http.StatusOK, Header: header, Stream: func(w io.Writer) error {
		return a.writeImportOrders(c.Req.Context(), w, i)
	}}, nil
}

func (a *importing) writeImportOrders(ctx context.Context, w io.Writer, i store.Import) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{
		"row", "shipper_order_id", "tracking_no", "upload_batch_no", "consignee_name", "consignee_country", "created_on",
	}); err != nil {
		return err
	}
	for g, err := range a.importGroups(ctx, i) {
		if err != nil {
			return err
		}
		orders, err := a.api.Store.BatchOrders(ctx, i.AccountID, g.UploadBatchNo)
		if err != nil {
			return err
		}
		for n := range min(len(orders), len(g.Rows)) {
			o := &orders[n]
			if err := out.Write([]string{
				strconv.FormatInt(g.Rows[n], 10), importer.Guard(o.ShipperOrderID), o.TrackingNo, o.UploadBatchNo,
				importer.Guard(o.Consignee.Name), o.Consignee.Country.Name(), shipment.FormatTime(o.CreatedOn),
			}); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

// attachment is the header of a file that a browser saves.
func attachment(name string) string {
	return mime.FormatMediaType("attachment", map[string]string{"filename": name})
}

// importGroups are the groups of an import that have orders.
func (a *importing) importGroups(ctx context.Context, i store.Import) func(yield func(store.StoredGroup, error) bool) {
	return func(yield func(store.StoredGroup, error) bool) {
		for after := int64(-1); ; after += resultGroups {
			groups, err := a.api.Store.Imports.ImportGroups(ctx, i.AccountID, i.ImportID, after, resultGroups)
			if err != nil {
				yield(store.StoredGroup{}, err)
				return
			}
			for _, g := range groups {
				if g.UploadBatchNo != "" && !yield(g, nil) {
					return
				}
			}
			if len(groups) < resultGroups {
				return
			}
		}
	}
}

// importRefused sends the refused rows in the format of the uploaded file, with a column of errors.
func (a *importing) importRefused(ctx context.Context, _ shell.Call, i store.Import) (shell.Response, error) {
	held := a.api.Hold(ctx)
	refused, err := a.api.Imports.Worker.ReadRefused(ctx, i, held)
	if err != nil {
		return shell.Response{}, err
	}
	name := strings.TrimSuffix(i.FileName, path.Ext(i.FileName))
	if name == "" {
		name = fmt.Sprintf("import-%d", i.ImportID)
	}
	header := spreadsheetHeader(name+"-refused", refused.Format())
	return shell.Response{Status: http.StatusOK, Header: header, Stream: refused.Write}, nil
}

// spreadsheetHeader is the header of a file that a browser saves, without the ending of its name.
func spreadsheetHeader(name string, format importer.Format) http.Header {
	mediaType := "text/csv; charset=utf-8"
	if format == importer.XLSX {
		mediaType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}
	return http.Header{
		"Content-Type":        {mediaType},
		"Content-Disposition": {attachment(name + "." + string(format))},
		"Cache-Control":       {"no-store"}, "X-Content-Type-Options": {"nosniff"},
	}
}

// ordersOfImport are the orders that an import has created, without items, in the order of the file.
func (a *importing) ordersOfImport(ctx context.Context, accountID int64, id string) ([]shipment.Order, error) {
	number, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return nil, &shell.Problem{Status: http.StatusBadRequest, Detail: problem.NotImportID}
	}
	i, err := a.api.Store.Imports.Import(ctx, accountID, number)
	if err != nil {
		return nil, err
	}
	if i.Created > maxImportLabels {
		return nil, &shell.Problem{Status: http.StatusBadRequest, Detail: problem.ManyLabels.With(i.Created, maxImportLabels, number)}
	}
	orders := make([]shipment.Order, 0, i.Created)
	for g, err := range a.importGroups(ctx, i) {
		if err != nil {
			return nil, err
		}
		group, err := a.api.Store.BatchOrders(ctx, accountID, g.UploadBatchNo)
		if err != nil {
			return nil, err
		}
		orders = append(orders, group...)
	}
	return orders, nil
}

// importTemplate sends an empty file for orders of a service.
func (a *importing) importTemplate(ctx context.Context, c shell.Call) (shell.Response, error) {
	query := request.ParseQuery(c.Req.URL.RawQuery)
	format := importer.Format(cmp.Or(request.LastValue(query, "format"), string(importer.XLSX)))
	if format != importer.CSV && format != importer.XLSX {
		return shell.Response{}, wrong("format", problem.NotSheetFormat.With(format))
	}
	id, err := strconv.ParseInt(request.LastValue(query, "service_id"), 10, 64)
	if err != nil {
		return shell.Response{}, wrong("service_id", problem.NoServiceNamed)
	}
	live, err := a.api.Store.MasterData.LiveServices(ctx)
	if err != nil {
		return shell.Response{}, err
	}
	service, exists := live[id]
	if !exists {
		return shell.Response{}, wrong("service_id", problem.UnknownService.With(id))
	}
	return shell.Response{
		Status: http.StatusOK, Header: spreadsheetHeader(fmt.Sprintf("orders-service-%d", id), format),
		Stream: func(w io.Writer) error { return importer.WriteTemplate(w, format, service) },
	}, nil
}
