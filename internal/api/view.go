package api

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"net/http"

	"github.com/go-faster/jx"

	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// viewOrders lists the account's orders, by page or, when there is a cursor, by cursor.
func (a *API) viewOrders(ctx context.Context, c call) (response, error) {
	query := request.ParseQuery(c.req.URL.RawQuery)
	sent, problems := request.QueryFilter(query)
	if problems != nil {
		return response{}, &validationError{problems}
	}
	filter := store.OrderFilter{
		AccountID: c.caller.AccountID, PageSize: request.ParsePageSize(request.LastValue(query, "page_size")), Filter: sent,
	}
	if query.Has("cursor") {
		return a.viewCursor(ctx, c, filter, request.LastValue(query, "cursor"))
	}
	return a.viewPage(ctx, c, filter, request.LastValue(query, "page"))
}

func (a *API) viewPage(ctx context.Context, c call, filter store.OrderFilter, page string) (response, error) {
	number, ok := request.ParsePage(page)
	if !ok {
		return response{}, errInvalidPage
	}
	found, err := a.Store.ListOrders(ctx, filter, number)
	if errors.Is(err, store.ErrNotFound) {
		return response{}, errInvalidPage
	}
	if err != nil {
		return response{}, err
	}
	var next, previous string
	if !found.Last {
		next = a.pageURL(c.req, found.Number+1)
	}
	if found.Number > 1 {
		previous = a.pageURL(c.req, found.Number-1)
	}
	e := newPage(len(found.Orders))
	e.ObjStart()
	integer(e, "count", found.Count)
	nullable(e, "next", next)
	nullable(e, "previous", previous)
	a.writeResults(e, c.req, found.Orders, filter.WithItems)
	e.ObjEnd()
	return response{status: http.StatusOK, body: e.Bytes()}, nil
}

// viewCursor lists the orders after a cursor. An order that was there when the first page
// was read is on exactly one page, however many arrive meanwhile: they are newer than
// any cursor.
func (a *API) viewCursor(ctx context.Context, c call, filter store.OrderFilter, cursor string) (response, error) {
	after, ok := parseCursor(cursor)
	if !ok {
		return response{}, errInvalidCursor
	}
	orders, more, err := a.Store.OrdersAfter(ctx, filter, after)
	if err != nil {
		return response{}, err
	}
	var next string
	if more {
		last := orders[len(orders)-1]
		next = formatCursor(store.Cursor{CreatedOn: last.CreatedOn.UnixMicro(), OrderID: last.OrderID})
	}
	e := newPage(len(orders))
	e.ObjStart()
	nullable(e, "next_cursor", next)
	a.writeResults(e, c.req, orders, filter.WithItems)
	e.ObjEnd()
	return response{status: http.StatusOK, body: e.Bytes()}, nil
}

// newPage makes an encoder with room for a page of records, of some 1.7 kB each.
func newPage(records int) *jx.Encoder {
	e := new(jx.Encoder)
	e.Grow(256 + records*1792)
	return e
}

func (a *API) writeResults(e *jx.Encoder, r *http.Request, orders []shipment.Order, withItems bool) {
	base := a.base(r)
	e.FieldStart("results")
	e.ArrStart()
	for i := range orders {
		writeRecord(e, &orders[i], a.labelURL(base, &orders[i]), withItems)
	}
	e.ArrEnd()
}

// A cursor is opaque to callers: the position of the last order they saw.

func formatCursor(c store.Cursor) string {
	b := binary.BigEndian.AppendUint64(nil, uint64(c.CreatedOn))
	return base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint64(b, uint64(c.OrderID)))
}

// parseCursor reads a cursor; the empty one is the start.
func parseCursor(s string) (store.Cursor, bool) {
	if s == "" {
		return store.Cursor{}, true
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(s)
	if err != nil || len(b) != 16 {
		return store.Cursor{}, false
	}
	return store.Cursor{
		CreatedOn: int64(binary.BigEndian.Uint64(b)),
		OrderID:   int64(binary.BigEndian.Uint64(b[8:])),
	}, true
}
