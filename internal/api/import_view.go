package api

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/go-faster/jx"

	"waybill/internal/api/shell"
	"waybill/internal/importer/job"
	"waybill/internal/request"
	"waybill/internal/store"
)

// problemRows is how many rows a page of problems has.
const problemRows = 100

// importOf finds the import of the path. Returns store.ErrNotFound.
func (a *importing) importOf(ctx context.Context, c shell.Call) (store.Import, error) {
	i, err := a.api.Store.Imports.Import(ctx, c.Caller.AccountID, pathID(c))
	if err == nil && i.State == store.ImportReceiving {
		err = store.ErrNotFound // its upload has not succeeded
	}
	return i, err
}

func (a *importing) viewImport(_ context.Context, c shell.Call, i store.Import) (shell.Response, error) {
	return a.importResponse(c, http.StatusOK, i)
}

// listImports lists the account's imports, the newest first, without their headings and previews.
func (a *importing) listImports(ctx context.Context, c shell.Call) (shell.Response, error) {
	before, err := readNumberCursor(request.ParseQuery(c.Req.URL.RawQuery))
	if err != nil {
		return shell.Response{}, err
	}
	imports, err := a.api.Store.Imports.Imports(ctx, c.Caller.AccountID, before, store.PageSize+1)
	if err != nil {
		return shell.Response{}, err
	}
	imports, next := cut(imports, store.PageSize, func(i *store.Import) string { return strconv.FormatInt(i.ImportID, 10) })
	res := objectOf(http.StatusOK, func(e *jx.Encoder) {
		nullable(e, "next_cursor", next)
		array(e, "results", imports, func(e *jx.Encoder, i *store.Import) { err = cmp.Or(err, a.writeImport(e, c, *i, false)) })
	})
	return res, err
}

func (a *importing) importResponse(c shell.Call, status int, i store.Import) (shell.Response, error) {
	var e jx.Encoder
	err := a.writeImport(&e, c, i, true)
	return shell.Response{Status: status, Body: e.Bytes()}, err
}

// writeImport writes an import; isWhole adds what a person needs to see what the file is.
func (a *importing) writeImport(e *jx.Encoder, c shell.Call, i store.Import, isWhole bool) error {
	options, err := job.ReadOptions(i.Options)
	if err != nil {
		return err
	}
	report, err := job.ReadReport(i.Report)
	if err != nil {
		return err
	}
	e.ObjStart()
	integer(e, "id", i.ImportID)
	text(e, "state", string(i.State))
	flag(e, "cancelling", i.Cancelling)
	nullable(e, "message", i.Message)
	nullable(e, "file_name", i.FileName)
	integer(e, "file_size", i.FileSize)
	flag(e, "dry_run", options.DryRun)
	flag(e, "valid_only", options.ValidOnly)
	nullable(e, "existing", string(options.Existing))
	writeCounts(e, i, report)
	plain(e, "needs", orEmpty(report.Needs, i.State == store.ImportWaiting))
	plain(e, "same_file", orEmpty(report.SameFile, true))
	integer(e, "existing_orders", report.Existing)
	plain(e, "existing_examples", orEmpty(report.Examples, true))
	if isWhole {
		writeFile(e, report)
	}
	a.writeImportLinks(e, c, i, report)
	timestamp(e, "created_on", i.CreatedOn)
	timestamp(e, "updated_on", i.UpdatedOn)
	e.ObjEnd()
	return nil
}

// writeCounts writes how many orders there are of each kind, and the part of the orders that is done.
func writeCounts(e *jx.Encoder, i store.Import, report job.Report) {
	integer(e, "rows", report.Rows)
	integer(e, "orders", report.Orders)
	integer(e, "valid", report.Valid)
	integer(e, "refused", report.Invalid+i.Refused)
	integer(e, "refused_rows", report.InvalidRows)
	integer(e, "warned", report.Warned)
	integer(e, "left_out", report.LeftOut)
	integer(e, "created", i.Created)
	integer(e, "skipped", i.Skipped)
	progress := 0.0
	switch {
	case !i.State.IsOpen():
		progress = 1
	case i.GroupsStaged > 0:
		progress = float64(i.GroupsDone) / float64(i.GroupsStaged)
	}
	e.FieldStart("progress")
	e.Raw(strconv.AppendFloat(nil, progress, 'f', 3, 64))
}

