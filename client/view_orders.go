package client

import (
	"context"
	"iter"
	"net/url"
	"strconv"
)

const viewPath = "/order/order/"

// LastPage selects the last page of a filter's orders.
const LastPage = -1

// Orders returns one page. It returns ErrNotFound past the last page, and a *ValidationError when the filter
// is invalid. To read all orders use AllOrders, which costs the same at any depth and misses nothing while
// orders arrive.
func (c *Client) Orders(ctx context.Context, f Filter) (Page, error) {
	query := f.query()
	switch {
	case f.Page == LastPage:
		query.Set("page", "last")
	case f.Page != 0:
		query.Set("page", strconv.Itoa(f.Page))
	}
	return get[Page](ctx, c, "viewing orders", viewPath, query)
}

// OrdersAfter returns the page that starts at the cursor of the filter. Pages of a Search may have few orders, or none,
// before the last. A caller that stores NextCursor can
// stop, and continue later. It returns an *Error of status 400 for a cursor that no response had, and a
// *ValidationError when the filter is invalid.
func (c *Client) OrdersAfter(ctx context.Context, f Filter) (CursorPage, error) {
	return get[CursorPage](ctx, c, "viewing orders", viewPath, f.cursorQuery())
}

// AllOrders yields every order of the filter from its cursor, newest first, and fetches pages as the loop
// proceeds. An error is yielded once, with a zero Order, and ends the loop.
func (c *Client) AllOrders(ctx context.Context, f Filter) iter.Seq2[Order, error] {
	return elements[Order](ctx, c, "viewing orders", viewPath, f.cursorQuery())
}

// cursorQuery returns the parameters of the filter with its cursor.
func (f Filter) cursorQuery() url.Values {
	query := f.query()
	query.Set("cursor", f.Cursor)
	return query
}
