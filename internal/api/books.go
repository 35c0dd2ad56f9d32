package api

import (
	"context"
	"fmt"
	"io"
	"mime"
	"net/http"

	"github.com/go-faster/jx"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	bookfiles "waybill/internal/feature/books"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// books is the books of an account: named entries for later orders.
type books struct{ api *API }

var errBookTooLarge = &shell.Problem{
	Status: http.StatusRequestEntityTooLarge,
	Detail: problem.UploadTooLarge.With(bookfiles.MaxFile >> 20),
	Header: http.Header{"Connection": {"close"}},
}

// bookOf is the book of a path: that of its name, or the templates, whose path has none. Returns shell.ErrNotFound.
func bookOf(_ context.Context, c shell.Call) (*shipment.Book, error) {
	name := c.Req.PathValue("book")
	if name == "" {
		return shipment.Templates, nil
	}
	if book := shipment.BookByName(name); book != nil && book != shipment.Templates {
		return book, nil
	}
	return nil, shell.ErrNotFound
}

// list lists a page of the entries of a book, by name, or all of them as CSV.
func (a *books) list(ctx context.Context, c shell.Call, book *shipment.Book) (shell.Response, error) {
	query := c.Query()
	asCSV := request.LastValue(query, "format") == "csv"
	filter := masterdata.EntryFilter{
		Search: request.LastValue(query, "q"), After: request.LastValue(query, "cursor"), Limit: store.PageSize + 1,
	}
	if asCSV || book == shipment.Templates {
		filter.Limit = 0
	}
	if asCSV {
		write, err := bookfiles.Export(ctx, a.api.Store.MasterData, c.Caller.AccountID, book, filter)
		if err != nil {
			return shell.Response{}, err
		}
		return csvResponse(book, write), nil
	}
	entries, err := a.api.Store.MasterData.Entries(ctx, c.Caller.AccountID, book, filter)
	if err != nil {
		return shell.Response{}, err
	}
	if book == shipment.Templates {
		return answer.List(entries, writeBookEntry(book)), nil
	}
	entries, next := answer.Cut(entries, store.PageSize, func(last *shipment.Entry) string { return last.Name })
	return answer.Page(next, entries, writeBookEntry(book)), nil
}

func csvResponse(book *shipment.Book, write func(io.Writer) error) shell.Response {
	return shell.Response{
		Status: http.StatusOK,
		Header: http.Header{
			"Content-Type": {"text/csv; charset=utf-8"}, "Content-Disposition": {`attachment; filename="` + book.Name + `.csv"`},
			"Cache-Control": {"no-store"}, "X-Content-Type-Options": {"nosniff"},
		},
		Stream: write,
	}
}

func (a *books) view(ctx context.Context, c shell.Call, book *shipment.Book) (shell.Response, error) {
	entry, err := a.api.Store.MasterData.Entry(ctx, c.Caller.AccountID, book, c.Req.PathValue("name"))
	return answer.Object(http.StatusOK, &entry, writeBookEntry(book)), err
}

// set stores an entry under its name.
func (a *books) set(ctx context.Context, c shell.Call, _ *request.Form) (shell.Response, error) {
	book, err := bookOf(ctx, c)
	if err != nil {
		return shell.Response{}, err
	}
	entry, problems := request.ReadEntry(book, c.Req.PathValue("name"), c.Body)
	if problems != nil {
		return shell.Response{}, &request.InvalidError{Problems: problems}
	}
	if err := a.api.Store.MasterData.PutEntries(ctx, c.Caller.AccountID, book, entry); err != nil {
		return shell.Response{}, err
	}
	return a.view(ctx, c, book)
}

// importFile stores the entries of a CSV file: all or none.
func (a *books) importFile(ctx context.Context, c shell.Call, b *shell.Body) (shell.Response, error) {
	book, err := bookOf(ctx, c)
	if err == nil && !bookfiles.HasFiles(book) {
		err = shell.ErrNotFound
	}
	if media, _, _ := mime.ParseMediaType(c.Req.Header.Get("Content-Type")); err == nil && media != "text/csv" {
		err = shell.UnsupportedMediaType(c.Req.Header.Get("Content-Type"))
	}
	if err == nil {
		err = a.api.Charge(ctx, 4*int64(b.Bytes)) // the file, its cells and the entries
	}
	if err != nil {
		return shell.Response{}, err
	}
	file, err := io.ReadAll(b.Reader())
	if err != nil {
		return shell.Response{}, fmt.Errorf("%w: read a file from disk: %w", shell.ErrOverload, err)
	}
	c.Body = file
	return a.api.Once(ctx, c, func(ctx context.Context) (shell.Response, error) {
		n, err := bookfiles.Import(ctx, a.api.Store.MasterData, c.Caller.AccountID, book, file)
		return objectOf(http.StatusOK, func(e *jx.Encoder) { integer(e, "entries", int64(n)) }), err
	})
}

func (a *books) delete(ctx context.Context, c shell.Call, book *shipment.Book) (shell.Response, error) {
	err := a.api.Store.MasterData.DeleteEntry(ctx, c.Caller.AccountID, book, c.Req.PathValue("name"))
	return shell.Response{Status: http.StatusNoContent}, err
}

func writeBookEntry(book *shipment.Book) func(*openapi.Object, *shipment.Entry) {
	return func(o *openapi.Object, entry *shipment.Entry) {
		if value := []byte(entry.Value); book == shipment.Templates {
			o.Text("name", entry.Name).MinLength(1).MaxLength(60)
			o.Raw("order", "object", value).About("Some fields of an order, as they were sent.")
		} else {
			o.Text("name", entry.Name).MinLength(1).MaxLength(255)
			o.Raw("entry", "", value).Is("EntryValue")
		}
		o.Time("updated_on", entry.UpdatedOn)
	}
}
