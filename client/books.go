package client

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"net/url"
	"time"
)

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
	return elements[Entry[T]](ctx, b.c, "listing a book", b.path, parameters(map[string]any{"q": search}))
}

// Get returns an entry, or ErrNotFound.
func (b Book[T]) Get(ctx context.Context, name string) (Entry[T], error) {
	return get[Entry[T]](ctx, b.c, "reading an entry of a book", b.entry(name), nil)
}

// Set stores an entry, in the place of an earlier one of the same name. It returns a *ValidationError when the name or a
// field is wrong, and when the book is full.
func (b Book[T]) Set(ctx context.Context, name string, value T) (Entry[T], error) {
	return ask[Entry[T]](ctx, b.c, "setting an entry of a book", call{method: http.MethodPut, path: b.entry(name)}, value)
}

// Delete deletes an entry, or returns ErrNotFound.
func (b Book[T]) Delete(ctx context.Context, name string) error {
	_, err := b.c.fetch(ctx, "deleting an entry of a book", call{method: http.MethodDelete, path: b.entry(name)}, nil)
	return err
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

func (b Book[T]) entry(name string) string { return b.path + url.PathEscape(name) + "/" }