// writeFile writes what the file was found to be, and how its columns are read.
func writeFile(e *jx.Encoder, report job.Report) {
	nullable(e, "format", string(report.Format))
	nullable(e, "sheet", report.Sheet)
	nullable(e, "charset", report.Charset)
	flag(e, "charset_guessed", report.CharsetGuessed)
	nullable(e, "delimiter", report.Delimiter)
	integer(e, "heading_row", report.HeadingRow)
	plain(e, "notes", orEmpty(report.Notes, true))
	plain(e, "headings", orEmpty(report.Headings, true))
	plain(e, "preview", orEmpty(report.Preview, true))
	plain(e, "letters", orEmpty(report.Letters, true))
	plain(e, "left_out_why", orEmpty(report.LeftOutWhy, true))
	plain(e, "filters", orEmpty(report.Filters, true))
	plain(e, "first_orders", orEmpty(report.FirstOrders, true))
	plain(e, "ranges", orEmpty(report.Ranges, true))
	nullable(e, "mapping_source", string(report.MappingSource))
	positive(e, "mapping_import", report.MappingImport)
	plain(e, "unfit", orEmpty(report.Unfit, true))
	if report.MappingSource == "" {
		nullable(e, "mapping", "")
	} else {
		plain(e, "mapping", report.Mapping)
	}
	plain(e, "missing", orEmpty(report.Missing, true))
}

// writeImportLinks writes where the results are; null if there are none.
func (a *importing) writeImportLinks(e *jx.Encoder, c shell.Call, i store.Import, report job.Report) {
	base, id := a.api.base(c.Req), strconv.FormatInt(i.ImportID, 10)
	links := []struct {
		name, path string
		exists     bool
	}{
		{"problems_url", "/api/order/import/" + id + "/problems/", i.HasContent && report.Invalid+report.Warned+i.Refused > 0},
		{"refused_url", "/api/order/import/" + id + "/refused/", i.HasContent && report.Invalid+i.Refused > 0},
		{"orders_url", "/api/order/import/" + id + "/orders/", i.Created > 0},
		{"labels_url", "/api/order/labels/?import_id=" + id, i.Created > 0},
	}
	for _, link := range links {
		if link.exists {
			text(e, link.name, base+link.path)
		} else {
			nullable(e, link.name, "")
		}
	}
}

// orEmpty is a list that is not null; none if it does not count.
func orEmpty[T any](list []T, counts bool) []T {
	if list == nil || !counts {
		return []T{}
	}
	return list
}

// plain writes a field whose value encoding/json encodes.
func plain(e *jx.Encoder, name string, value any) { raw(e, name, encoded(value)) }

func encoded(value any) []byte {
	body, err := json.Marshal(value)
	if err != nil {
		panic("the value is not JSON: " + err.Error())
	}
	return body
}

// viewImportProblems lists the rows that have problems or warnings, in the order of the file.
func (a *importing) viewImportProblems(ctx context.Context, c shell.Call, i store.Import) (shell.Response, error) {
	after, err := readNumberCursor(request.ParseQuery(c.Req.URL.RawQuery))
	if err != nil {
		return shell.Response{}, err
	}
	rows, err := a.api.Store.Imports.ImportRowsAfter(ctx, i.AccountID, i.ImportID, after, problemRows+1, false)
	if err != nil {
		return shell.Response{}, err
	}
	rows, next := cut(rows, problemRows, func(row *store.ImportProblems) string { return strconv.FormatInt(row.Cursor(), 10) })
	res := objectOf(http.StatusOK, func(e *jx.Encoder) {
		nullable(e, "next_cursor", next)
		objects(e, "results", rows, func(e *jx.Encoder, row *store.ImportProblems) {
			integer(e, "row", row.Row)
			flag(e, "refused", row.Refused)
			problems, wrong := job.ReadProblems(row.Problems)
			err = cmp.Or(err, wrong)
			plain(e, "problems", problems)
			rawOrNull(e, "cells", string(row.Cells))
		})
	})
	return res, err
}
