package orderfile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"waybill/internal/admission"
	"waybill/internal/each"
	"waybill/internal/importer"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// MaxOrders is how many orders a file has at most.
const MaxOrders = 50_000

// pageSize is how many orders are in memory at once.
const pageSize = 200

// The forms of files.
const (
	Orders   = "orders"   // all fields and items, a row for each item
	Tracking = "tracking" // the reference, number, carrier and tracking link of each order
)

var (
	// ErrManyOrders is the error of New for more than MaxOrders orders.
	ErrManyOrders = errors.New("the orders are too many for a file")

	// ErrManyColumns is the error of New for orders with so many keys of metadata that no import would read the file.
	ErrManyColumns = errors.New("the orders have too many different keys of metadata for a file")

	errStopped = errors.New("the rows are not wanted any more")
	errChanged = errors.New("an order has got another key of metadata or tax id since the file began")
)

// Source reads the orders of a file: see store.Store.
type Source interface {
	BrowseOrders(ctx context.Context, f store.OrderFilter, after store.Cursor) (store.Browsed[shipment.Order], error)
	Extras(ctx context.Context, accountID int64, ids []int64, want ...shipment.Extra) (store.Extras, error)
	FillItems(ctx context.Context, accountID int64, orders []shipment.Order) error
}

// Query says which orders a file has, and how.
type Query struct {
	Source     Source
	MasterData *masterdata.Store
	Filter     store.OrderFilter // no list by update
	Form       string
	Format     importer.Format
	Base       string          // scheme and host of the tracking pages
	Held       *admission.Hold // is charged for a page of orders at a time; nil: nothing is charged
}

// File is a file that can be written.
type File struct {
	Orders int // that it has

	query    Query
	held     int64 // bytes that Query.Held has without a page of orders
	columns  []column
	parts    []string // the headings of columns that only some orders have
	services map[int64]string
}

