package client

import (
	"context"
	"encoding/json"
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
	book string
}

// Addresses are consignees and pickup contacts: at most 5000.
func (c *Client) Addresses() Book[Address] { return Book[Address]{c, "addresses"} }

// Goods are items, whose quantity is not stored: at most 5000.
func (c *Client) Goods() Book[Item] { return Book[Item]{c, "goods"} }

// Boxes are sizes of packages: at most 200.
func (c *Client) Boxes() Book[Box] { return Book[Box]{c, "boxes"} }

// Drafts are orders that are not complete, as JSON objects of some fields of an order: at most 200 of 128 KiB. To complete
// one, create the order and delete the draft.
func (c *Client) Drafts() Book[json.RawMessage] { return Book[json.RawMessage]{c, "drafts"} }

// Export returns all entries as CSV. There is none of drafts: it returns ErrNotFound for them.
func (b Book[T]) Export(ctx context.Context) ([]byte, error) {
	file := call{method: http.MethodGet, path: "/books/" + b.book + "/", query: url.Values{"format": {"csv"}}, accept: "text/csv"}
	a, err := b.c.fetch(ctx, "exporting a book", file, nil)
	return a.body, err
}
