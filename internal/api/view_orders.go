package api

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"waybill/internal/api/answer"
	"waybill/internal/api/shell"
	"waybill/internal/each"
	"waybill/internal/printing"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/store"
)

var errInvalidPage = &shell.Problem{Status: http.StatusNotFound, Detail: problem.InvalidPage}

// viewOrders lists the account's orders, by page or, when there is a cursor, by cursor.
func (a *API) viewOrders(ctx context.Context, c shell.Call) (shell.Response, error) {
	query := c.Query()
	filter := store.OrderFilter{
		AccountID: c.Caller.AccountID, PageSize: request.ParsePageSize(request.LastValue(query, "page_size")),
	}
	var problems request.Problems
	if query.Has("cursor") {
		if filter.Filter, problems = request.ReadCursorFilter(query); problems != nil {
			return shell.Response{}, &request.InvalidError{Problems: problems}
		}
		filter.PageSize = cmp.Or(filter.Limit, filter.PageSize)
		return a.viewCursor(ctx, c, filter, request.LastValue(query, "cursor"))
	}
	sent, problems := request.ReadPageFilter(query)
	if problems != nil {
		return shell.Response{}, &request.InvalidError{Problems: problems}
	}
	filter.Filter, filter.None = sent.Filter, sent.None
	response, err := a.viewPage(ctx, c, filter, request.LastValue(query, "page"))
	if names := parameterNames(sent.Ignored); names != "" && err == nil {
		response.Header.Set(ignoredHeader, names)
	}
	return response, err
}

// ignoredHeader lists the parameters of a view by page that do not exist, or whose values select nothing. With a cursor they
// are errors.
const ignoredHeader = "Waybill-Ignored-Parameters"

// ignoredFieldsHeader lists the fields of a create or return request that do not exist.
const ignoredFieldsHeader = "Waybill-Ignored-Fields"

// maxIgnored and maxIgnoredBytes keep the headers of a response below the limit of proxies, 4 to 8 kB.
const (
	maxIgnored      = 20
	maxIgnoredBytes = 1 << 10
)

// parameterNames is the value of a header that lists names, percent-encoded. Names that are too long are left out.
func parameterNames(names []string) string {
	var b strings.Builder
	listed := 0
	for _, name := range names {
		encoded := strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
		if encoded == "" || listed == maxIgnored || b.Len()+len(", ")+len(encoded) > maxIgnoredBytes {
			continue
		}
		if listed++; listed > 1 {
			b.WriteString(", ")
		}
		b.WriteString(encoded)
	}
	return b.String()
}

func (a *API) viewPage(ctx context.Context, c shell.Call, filter store.OrderFilter, page string) (shell.Response, error) {
	number, ok := request.ParsePage(page)
	if !ok {
		return shell.Response{}, errInvalidPage
	}
	found, err := a.Store.ListOrders(ctx, filter, number)
	if errors.Is(err, store.ErrNotFound) {
		err = errInvalidPage
	}
	header := make(http.Header)
	if err == nil && filter.BySearch() {
		err = a.addSearchIndexed(ctx, header)
	}
	if err != nil {
		return shell.Response{}, err
	}
	var next, previous string
	if !found.Last {
		next = a.pageURL(c.Req, found.Number+1)
	}
	if found.Number > 1 {
		previous = a.pageURL(c.Req, found.Number-1)
	}
	hasKey := c.Query().Has("secret_key") // the links have it, too
	return shell.Response{Status: http.StatusOK, Header: header, HasSecret: hasKey, Rows: func(w *shell.Rows) error {
		w.ObjStart()
		integer(w.Encoder, "count", found.Count)
		nullable(w.Encoder, "next", next)
		nullable(w.Encoder, "previous", previous)
		err := a.writeResults(w, c, found.Records, &filter)
		w.ObjEnd()
		return err
	}}, nil
}

