package client

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"net/url"
	"time"
)

const templatesPath = "/order/templates/"

// Entry is a named entry of a book.
type Entry[T any] struct {
	Name      string    `json:"name"`
	Value     T         `json:"entry"`
	UpdatedOn time.Time `json:"updated_on"`
}

// Book is named entries that the account keeps for later orders.
type Book[T any] struct {
	c    *Client
	path string
}

// Addresses are consignees and pickup contacts: at most 5000.
func (c *Client) Addresses() Book[Address] { return Book[Address]{c, "/books/addresses/"} }

// Goods are items, whose quantity is not stored: at most 5000.
func (c *Client) Goods() Book[Item] { return Book[Item]{c, "/books/goods/"} }

// Boxes are sizes of packages: at most 200.
func (c *Client) Boxes() Book[Box] { return Book[Box]{c, "/books/boxes/"} }

// Drafts are orders that are not complete, as JSON objects of some fields of an order: at most 200 of 128 KiB. To complete
// one, create the order and delete the draft.
func (c *Client) Drafts() Book[json.RawMessage] { return Book[json.RawMessage]{c, "/books/drafts/"} }

// List yields the entries by name. With a search it yields only entries that have a word that begins with it.
func (b Book[T]) List(ctx context.Context, search string) iter.Seq2[Entry[T], error] {
	return elements[Entry[T]](ctx, b.c, b.path, parameters(map[string]any{"q": search}), "listing a book")
}

// Get returns an entry, or ErrNotFound.
func (b Book[T]) Get(ctx context.Context, name string) (Entry[T], error) {
	return get[Entry[T]](ctx, b.c, "reading an entry of a book", entryPath(b.path, name), nil)
}

// Set stores an entry, in the place of an earlier one of the same name. It returns a *ValidationError when the name or a
// field is wrong, and when the book is full.
func (b Book[T]) Set(ctx context.Context, name string, value T) (Entry[T], error) {
	return ask[Entry[T]](ctx, b.c, "setting an entry of a book", call{method: http.MethodPut, path: entryPath(b.path, name)}, value)
}

// Delete deletes an entry, or returns ErrNotFound.
func (b Book[T]) Delete(ctx context.Context, name string) error {
	return b.c.remove(ctx, "deleting an entry of a book", entryPath(b.path, name), nil)
}

// Export returns all entries as CSV. There is none of drafts: it returns ErrNotFound for them.
func (b Book[T]) Export(ctx context.Context) ([]byte, error) {
	query := url.Values{"format": {"csv"}}
	a, err := b.c.fetch(ctx, "exporting a book", call{method: http.MethodGet, path: b.path, query: query, accept: "text/csv"}, nil)
	return a.body, err
}

// Import stores the entries of a CSV file such as Export returns, all or none, and returns how many they are. It returns a
// *ValidationError with the problems by row and heading, such as rows.17.number.
func (b Book[T]) Import(ctx context.Context, csv []byte) (entries int, err error) {
	stored, err := ask[struct {
		Entries int `json:"entries"`
	}](ctx, b.c, "importing a book", call{method: http.MethodPost, path: b.path + "import/", body: csv, contentType: "text/csv"}, nil)
	return stored.Entries, err
}

func entryPath(book, name string) string { return book + url.PathEscape(name) + "/" }

// OrderTemplates returns the account's templates by name: at most 100.
func (c *Client) OrderTemplates(ctx context.Context) ([]OrderTemplate, error) {
	return results[OrderTemplate](ctx, c, "listing templates", templatesPath, nil)
}

// SetOrderTemplate stores a template, in the place of an earlier one of the same name. The order is anything that marshals
// to a JSON object of some fields of an order, at most 64 KiB. It returns a *ValidationError when a field or the name is
// wrong, and when there are 100 templates.
func (c *Client) SetOrderTemplate(ctx context.Context, name string, order any) (OrderTemplate, error) {
	return ask[OrderTemplate](ctx, c, "setting a template", call{method: http.MethodPut, path: entryPath(templatesPath, name)}, order)
}

// DeleteOrderTemplate deletes a template, or returns ErrNotFound.
func (c *Client) DeleteOrderTemplate(ctx context.Context, name string) error {
	return Book[json.RawMessage]{c, templatesPath}.Delete(ctx, name)
}
