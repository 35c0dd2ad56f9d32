package api

import (
	"context"
	"io"
	"mime"
	"net/http"
	"strconv"

	"waybill/internal/api/shell"
	"waybill/internal/feature/imports"
	"waybill/internal/importer"
	"waybill/internal/request"
)

// importOrders sends the created orders as CSV, with their rows in the file and their tracking numbers.
func (a *importing) importOrders(ctx context.Context, c shell.Call) (shell.Response, error) {
	f, err := a.api.Imports.OrdersFile(ctx, c.Caller, pathID(c))
	return spreadsheet(c, f, err)
}

// importRefused sends the refused rows in the format of the uploaded file, with a column of errors.
func (a *importing) importRefused(ctx context.Context, c shell.Call) (shell.Response, error) {
	f, err := a.api.Imports.RefusedFile(ctx, c.Caller, pathID(c), a.api.Hold(ctx))
	return spreadsheet(c, f, err)
}

// importTemplate sends an empty file for orders of a service.
func (a *importing) importTemplate(ctx context.Context, c shell.Call) (shell.Response, error) {
	query := request.ParseQuery(c.Req.URL.RawQuery)
	var service *int64
	if id, err := strconv.ParseInt(request.LastValue(query, "service_id"), 10, 64); err == nil {
		service = &id
	}
	f, err := a.api.Imports.Template(ctx, request.LastValue(query, "format"), service)
	return spreadsheet(c, f, err)
}

// spreadsheet responds with a file.
func spreadsheet(c shell.Call, f imports.File, err error) (shell.Response, error) {
	if err != nil {
		return shell.Response{}, err
	}
	return shell.Response{Status: http.StatusOK, Header: spreadsheetHeader(f.Name, f.Format), Stream: func(w io.Writer) error {
		return f.Write(c.Req.Context(), w)
	}}, nil
}

// spreadsheetHeader is the header of a file that a browser saves, without the ending of its name.
func spreadsheetHeader(name string, format importer.Format) http.Header {
	return http.Header{
		"Content-Type":        {format.MediaType()},
		"Content-Disposition": {mime.FormatMediaType("attachment", map[string]string{"filename": name + "." + string(format)})},
		"Cache-Control":       {"no-store"}, "X-Content-Type-Options": {"nosniff"},
	}
}