// viewCursor lists the orders after a cursor. An order that existed when the first page was read is on
// exactly one page: orders that are created meanwhile are newer than any cursor. In a list by update an order
// that is changed meanwhile is on a later page again.
func (a *API) viewCursor(ctx context.Context, c shell.Call, filter store.OrderFilter, cursor string) (shell.Response, error) {
	if filter.BySearch() {
		return a.viewSearch(ctx, c, filter, cursor)
	}
	after, ok := filter.ReadCursor(cursor)
	if !ok {
		return shell.Response{}, shell.ErrInvalidCursor
	}
	records, more, err := a.Store.RecordsAfter(ctx, filter, after)
	next := answer.NextOf(records, more, func(last *store.OrderRecord) string {
		return store.CursorOf(filter, last.CreatedOn, last.UpdatedOn, last.OrderID).String()
	})
	return a.cursorPage(c, filter, records, next), err
}

// viewSearch lists the orders that the search index finds after a cursor. A page may have few orders, or none, before the last.
func (a *API) viewSearch(ctx context.Context, c shell.Call, filter store.OrderFilter, cursor string) (shell.Response, error) {
	after, ok := filter.ReadCursor(cursor)
	if !ok {
		return shell.Response{}, shell.ErrInvalidCursor
	}
	page, err := a.Store.BrowseRecords(ctx, filter, after)
	if err != nil {
		return shell.Response{}, err
	}
	var next string
	if page.More {
		next = page.Next.String()
	}
	r := a.cursorPage(c, filter, page.Found, next)
	r.Header = make(http.Header)
	return r, a.addSearchIndexed(ctx, r.Header)
}

// addSearchIndexed adds the header for a search that does not look at all orders yet.
func (a *API) addSearchIndexed(ctx context.Context, h http.Header) error {
	lag, err := a.Store.Search.SearchLag(ctx)
	if err == nil && lag.Indexed < 100 {
		h.Set(searchIndexedHeader, strconv.Itoa(lag.Indexed))
	}
	return err
}

// searchIndexedHeader is how many percent of the orders a search looks at, while orders of an earlier version are indexed.
const searchIndexedHeader = "Waybill-Search-Indexed"

func (a *API) cursorPage(c shell.Call, filter store.OrderFilter, records []store.OrderRecord, next string) shell.Response {
	return shell.Response{Status: http.StatusOK, Rows: func(w *shell.Rows) error {
		w.ObjStart()
		nullable(w.Encoder, "next_cursor", next)
		err := a.writeResults(w, c, records, &filter)
		w.ObjEnd()
		return err
	}}
}

// writeResults writes the records of a page. It reads the items that did not come with the page as it
// writes them, one order after another.
func (a *API) writeResults(w *shell.Rows, c shell.Call, records []store.OrderRecord, f *store.OrderFilter) error {
	base, charged := a.base(c.Req), false
	ctx, cancel := context.WithTimeout(a.Metered(c.Req.Context()), shell.ReadTimeout)
	defer cancel()
	extras, err := a.Store.Extras(ctx, f.AccountID, each.Of(records, func(r store.OrderRecord) int64 { return r.OrderID }), f.Expand...)
	if err != nil {
		return err
	}
	w.Grow(min(256+len(records)*1792, shell.MostHeldRows)) // a record has some 1.7 kB
	w.FieldStart("results")
	w.ArrStart()
	for i := range records {
		r := &records[i]
		if f.WithItems && r.Items == "" {
			if !charged {
				if err := a.Charge(c.Req.Context(), printing.MostItemBytes); err != nil {
					return err
				}
				charged = true
			}
			if err := a.readItems(c.Req.Context(), r); err != nil {
				return err
			}
		}
		link := a.labelURL(base, orderAddress{r.TrackingNo, r.AddressRevision}, r.HasLabel, r.PartnerLabel)
		writeRecord(w, r, link, f, &expanded{extras, base, r.OrderID, r.TrackingNo})
		r.Items = ""
	}
	w.ArrEnd()
	return nil
}

func (a *API) readItems(ctx context.Context, r *store.OrderRecord) (err error) {
	ctx, cancel := context.WithTimeout(ctx, shell.ReadTimeout)
	defer cancel()
	r.Items, err = a.Store.ItemsOf(ctx, r.AccountID, r.OrderID)
	return err
}
