package main

import (
	"context"
	"errors"
	"slices"

	"waybill/client"
)

// view views an order by its number.
func (c *caller) view(ctx context.Context) error {
	for _, no := range c.draw(c.rng, 1, anyOrder) {
		began := now()
		detail, err := c.reader().Order(ctx, no)
		switch {
		case errors.Is(err, client.ErrNotFound):
			c.note(no, began, input{act: actDetail, version: anyVersion}, output{outcome: notFound})
		case err != nil:
			_, err = c.failed(ctx, err)
			return err
		default:
			c.see(no, began, detail)
		}
	}
	return nil
}

// see records a view by number.
func (c *caller) see(no string, began int64, shown client.OrderDetail) {
	c.versions.Store(no, shown.Version())
	out := output{outcome: done, row: rowOf(shown.Order, shown.Version())}
	if out.row.Notes = shown.PickupNotes; shown.Hold != nil {
		out.hold = shown.Hold.Reason
	}
	for _, entry := range shown.Submissions {
		switch entry.Kind {
		case "submission":
			out.submission = entry.State
		case "cancellation":
			out.cancellation = entry.State
		}
	}
	c.note(no, began, input{act: actDetail, version: anyVersion}, out)
}

func rowOf(o client.Order, version int64) row {
	return row{
		values: values{
			o.ShipperOrderID, o.ConsigneeCity, o.ConsigneeName, "", string(o.OrderWeight), decimal(o.ServiceID),
		},
		version: version, status: o.StatusCode, tracker: o.TrackerStatusCode,
	}
}

// list views orders by their numbers.
func (c *caller) list(ctx context.Context) error {
	_, err := c.look(ctx, c.draw(c.rng, len(c.slots), anyOrder), true)
	return err
}

// page views the newest orders, of which some are on the desk.
func (c *caller) page(ctx context.Context) error {
	_, err := c.look(ctx, c.draw(c.rng, len(c.slots), anyOrder), false)
	return err
}

// look views orders by number, or on the page of the newest orders, which does not have all. It reports whether there was a
// response.
func (c *caller) look(ctx context.Context, numbers []string, all bool) (seen bool, err error) {
	filter := client.Filter{}
	if all {
		filter.TrackingNos = numbers
	}
	began := now()
	page, err := c.reader().OrdersAfter(ctx, filter)
	if err != nil {
		_, err = c.failed(ctx, err)
		return false, err
	}
	found := make(map[string]client.Order)
	for _, o := range page.Results {
		found[o.TrackingNo] = o
	}
	for _, no := range numbers {
		out := output{outcome: notFound}
		if o, known := found[no]; known {
			out = output{outcome: done, row: rowOf(o, anyVersion)}
		}
		if all || out.outcome == done {
			c.note(no, began, input{act: actView, version: anyVersion}, out)
		}
	}
	return true, nil
}

// pageSize is how many orders a page has.
const pageSize = 50

// viewAll views all orders.
func (c *caller) viewAll(ctx context.Context) error {
	c.fresh = true
	for numbers := range slices.Chunk(c.numbers, pageSize) {
		if seen, err := c.look(ctx, numbers, true); err != nil || !seen {
			return errors.Join(err, errors.New("there is no response although nothing is killed"))
		}
	}
	return nil
}
