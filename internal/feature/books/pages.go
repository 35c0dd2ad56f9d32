package books

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"waybill/internal/console/orderform"
	"waybill/internal/console/orders"
	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/feature"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// pagePath is the path of the page of a book.
const pagePath = web.AccountPath + "books/{book}"

// newPages are the routes of the pages of books.
func newPages(feature.Core) []web.Route {
	return []web.Route{
		web.Get(web.AccountPath+"books", shipment.ReadOrders, openBooks),
		web.Get(pagePath, shipment.ReadOrders, web.With(bookOfPage, listBook)),
		web.Get(pagePath+"/entry", shipment.WriteOrders, web.With(bookWithFields, openEntry)),
		web.Post(pagePath+"/entry", shipment.WriteOrders, web.With(bookWithFields, saveEntry)),
		web.Post(pagePath+"/delete", shipment.WriteOrders, web.With(bookOfPage, deleteEntry)),
		web.Get(pagePath+"/export", shipment.ReadOrders, web.With(bookWithFields, exportBook)),
		web.Post(pagePath+"/import", shipment.WriteOrders, web.With(bookWithFields, importBook)).UpTo(MaxFile + web.MaxForm),
	}
}

// bookWords are the texts of the pages of a book.
type bookWords struct {
	book                    *shipment.Book
	title, add, none, first string
}

var bookTexts = []bookWords{
	{
		shipment.Addresses, web.Key("Addresses"), web.Key("New address"), web.Key("No addresses yet"),
		web.Key("Consignees and pickup addresses that you keep for later orders."),
	},
	{
		shipment.Goods, web.Key("Goods"), web.Key("New goods"), web.Key("No goods yet"),
		web.Key("What you ship, with the data for customs, to fill in the contents of orders."),
	},
	{
		shipment.Boxes, web.Key("Boxes"), web.Key("New box"), web.Key("No boxes yet"),
		web.Key("The boxes that you pack in, with their sizes and their weights when they are empty."),
	},
	{
		shipment.Drafts, web.Key("Drafts"), "", web.Key("No drafts yet"),
		web.Key("Save a new order as a draft to complete it later."),
	},
	{
		shipment.Templates, web.Key("Templates"), "", web.Key("No templates yet"),
		web.Key("Save a new order as a template to fill in the next one faster."),
	},
	{
		shipment.Views, web.Key("Saved views"), "", web.Key("No saved views yet"),
		web.Key("Filter the list of orders and save the view, to open it again with one press."),
	},
}

// bookOfPage is the book of the page. Returns store.ErrNotFound.
func bookOfPage(v *web.Visit) (bookWords, error) {
	for _, b := range bookTexts {
		if b.book.Name == v.Request.PathValue("book") {
			return b, nil
		}
	}
	return bookWords{}, store.ErrNotFound
}

func bookURL(v *web.Visit, b bookWords) string { return v.URL("books/" + b.book.Name) }

func openBooks(v *web.Visit) error { return v.Redirect(bookURL(v, bookTexts[0])) }

// listedEntry is a row of the list of a book.
type listedEntry struct {
	shipment.Entry
	Path, Summary string
}

// bookProblem is a problem of a row of a file.
type bookProblem struct {
	Row          int
	Column, Text string
}

func listBook(v *web.Visit, b bookWords) error {
	return showBook(v, http.StatusOK, b, nil, nil)
}

// showBook lists a book, with what was wrong with a file of it.
func showBook(v *web.Visit, status int, b bookWords, failed []string, problems []bookProblem) error {
	filter := masterdata.EntryFilter{Search: v.FormValue("q"), After: v.FormValue("after"), Limit: store.PageSize + 1}
	entries, err := v.Console.Store.MasterData.Entries(v.Context(), v.Account.AccountID, b.book, filter)
	if err != nil {
		return err
	}
	entries, next := web.Page(entries, store.PageSize, func(last shipment.Entry) string {
		return bookURL(v, b) + "?" + url.Values{"q": {filter.Search}, "after": {last.Name}}.Encode()
	})
	rows := make([]listedEntry, len(entries))
	for i, e := range entries {
		if rows[i], err = newListedEntry(v, b, e); err != nil {
			return err
		}
	}
	tabs := each.Of(bookTexts, func(other bookWords) web.NavLink {
		return web.NavLink{Path: bookURL(v, other), Text: v.T(other.title), Current: other.book == b.book}
	})
	return v.Render(status, "book.html", map[string]any{
		"Tabs": tabs, "Title": v.T(b.title), "None": v.T(b.none), "First": v.T(b.first), "Path": bookURL(v, b), "Rows": rows, "Next": next,
		"Search": filter.Search, "Failed": failed, "Problems": problems, "HasFields": orderform.OfBook(b.book) != nil, "Add": v.T(b.add),
	})
}

// mostSummed is how many values of an entry the list shows.
const mostSummed = 4

func newListedEntry(v *web.Visit, b bookWords, e shipment.Entry) (row listedEntry, err error) {
	row = listedEntry{Entry: e, Path: v.URL("orders/new") + orders.QueryOf(b.book.Kind, e.Name)}
	kind := orderform.OfBook(b.book)
	if b.book == shipment.Views {
		row.Path, err = orders.ViewPath(v, e)
	}
	if kind == nil {
		return row, err
	}
	row.Path = bookURL(v, b) + "/entry" + orders.QueryOf("name", e.Name)
	f, err := formOfEntry(v, kind, e)
	var values []string
	for _, input := range f.Inputs() {
		if value := f.Value(input); value != "" && value != e.Name && len(values) < mostSummed {
			values = append(values, value)
		}
	}
	row.Summary = strings.Join(values, " · ")
	return row, err
}

