package imports

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"strings"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/feature/imports/job"
	"waybill/internal/feature/imports/stored"
	"waybill/internal/importer"
)

// problemRows is how many rows a page of problems has.
const problemRows = 100

// importOf finds the import of the path. Returns store.ErrNotFound.
func (r *routes) importOf(ctx context.Context, c shell.Call) (stored.Import, error) {
	return r.service.Import(ctx, c.Caller, c.ID())
}

func (r *routes) viewImport(ctx context.Context, c shell.Call) (shell.Response, error) {
	i, err := r.importOf(ctx, c)
	return r.importResponse(c, http.StatusOK, i, err)
}

// listImports lists the account's imports with numbers below a cursor, the newest first, without their headings and previews.
func (r *routes) listImports(ctx context.Context, c shell.Call, before int64) (shell.Response, error) {
	imports, err := r.service.Worker.Imports.Imports(ctx, c.Caller.AccountID, before, c.Limit()+1)
	imports, next := answer.Cut(imports, c.Limit(), func(i *stored.Import) string { return strconv.FormatInt(i.ImportID, 10) })
	w := importWriter{base: r.Base(c.Req), err: err}
	res := answer.Object(http.StatusOK, &answer.Part[stored.Import]{Next: next, Elements: imports}, answer.PageOf("", w.write))
	return res, w.err
}

// importResponse responds with an import, unless there was an error.
func (r *routes) importResponse(c shell.Call, status int, i stored.Import, err error) (shell.Response, error) {
	if err != nil {
		return shell.Response{}, err
	}
	w := importWriter{base: r.Base(c.Req), isWhole: true}
	res := answer.Object(status, &i, w.write)
	return res, w.err
}

// importWriter writes imports.
type importWriter struct {
	base    string // of links
	isWhole bool   // with what a person needs to see what the file is
	err     error  // the first one of reading what is stored
}

func (w *importWriter) write(o *openapi.Object, i *stored.Import) {
	options, wrongOptions := job.ReadOptions(i.Options)
	report, wrongReport := job.ReadReport(i.Report)
	w.err = cmp.Or(w.err, wrongOptions, wrongReport)
	o.Int64("id", i.ImportID).Minimum(1).About("Number of the import within the account.")
	o.Text("state", string(i.State)).Enum("checking", "waiting", "creating", "checked", "done", "cancelled", "failed").
		About("`checking`: the file is being read and checked. `waiting`: see `needs`. `creating`: the orders are being created. " +
			"`checked`: it was only to be checked. `done`, `cancelled`, and `failed`, for the reason in `message`, are ends.")
	o.Flag("cancelling", i.Cancelling).About("Whether the import is about to be cancelled.")
	o.TextOrNull("message", i.Message).About("Why it failed.")
	o.TextOrNull("file_name", i.FileName)
	o.Int64("file_size", i.FileSize).Minimum(0).About("Bytes.")
	o.Flag("dry_run", options.DryRun)
	o.Flag("valid_only", options.ValidOnly)
	o.TextOrNull("existing", string(options.Existing)).Enum("skip", "create")
	writeCounts(o, i, &report)
	writeNeeds(o, i, &report)
	writeFile(o, w.isWhole, &report)
	writeImportLinks(o, w.base, i, &report)
	o.Time("created_on", i.CreatedOn)
	o.Time("updated_on", i.UpdatedOn)
}

// writeCounts writes how many orders there are of each kind, and the part of the orders that is done.
func writeCounts(o *openapi.Object, i *stored.Import, report *job.Report) {
	o.Int64("rows", report.Rows).Minimum(0).About("Rows of the file below the headings.")
	o.Int64("orders", report.Orders).Minimum(0).About("Orders of the file.")
	o.Int64("valid", report.Valid).Minimum(0).About("Orders that passed the check.")
	o.Int64("refused", report.Invalid+i.Refused).Minimum(0).About("Orders that did not, or were refused when they were created.")
	o.Int64("refused_rows", report.InvalidRows).Minimum(0).About("Rows of the orders that did not pass the check.")
	o.Int64("warned", report.Warned).Minimum(0).About("Valid orders with warnings.")
	o.Int64("left_out", report.LeftOut).Minimum(0).About("Orders that are no parcels, such as cancelled ones: see `filters`.")
	o.Int64("created", i.Created).Minimum(0).About("Orders.")
	o.Int64("skipped", i.Skipped).Minimum(0).About("Orders whose reference existed.")
	progress := 0.0
	switch {
	case !i.State.IsOpen():
		progress = 1
	case i.GroupsStaged > 0:
		progress = float64(i.GroupsDone) / float64(i.GroupsStaged)
	}
	o.Raw("progress", "number", strconv.AppendFloat(nil, progress, 'f', 3, 64)).Minimum(0).Maximum(1).
		About("Part of the valid orders that is done.")
}

