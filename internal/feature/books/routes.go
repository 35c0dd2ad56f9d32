package books

import (
	"context"
	"mime"
	"net/http"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/feature"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// routes serve the books of an account.
type routes struct{ feature.Core }

func newRoutes(c feature.Core) []shell.Route {
	r := routes{c}
	return []shell.Route{
		r.Get("/api/order/templates/", "list_order_templates", shipment.ReadOrders, shell.With(bookOf, r.list)),
		r.Put("/api/order/templates/{name}/", "set_order_template", shipment.WriteOrders, request.EmptyShape(), r.set),
		r.Delete("/api/order/templates/{name}/", "delete_order_template", shipment.WriteOrders, shell.With(bookOf, r.delete)),
		r.Get("/api/books/{book}/", "list_entries", shipment.ReadOrders, shell.With(bookOf, r.list)),
		r.PostFile("/api/books/{book}/import/", "import_entries", shipment.WriteOrders, MaxFile, shell.TooLarge(MaxFile), r.importFile),
		r.Get("/api/books/{book}/{name}/", "view_entry", shipment.ReadOrders, shell.With(bookOf, r.view)),
		r.Put("/api/books/{book}/{name}/", "set_entry", shipment.WriteOrders, request.EmptyShape(), r.set),
		r.Delete("/api/books/{book}/{name}/", "delete_entry", shipment.WriteOrders, shell.With(bookOf, r.delete)),
	}
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
func (r routes) list(ctx context.Context, c shell.Call, book *shipment.Book) (shell.Response, error) {
	query := c.Query()
	asCSV := request.LastValue(query, "format") == "csv"
	filter := masterdata.EntryFilter{
		Search: request.LastValue(query, "q"), After: request.LastValue(query, "cursor"), Limit: c.Limit() + 1,
	}
	if asCSV || book == shipment.Templates {
		filter.Limit = 0
	}
	if asCSV {
		file, err := Export(ctx, r.Store.MasterData, c.Caller.AccountID, book, filter)
		return shell.DocumentResponse(c.Req.Context(), file, err)
	}
	entries, err := r.Store.MasterData.Entries(ctx, c.Caller.AccountID, book, filter)
	if book == shipment.Templates {
		return answer.List(entries, writeEntry(book)), err
	}
	entries, next := answer.Cut(entries, c.Limit(), func(last *shipment.Entry) string { return last.Name })
	return answer.Page(next, entries, writeEntry(book)), err
}

func (r routes) view(ctx context.Context, c shell.Call, book *shipment.Book) (shell.Response, error) {
	entry, err := r.Store.MasterData.Entry(ctx, c.Caller.AccountID, book, c.Req.PathValue("name"))
	return answer.Object(http.StatusOK, &entry, writeEntry(book)), err
}

// set stores an entry under its name.
func (r routes) set(ctx context.Context, c shell.Call, _ *request.Form) (shell.Response, error) {
	book, err := bookOf(ctx, c)
	if err != nil {
		return shell.Response{}, err
	}
	entry, problems := request.ReadEntry(book, c.Req.PathValue("name"), c.Body)
	if problems != nil {
		return shell.Response{}, &request.InvalidError{Problems: problems}
	}
	if err := r.Store.MasterData.PutEntries(ctx, c.Caller.AccountID, book, entry); err != nil {
		return shell.Response{}, err
	}
	return r.view(ctx, c, book)
}

// importFile stores the entries of a CSV file: all or none.
func (r routes) importFile(ctx context.Context, c shell.Call, b *shell.Body) (shell.Response, error) {
	book, err := bookOf(ctx, c)
	if err == nil && !HasFiles(book) {
		err = shell.ErrNotFound
	}
	if media, _, _ := mime.ParseMediaType(c.Req.Header.Get("Content-Type")); err == nil && media != "text/csv" {
		err = shell.UnsupportedMediaType(c.Req.Header.Get("Content-Type"))
	}
	if err != nil {
		return shell.Response{}, err
	}
	const cost = 4 // the file, its cells and the entries
	return r.OnceFile(ctx, c, b, cost*int64(b.Bytes), func(ctx context.Context, file []byte) (shell.Response, error) {
		n, err := Import(ctx, r.Store.MasterData, c.Caller.AccountID, book, file)
		return answer.Object(http.StatusOK, &n, func(o *openapi.Object, n *int) { o.Int("entries", int64(*n)) }), err
	})
}

func (r routes) delete(ctx context.Context, c shell.Call, book *shipment.Book) (shell.Response, error) {
	err := r.Store.MasterData.DeleteEntry(ctx, c.Caller.AccountID, book, c.Req.PathValue("name"))
	return shell.Response{Status: http.StatusNoContent}, err
}

func writeEntry(book *shipment.Book) func(*openapi.Object, *shipment.Entry) {
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
