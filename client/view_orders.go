package client

import (
	"context"
	"iter"
	"net/url"
	"strconv"
	"time"
)

const viewPath = "/order/order/"

// LastPage selects the last page of a filter's orders.
const LastPage = -1

// Filter selects orders. The zero value selects all orders of the account, without items.
type Filter struct {
	WithItems      bool
	DateFrom       time.Time // created at this microsecond or later; zero: open
	DateTo         time.Time // created at this microsecond or earlier; zero: open
	ServiceID      int64     // 0: any
	ShipperOrderID string    // "": any
	UploadBatchNo  string    // "": any
	TrackingNos    []string  // one of these, at most 200; none: any
	PageSize       int       // orders fetched at a time, 1 to 50; 0: 50

	Page   int    // of Orders: from 1, or LastPage; 0 is 1
	Cursor string // of OrdersAfter and AllOrders: the NextCursor of a CursorPage; "": the start

	// With UpdatedFrom or UpdatedTo, OrdersAfter and AllOrders sort the orders by UpdatedOn, the oldest first, and an order that
	// changes meanwhile is yielded again.
	StatusCode        string    // SUBMITTED, SUBMISSION_FAILED, CANCELLED, or null for none; "": any
	TrackerStatusCode string    // "": any
	PickedUp          *bool     // only orders whose parcel was picked up, or only others; nil: both
	UpdatedFrom       time.Time // changed at this microsecond or later; zero: open
	UpdatedTo         time.Time // changed at this microsecond or earlier; zero: open
	IsReturn          *bool     // only returns, or only other orders; nil: both
	Printed           *bool     // only orders whose label is marked as printed, or only others; nil: both
	Packed            *bool     // only orders whose parcel was packed at a station, or only others; nil: both
	Queue             string    // print, pack, hand-over, partner, problem, on-the-way or done: only orders that wait for this; "": any
	Held              *bool     // only orders that are held, or only others; nil: both
	// Search has words, or beginnings of words, that an order has all: in its numbers and its reference, in the consignee's
	// name, phone number, e-mail address, postal code, city or street, SKUs of items, notes and tags. Orders finds the newest 10,000 at most;
	// OrdersAfter and AllOrders do not combine it with UpdatedFrom and UpdatedTo. "": any.
	Search string
	// Warning is any for orders about which rules had a warning when they were created, or address for those with a warning
	// about the address of the consignee or of the pickup. The limits are those of Search. "": all.
	Warning string
	Tag     string // only orders with this tag, in any case; "": all
}

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