// writeNeeds writes what is to be confirmed of an import, and which orders exist.
func writeNeeds(o *openapi.Object, i *stored.Import, report *job.Report) {
	needs := report.Needs
	if i.State != stored.Waiting {
		needs = nil
	}
	openapi.Texts(o, "needs", needs).
		About("What is to be confirmed of a waiting import. `problems`: the refused orders are left out, or orders are by a proposal. "+
			"`same_file`: the file was imported before. `references`: orders with the same references exist. `charset`: the charset was "+
			"guessed, as `preview` shows.").
		Elements().Enum("problems", "same_file", "references", "charset", "mapping")
	openapi.List(o, "same_file", report.SameFile, func(o *openapi.Object, earlier *job.EarlierImport) {
		o.Int64("id", earlier.ID)
		o.Text("created_on", earlier.CreatedOn).Is("Timestamp")
		o.Int64("created", earlier.Created).Minimum(0).About("Orders.")
	}).About("Imports of the same file.")
	o.Int64("existing_orders", report.Existing).Minimum(0).About("Valid orders whose reference exists.")
	openapi.List(o, "existing_examples", report.Examples, func(o *openapi.Object, example *job.ExistingExample) {
		o.Encoded("shipper_order_id", "string", example.ShipperOrderID)
		o.Int64("row", example.Row).Minimum(0).About("First row of the order in the file.")
		o.Text("tracking_no", example.TrackingNo).About("Of the order that exists.")
		o.Text("created_on", example.CreatedOn).Is("Timestamp")
		o.If(example.ImportID != 0).Int64("import_id", example.ImportID).Minimum(1).
			About("That created it: only of an order without a reference, which has the same name, address and items.")
	}).About("At most 20 of them.")
}

// writeFile writes what the file was found to be, and how its columns are read.
func writeFile(o *openapi.Object, isWhole bool, report *job.Report) {
	o.If(isWhole).TextOrNull("format", string(report.Format)).Enum("csv", "xlsx")
	o.If(isWhole).TextOrNull("sheet", report.Sheet)
	o.If(isWhole).TextOrNull("charset", report.Charset)
	o.If(isWhole).Flag("charset_guessed", report.CharsetGuessed)
	o.If(isWhole).TextOrNull("delimiter", report.Delimiter)
	o.If(isWhole).Int("heading_row", report.HeadingRow)
	o.If(isWhole).Encoded("notes", "array", orEmpty(report.Notes)).OfTexts().About("What a person should know of the file.")
	o.If(isWhole).Encoded("headings", "array", orEmpty(report.Headings)).OfTexts()
	o.If(isWhole).Encoded("preview", "array", orEmpty(report.Preview)).OfRows().About("Cells of the first five rows.")
	openapi.List(o.If(isWhole), "letters", report.Letters, func(o *openapi.Object, row *job.LetterRow) {
		o.Int64("row", row.Row).Minimum(1)
		o.Encoded("cells", "array", row.Cells).OfTexts().About("Cells with such letters.")
	}).About("The first five rows with letters outside ASCII, which show whether the charset is right.")
	openapi.List(o.If(isWhole), "left_out_why", report.LeftOutWhy, func(o *openapi.Object, why *job.LeftOutWhy) {
		o.Encoded("heading", "string", why.Heading)
		o.Encoded("reason", "string", why.Reason)
		o.Int64("orders", why.Orders).Minimum(1)
	}).About("Why orders are left out.")
	openapi.List(o.If(isWhole), "filters", report.Filters, writeFilter).
		About("Columns that say which orders are left out, with the values of the file. `leave_out` of the mapping changes them.")
	openapi.List(o.If(isWhole), "first_orders", report.FirstOrders, func(o *openapi.Object, first *job.FirstOrder) {
		o.Int64("row", first.Row).Minimum(1).About("First row of the order.")
		o.Encoded("words", "string", first.Words).About("Such as `COD IDR 250000 to Budi, Jakarta; 2 × Kaos; 0.5 kg`.")
	}).About("The first five valid orders as they will be.")
	openapi.List(o.If(isWhole), "ranges", report.Ranges, writeRange).
		About("How far the values of the valid orders reach, beside those of the last 1,000 orders of the account.")
	o.If(isWhole).TextOrNull("mapping_source", string(report.MappingSource)).Enum("given", "remembered", "suggested").
		About("Where the mapping comes from: the upload, an earlier upload with the same headings that created orders, or the headings.")
	o.If(isWhole).OrNull(report.MappingImport != 0).Int64("mapping_import", report.MappingImport).Minimum(1).
		About("The import that created orders with the remembered mapping.")
	o.If(isWhole).Encoded("unfit", "array", orEmpty(report.Unfit)).OfTexts().
		About("Headings of columns that are written in another way than the remembered mapping says, or that must be named.")
	o.If(isWhole).OrNull(report.MappingSource != "").Encoded("mapping", "object", report.Mapping).Is("ImportMapping")
	o.If(isWhole).Encoded("missing", "array", orEmpty(report.Missing)).OfTexts().
		About("Required fields that have neither a column nor a default.")
}

