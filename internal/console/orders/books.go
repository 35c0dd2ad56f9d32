package orders

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"waybill/internal/console/orderform"
	"waybill/internal/console/web"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// maxBookFile is the largest file of a book, as the API takes it.
const maxBookFile = 8 << 20

// bookWords are the texts of the pages of a book.
type bookWords struct {
	book                    *shipment.Book
	title, add, none, first string
}

var books = []bookWords{
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

// bookOf is the book of the page. Returns store.ErrNotFound.
func bookOf(v *web.Visit) (bookWords, error) {
	for _, b := range books {
		if b.book.Name == v.Request.PathValue("book") {
			return b, nil
		}
	}
	return bookWords{}, store.ErrNotFound
}

func bookURL(v *web.Visit, b bookWords) string { return v.URL("books/" + b.book.Name) }

// entryOf is the path of an entry of the API.
func entryOf(book *shipment.Book, name string) string {
	if book == shipment.Templates {
		return "/api/order/templates/" + url.PathEscape(name) + "/"
	}
	return "/api/books/" + book.Name + "/" + url.PathEscape(name) + "/"
}

func openBooks(v *web.Visit) error { return v.Redirect(bookURL(v, books[0])) }

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
	var tabs []web.NavLink
	for _, other := range books {
		tabs = append(tabs, web.NavLink{Path: bookURL(v, other), Text: v.T(other.title), Current: other.book == b.book})
	}
	page := map[string]any{
		"Tabs": tabs, "Title": v.T(b.title), "None": v.T(b.none), "First": v.T(b.first), "Path": bookURL(v, b), "Rows": rows, "Next": next,
		"Search": filter.Search, "Failed": failed, "Problems": problems, "HasFields": orderform.OfBook(b.book) != nil,
	}
	if b.add != "" {
		page["Add"] = v.T(b.add)
	}
	return v.Render(status, "book.html", page)
}

// mostSummed is how many values of an entry the list shows.
const mostSummed = 4

func newListedEntry(v *web.Visit, b bookWords, e shipment.Entry) (row listedEntry, err error) {
	row = listedEntry{Entry: e, Path: v.URL("orders/new") + queryOf(b.book.Kind, e.Name)}
	kind := orderform.OfBook(b.book)
	if b.book == shipment.Views {
		row.Path, err = viewPath(v, e)
	}
	if kind == nil {
		return row, err
	}
	row.Path = bookURL(v, b) + "/entry" + queryOf("name", e.Name)
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
	b, err := bookOf(v)
	if err == nil && orderform.OfBook(b.book) == nil {
		err = store.ErrNotFound
	}
	return b, err
}

func showEntry(v *web.Visit, status int, b bookWords, f *orderform.Form, name string, problems []orderform.Problem) error {
	p, err := newFormPage(v, f, problems, nil)
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
	answer, err := v.Call(http.MethodPut, entryOf(b.book, name), sent.Order)
	if err != nil {
		return err
	}
	if !answer.OK() {
		return showEntry(v, http.StatusUnprocessableEntity, b, f, name, sent.Problems(f, answer.Problems(), v.Words()))
	}
	if was != "" && was != name {
		if err := removeEntry(v, b.book, was); err != nil && !errors.Is(err, store.ErrNotFound) {
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
	return v.Done(removeEntry(v, b.book, name), v.T("%s is deleted.", name), bookURL(v, b))
}

// removeEntry deletes an entry of a book. Returns store.ErrNotFound.
func removeEntry(v *web.Visit, book *shipment.Book, name string) error {
	// The API has no views, and no path of an entry whose name has not always been refused.
	if book == shipment.Views || !request.EntryNameProblem(book, name).IsZero() {
		return v.Console.Store.MasterData.DeleteEntry(v.Context(), v.Account.AccountID, book, name)
	}
	answer, err := v.Call(http.MethodDelete, entryOf(book, name), nil)
	if err == nil && !answer.OK() {
		err = v.NotDone(answer.Status, v.Message(answer))
	}
	return err
}

func exportBook(v *web.Visit, b bookWords) error {
	return v.Pass("/api/books/" + b.book.Name + "/?format=csv")
}

// importBook stores the entries of a file, or shows what is wrong in which row.
func importBook(v *web.Visit, b bookWords) error {
	file, err := v.File("file")
	switch {
	case err != nil:
		return err
	case len(file) > maxBookFile:
		return showBook(v, http.StatusUnprocessableEntity, b, []string{v.T("The file has more than %d MiB. Split it.", maxBookFile>>20)}, nil)
	case len(file) == 0:
		return showBook(v, http.StatusUnprocessableEntity, b, []string{v.T("Choose a CSV file.")}, nil)
	}
	req, err := v.NewRequest(http.MethodPost, "/api/books/"+b.book.Name+"/import/", bytes.NewReader(file))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "text/csv")
	answer, err := v.Send(v.Caller(), req)
	if err != nil {
		return err
	}
	if !answer.OK() {
		failed, problems := problemsOfFile(v, answer)
		return showBook(v, http.StatusUnprocessableEntity, b, failed, problems)
	}
	var stored struct {
		Entries int `json:"entries"`
	}
	err = answer.Decode(&stored)
	return v.Done(err, v.T("%d entries are stored.", stored.Entries), bookURL(v, b))
}

// problemsOfFile are the problems of a file as a whole, and those of its rows.
func problemsOfFile(v *web.Visit, answer web.Response) (failed []string, rows []bookProblem) {
	for path, messages := range answer.Problems() {
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
