package client

import (
	"context"
	"encoding/json"
	"fmt"
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
	return elements[Entry[T]](ctx, b.c, b.path, parameters(map[string]string{"q": search}), "listing a book")
}

// Get returns an entry, or ErrNotFound.
func (b Book[T]) Get(ctx context.Context, name string) (e Entry[T], err error) {
	if err = b.c.get(ctx, entryPath(b.path, name), nil, &e); err != nil {
		err = fmt.Errorf("waybill: reading an entry of a book: %w", err)
	}
	return e, err
}

// Set stores an entry, in the place of an earlier one of the same name. It returns a *ValidationError when the name or a
// field is wrong, and when the book is full.
func (b Book[T]) Set(ctx context.Context, name string, value T) (e Entry[T], err error) {
	if err = b.c.setEntry(ctx, b.path, name, value, &e); err != nil {
		err = fmt.Errorf("waybill: setting an entry of a book: %w", err)
	}
	return e, err
}

// Delete deletes an entry, or returns ErrNotFound.
func (b Book[T]) Delete(ctx context.Context, name string) error {
	if _, err := b.c.do(ctx, call{method: http.MethodDelete, path: entryPath(b.path, name)}); err != nil {
		return fmt.Errorf("waybill: deleting an entry of a book: %w", err)
	}
	return nil
}

// Export returns all entries as CSV. There is none of drafts: it returns ErrNotFound for them.
func (b Book[T]) Export(ctx context.Context) ([]byte, error) {
	query := url.Values{"format": {"csv"}}
	a, err := b.c.do(ctx, call{method: http.MethodGet, path: b.path, query: query, accept: "text/csv"})
	if err != nil {
		return nil, fmt.Errorf("waybill: exporting a book: %w", err)
	}
	return a.body, nil
}

// Import stores the entries of a CSV file such as Export returns, all or none, and returns how many they are. It returns a
// *ValidationError with the problems by row and heading, such as rows.17.number.
func (b Book[T]) Import(ctx context.Context, csv []byte) (entries int, err error) {
	var stored struct {
		Entries int `json:"entries"`
	}
	a, err := b.c.do(ctx, call{method: http.MethodPost, path: b.path + "import/", body: csv, contentType: "text/csv"})
	if err == nil {
		err = decode(a, &stored)
	}
	if err != nil {
		return 0, fmt.Errorf("waybill: importing a book: %w", err)
	}
	return stored.Entries, nil
}

func entryPath(book, name string) string { return book + url.PathEscape(name) + "/" }

func (c *Client) setEntry(ctx context.Context, book, name string, value, result any) error {
	return c.exchange(ctx, call{method: http.MethodPut, path: entryPath(book, name)}, value, result)
}

// OrderTemplate is fields of an order that the account keeps under a name, to begin new orders with.
type OrderTemplate struct {
	Name      string          `json:"name"`  // 1 to 60 characters, without slashes
	Order     json.RawMessage `json:"order"` // a JSON object of some fields of an order, as they were sent
	UpdatedOn time.Time       `json:"updated_on"`
}

// OrderTemplates returns the account's templates by name: at most 100.
func (c *Client) OrderTemplates(ctx context.Context) ([]OrderTemplate, error) {
	return results[OrderTemplate](ctx, c, templatesPath, "templates")
}

// SetOrderTemplate stores a template, in the place of an earlier one of the same name. The order is anything that marshals
// to a JSON object of some fields of an order, at most 64 KiB. It returns a *ValidationError when a field or the name is
// wrong, and when there are 100 templates.
func (c *Client) SetOrderTemplate(ctx context.Context, name string, order any) (t OrderTemplate, err error) {
	if err = c.setEntry(ctx, templatesPath, name, order, &t); err != nil {
		err = fmt.Errorf("waybill: setting a template: %w", err)
	}
	return t, err
}

// DeleteOrderTemplate deletes a template, or returns ErrNotFound.
func (c *Client) DeleteOrderTemplate(ctx context.Context, name string) error {
	return Book[json.RawMessage]{c, templatesPath}.Delete(ctx, name)
}