func writeFilter(o *openapi.Object, filter *importer.Filter) {
	o.Encoded("heading", "string", filter.Heading)
	o.Text("column", filter.Column).About("Letter.")
	openapi.List(o.OrNull(filter.Values != nil), "values", filter.Values, func(o *openapi.Object, value *importer.FilterValue) {
		o.Encoded("value", "string", value.Value).About("`*`: any text that is not named.")
		o.Int64("rows", value.Rows).Minimum(1)
		o.Encoded("reason", "string", value.Reason).About("Why such orders are left out; empty: they are not.")
	}).About("At most 30.")
}

func writeRange(o *openapi.Object, values *job.Range) {
	o.Text("what", values.What).Enum("weight", "pieces", "price", "cod").
		About("`weight` and `pieces` of an order, `price` of an item as it is sent, and the `cod` that is collected.")
	o.Text("currency", values.Currency).About("Of `price` and `cod`.")
	o.Text("smallest", values.Smallest)
	o.Text("largest", values.Largest)
	o.Text("sum", values.Sum)
	openapi.Nested(o.OrNull(values.Recent != nil), "recent", values.Recent, func(o *openapi.Object, recent *job.Recent) {
		o.Text("smallest", recent.Smallest)
		o.Text("largest", recent.Largest)
		o.Int64("orders", recent.Orders).Minimum(1).About("Orders that were looked at.")
	}).About("Null: the account has no order with such a value.")
	o.Int64("outside", values.Outside).Minimum(0).About("Values outside of those of `recent`.")
	o.Int64("row", values.Row).Minimum(0).About("The first of them; 0: there is none.")
}

// writeImportLinks writes where the results are; null if there are none.
func writeImportLinks(o *openapi.Object, base string, i *stored.Import, report *job.Report) {
	id := strconv.FormatInt(i.ImportID, 10)
	for _, link := range []struct {
		name, path string
		exists     bool
	}{
		{"problems_url", "/api/order/import/" + id + "/problems/", i.HasContent && report.Invalid+report.Warned+i.Refused > 0},
		{"refused_url", "/api/order/import/" + id + "/refused/", i.HasContent && report.Invalid+i.Refused > 0},
		{"orders_url", "/api/order/import/" + id + "/orders/", i.Created > 0},
		{"labels_url", "/api/order/labels/?import_id=" + id, i.Created > 0},
	} {
		o.OrNull(link.exists).Text(link.name, base+link.path)
	}
}

// orEmpty is a list that is not null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// viewImportProblems lists the rows that have problems or warnings, in the order of the file.
func (r *routes) viewImportProblems(ctx context.Context, c shell.Call, i stored.Import) (shell.Response, error) {
	after, err := shell.NumberCursor(ctx, c)
	if err != nil {
		return shell.Response{}, err
	}
	most := map[bool]int{true: c.Limit(), false: problemRows}[c.Query().Has("limit")]
	rows, err := r.service.Worker.Imports.ImportRowsAfter(ctx, i.AccountID, i.ImportID, after, most+1, false)
	rows, next := answer.Cut(rows, most, func(row *stored.Problems) string { return strconv.FormatInt(row.Cursor(), 10) })
	w := importWriter{err: err}
	res := answer.Object(http.StatusOK, &answer.Part[stored.Problems]{Next: next, Elements: rows}, w.writeProblems)
	return res, w.err
}

// writeProblems writes a page of problems.
func (w *importWriter) writeProblems(o *openapi.Object, p *answer.Part[stored.Problems]) {
	answer.Next(o, p.Next)
	openapi.List(o, "results", p.Elements, func(o *openapi.Object, row *stored.Problems) {
		problems, err := job.ReadProblems(row.Problems)
		w.err = cmp.Or(w.err, err)
		o.Int64("row", row.Row).Minimum(0).About("In the file.")
		o.Flag("refused", row.Refused).About("Whether the row became no order. Otherwise the problems are warnings.")
		openapi.List(o.OrNull(problems != nil), "problems", problems, writeCellProblem).Of("CellProblem").
			About("At most 10; none if another row of the order has them.")
		cells := string(row.Cells)
		if strings.HasPrefix(cells, "{") { // those of a few columns, for pages
			cells = ""
		}
		o.RawOrNull("cells", "array", cells).OfTexts().
			About("Texts of the cells of the row, the first 60, shortened to 100 characters. null for rows after the first 2,000 " +
				"with problems, and for orders that were refused while they were created.")
	}).MaxItems(problemRows)
}

func writeCellProblem(o *openapi.Object, p *importer.Problem) {
	o.Int64("row", int64(p.Row)).Minimum(0).About("In the file.")
	o.Text("column", p.Column).About("Letter of the column, empty if no column has the field.")
	o.Text("cell", p.Cell).About("Such as `C17`.")
	o.Encoded("heading", "string", p.Heading)
	o.Encoded("field", "string", p.Field)
	o.Encoded("value", "string", p.Value).About("Of the cell, at most 200 characters.")
	answer.Why(o, nil, p.Message)
	o.If(!p.Hint.IsZero()).Encoded("hint", "string", p.Hint).About("What the spreadsheet did to the value, and what to do.")
}
