package client

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strconv"
	"time"
)

// The forms of a file of orders.
const (
	ExportOrders   = "orders"   // all fields, with a row for each item, which an import reads back equal
	ExportTracking = "tracking" // the reference, tracking number, carrier and tracking link of each order
)

// ExportQuery selects the orders of a file, and its form. Filter.WithItems, Page, PageSize, Cursor, UpdatedFrom and UpdatedTo have no
// effect.
type ExportQuery struct {
	Filter Filter
	Form   string // ExportOrders, which "" is too, or ExportTracking
	Format string // csv, which "" is too, or xlsx
}

// ExportOrders writes a file of at most 50,000 orders to w, the newest first, and returns how many it has. A file of many orders takes
// some seconds, and ctx alone limits the time. It returns a *ValidationError when the filter is invalid or selects more orders; nothing
// is written then. After any other error w may have a part of the file.
func (c *Client) ExportOrders(ctx context.Context, q ExportQuery, w io.Writer) (orders int, err error) {
	f := q.Filter
	f.WithItems, f.PageSize, f.UpdatedFrom, f.UpdatedTo = false, 0, time.Time{}, time.Time{}
	query := f.query()
	maps.Copy(query, parameters(map[string]any{"form": q.Form, "format": q.Format}))
	a, err := c.do(ctx, call{method: http.MethodGet, path: "/order/export/", query: query, accept: "*/*", into: w})
	if err == nil {
		orders, err = strconv.Atoi(a.header.Get("Waybill-Export-Orders"))
	}
	if err != nil {
		return 0, fmt.Errorf("waybill: exporting orders: %w", err)
	}
	return orders, nil
}
