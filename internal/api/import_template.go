package api

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"waybill/internal/api/shell"
	"waybill/internal/importer"
	"waybill/internal/problem"
	"waybill/internal/request"
)

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