// formOfEntry is a form with the values of an entry.
func formOfEntry(v *web.Visit, kind *orderform.Kind, e shipment.Entry) (*orderform.Form, error) {
	f := orderform.New(kind)
	values, err := orderform.Decode([]byte(e.Value))
	f.Fill(values, v.Names())
	return f, err
}

// openEntry shows the form of an entry, or of a new one.
func openEntry(v *web.Visit, b bookWords) error {
	f, name := orderform.New(orderform.OfBook(b.book)), v.FormValue("name")
	if name != "" {
		entry, err := v.Console.Store.MasterData.Entry(v.Context(), v.Account.AccountID, b.book, name)
		if err != nil {
			return err
		}
		if f, err = formOfEntry(v, f.Kind, entry); err != nil {
			return err
		}
	}
	return showEntry(v, http.StatusOK, b, f, name, nil)
}

// bookWithFields is the book of the page if its entries have a form.
func bookWithFields(v *web.Visit) (bookWords, error) {
	b, err := bookOfPage(v)
	if err == nil && orderform.OfBook(b.book) == nil {
		err = store.ErrNotFound
	}
	return b, err
}

func showEntry(v *web.Visit, status int, b bookWords, f *orderform.Form, name string, problems []orderform.Problem) error {
	p, err := orders.NewFormPage(v, f, problems, nil)
	if err != nil {
		return err
	}
	p.Title = cmp.Or(v.FormValue("name"), v.T(b.add))
	return v.Render(status, "book_entry.html", map[string]any{
		"Page": p, "Name": name, "Was": v.FormValue("name"), "Path": bookURL(v, b), "Book": v.T(b.title), "Most": b.book.MaxName,
	})
}

// saveEntry stores an entry under its name. Without one it gets that of its first field that is searched, such as the SKU.
func saveEntry(v *web.Visit, b bookWords) error {
	f := orderform.Parse(orderform.OfBook(b.book), v.Request.PostForm)
	name, was := strings.TrimSpace(v.FormValue("entry_name")), v.FormValue("name")
	if name == "" && len(b.book.Searched) > 0 {
		name = strings.TrimSpace(f.Value(b.book.Searched[0]))
	}
	if name == "" {
		return showEntry(v, http.StatusUnprocessableEntity, b, f, name, []orderform.Problem{{Message: v.T("Give the entry a name.")}})
	}
	if refused := request.EntryNameProblem(b.book, name); !refused.IsZero() {
		message := v.Words().Say(v.T("Name of the entry"), refused)
		return showEntry(v, http.StatusUnprocessableEntity, b, f, name, []orderform.Problem{{Message: message}})
	}
	sent := f.Order(v.Names())
	err := orders.PutEntry(v, b.book, name, sent.Order)
	if problems := web.ProblemsOf(err); problems != nil {
		return showEntry(v, http.StatusUnprocessableEntity, b, f, name, sent.Problems(f, problems, v.Words()))
	}
	if err != nil {
		return err
	}
	if was != "" && was != name {
		if err := orders.RemoveEntry(v, b.book, was); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	return v.Done(nil, v.T("%s is saved.", name), bookURL(v, b))
}

func deleteEntry(v *web.Visit, b bookWords) error {
	name := v.Request.PostForm.Get("name")
	if ok, err := v.Confirm(v.T("Delete %s?", name), v.T("Delete")); !ok {
		return err
	}
	return v.Done(orders.RemoveEntry(v, b.book, name), v.T("%s is deleted.", name), bookURL(v, b))
}

func exportBook(v *web.Visit, b bookWords) error {
	by, err := v.By()
	if err != nil {
		return err
	}
	return v.SendDocument(Export(v.Context(), v.Console.Store.MasterData, by.AccountID, b.book, masterdata.EntryFilter{}))
}

// costOfBookFile is how many times its size a file of a book takes: itself, its cells and the entries.
const costOfBookFile = 5

// importBook stores the entries of a file, or shows what is wrong in which row.
func importBook(v *web.Visit, b bookWords) error {
	file, err := v.File("file")
	switch {
	case err != nil:
		return err
	case len(file) > MaxFile:
		return showBook(v, http.StatusUnprocessableEntity, b, []string{v.T("The file has more than %d MiB. Split it.", MaxFile>>20)}, nil)
	case len(file) == 0:
		return showBook(v, http.StatusUnprocessableEntity, b, []string{v.T("Choose a CSV file.")}, nil)
	}
	n := 0
	err = v.Change(func(ctx context.Context) (err error) {
		if err = v.Console.Charge(v.Request.Context(), costOfBookFile*int64(len(file))); err == nil {
			n, err = Import(ctx, v.Console.Store.MasterData, v.Account.AccountID, b.book, file)
		}
		return err
	})
	if problems := web.ProblemsOf(err); problems != nil {
		failed, rows := problemsOfFile(v, problems)
		return showBook(v, http.StatusUnprocessableEntity, b, failed, rows)
	}
	return v.Done(err, v.T("%d entries are stored.", n), bookURL(v, b))
}

// problemsOfFile are the problems of a file as a whole, and those of its rows.
func problemsOfFile(v *web.Visit, problems map[string][]problem.Message) (failed []string, rows []bookProblem) {
	for path, messages := range problems {
		var row int
		var column string
		if _, err := fmt.Sscanf(strings.Replace(path, ".", " ", 2), "rows %d %s", &row, &column); err != nil {
			column = ""
		}
		for _, message := range messages {
			text := v.Words().Say(column, message)
			if column == "" {
				failed = append(failed, text)
				continue
			}
			rows = append(rows, bookProblem{Row: row, Column: column, Text: text})
		}
	}
	slices.SortFunc(rows, func(a, b bookProblem) int {
		return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Text, b.Text))
	})
	return failed, rows
}