// New looks at the orders that a query selects, before anything is written. Returns ErrManyOrders, ErrManyColumns, and
// admission.ErrBusy.
func New(ctx context.Context, q Query) (*File, error) {
	f, err := open(ctx, q)
	if err != nil {
		return nil, err
	}
	parts := make(map[string]string)
	err = f.each(ctx, func(orders []shipment.Order) error {
		if f.Orders += len(orders); f.Orders > MaxOrders {
			return ErrManyOrders
		}
		for i := range orders {
			addParts(parts, &orders[i])
		}
		if len(f.columns)+len(parts) > importer.MaxColumns && q.Form == Orders {
			return ErrManyColumns
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if q.Form == Orders {
		f.parts = slices.Sorted(maps.Keys(parts))
	}
	return f, nil
}

// open makes a File that has not looked at its orders.
func open(ctx context.Context, q Query) (*File, error) {
	f := &File{query: q, held: q.Held.Size(), services: make(map[int64]string)}
	f.columns, _ = columnsOf(q.Form)
	services, err := q.MasterData.Services(ctx)
	for _, s := range services {
		f.services[s.ServiceID] = s.Name
	}
	return f, err
}

// Rows calls visit with the rows of orders that have the numbers, in the order of these. Orders that the account has no longer are left
// out.
func Rows(ctx context.Context, q Query, numbers []string, visit func(Row) error) error {
	f, err := open(ctx, q)
	if err != nil {
		return err
	}
	found, err := q.Source.BrowseOrders(ctx, store.OrderFilter{
		AccountID: q.Filter.AccountID, PageSize: len(numbers), Filter: shipment.Filter{TrackingNos: numbers},
	}, store.Cursor{})
	if err != nil {
		return err
	}
	place := make(map[string]int, len(numbers))
	for i, no := range numbers {
		place[no] = i
	}
	slices.SortFunc(found.Found, func(a, b shipment.Order) int { return place[a.TrackingNo] - place[b.TrackingNo] })
	return f.rows(ctx, found.Found, visit)
}

// each calls visit with the orders of the query, page by page.
func (f *File) each(ctx context.Context, visit func([]shipment.Order) error) error {
	filter := f.query.Filter
	filter.PageSize = pageSize
	for after, more := (store.Cursor{}), true; more; {
		page, err := f.query.Source.BrowseOrders(ctx, filter, after)
		if err == nil {
			err = visit(page.Found)
		}
		if f.query.Held != nil {
			f.query.Held.ShrinkTo(f.held)
		}
		if err != nil {
			return err
		}
		after, more = page.Next, page.More
	}
	return nil
}

// Write writes the file. It reads the orders again.
func (f *File) Write(ctx context.Context, w io.Writer) error {
	return WriteRows(w, f.query.Form, f.query.Format, f.parts, func(visit func(Row) error) error {
		return f.each(ctx, func(orders []shipment.Order) error { return f.rows(ctx, orders, visit) })
	})
}

// WriteRows writes a file of rows, with the headings of columns that only some orders have.
func WriteRows(w io.Writer, form string, format importer.Format, parts []string, rows func(visit func(Row) error) error) error {
	columns, behind := columnsOf(form)
	headings, first := each.Of(columns, func(c column) string { return c.heading }), len(columns)-behind
	return importer.WriteTexts(w, format, slices.Insert(headings, first, parts...), func(yield func([]string, error) bool) {
		err := rows(func(r Row) error {
			cells, err := r.under(parts, first)
			if err == nil && !yield(cells, nil) {
				err = errStopped
			}
			return err
		})
		if err != nil && !errors.Is(err, errStopped) {
			yield(nil, err)
		}
	})
}

// Row is an item of an order in a file. Parts are the texts that have columns of their own, by the heading.
type Row struct {
	Cells []string          `json:"c"`
	Parts map[string]string `json:"p,omitempty"`
}

// under are the cells of a row, with those of the parts under their headings, the first behind so many others.
func (r Row) under(headings []string, first int) ([]string, error) {
	left := len(r.Parts)
	cells := each.Of(headings, func(heading string) string {
		text, has := r.Parts[heading]
		if has {
			left--
		}
		return text
	})
	if left > 0 {
		return nil, errChanged
	}
	return slices.Insert(r.Cells, first, cells...), nil // a job of an earlier version has none behind them
}

// rows calls visit with the rows of orders.
func (f *File) rows(ctx context.Context, orders []shipment.Order, visit func(Row) error) error {
	r, accountID, all := row{file: f}, f.query.Filter.AccountID, f.query.Form == Orders
	if all && len(orders) > 0 {
		err := f.query.Source.FillItems(ctx, accountID, orders)
		if err == nil {
			r.extras, err = f.query.Source.Extras(ctx, accountID, shipment.IDs(orders), shipment.ExtraHold, shipment.ExtraTags,
				shipment.ExtraMeasured, shipment.ExtraPacking, shipment.ExtraTracking, shipment.ExtraSubmission)
		}
		if err != nil {
			return fmt.Errorf("read orders for a file: %w", err)
		}
	}
	for i := range orders {
		o, x := &orders[i], &r.extras
		r.order, r.measured, r.packing, r.submission = o, x.Measured[o.OrderID], x.Packings[o.OrderID], x.Submissions[o.OrderID]
		o.Hold = r.extras.Holds[o.OrderID]
		r.pickedUp, r.delivered, r.failed = shipment.Milestones(r.extras.Histories[o.OrderID])
		var parts map[string]string
		if all {
			parts = make(map[string]string)
			addParts(parts, r.order)
		}
		items := orders[i].Items
		if len(items) == 0 {
			items = make([]shipment.Item, 1)
		}
		for j := range items {
			r.item = &items[j]
			if err := visit(Row{each.Of(f.columns, func(c column) string { return c.text(&r) }), parts}); err != nil {
				return err
			}
		}
	}
	return nil
}

// row is an item of an order that becomes a Row.
type row struct {
	file   *File
	extras store.Extras
	order  *shipment.Order
	item   *shipment.Item

	measured            shipment.Measuring
	packing             shipment.Packing
	submission          store.Submission // the zero one of an order in house
	pickedUp, delivered time.Time
	failed              int // deliveries
}

// addParts adds the texts of an order that have columns of their own, by the heading: its tax ids and metadata.
func addParts(to map[string]string, o *shipment.Order) {
	if o.Trade == nil {
		return
	}
	given := make(map[string]int)
	for _, id := range o.Trade.TaxIDs {
		name := importer.TaxIDField(id.Party, id.Type, given[id.Party+id.Type])
		given[id.Party+id.Type]++
		to[name] = id.Number
		if id.Country != "" {
			to[name+".country"] = id.Country.Name()
		}
	}
	for _, m := range o.Trade.Metadata {
		if m.Value != "" {
			to["metadata."+m.Key] = lines(m.Value)
		}
	}
}

// lines ends the lines of a text as a file gives them back.
func lines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }
