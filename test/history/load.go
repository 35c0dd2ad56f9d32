package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"waybill/client"
	"waybill/internal/partner/simulated"
	"waybill/test/harness"
)

const (
	clients    = 8 // that call at the same time
	liveOrders = 4 // that they share
	// restartPause is the wait of a client that has not reached a server.
	restartPause = 10 * time.Millisecond
	ordersLife   = 40             // calls about an order, before another one takes its place
	laggingLife  = 4 * ordersLife // the same, so that a standby has the order
	// Streams of random numbers; a client has that of its number.
	partnerStream = 1000
	killStream    = 1001
	// laggingWrites is how many writes come to one of the server that reads from a standby.
	laggingWrites = 300
)

// desk is the orders that the clients share now.
type desk struct {
	mu      sync.Mutex
	life    int
	numbers [liveOrders]string
	drawn   [liveOrders]int
	made    int
}

// draw picks some of the orders, each another one.
func (d *desk) draw(rng *rand.Rand, most int) (numbers []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, i := range rng.Perm(liveOrders)[:1+rng.IntN(most)] {
		if d.drawn[i]++; d.numbers[i] == "" || d.drawn[i] > d.life {
			d.made++
			d.numbers[i], d.drawn[i] = fmt.Sprintf("HISTORY%06d", d.made), 0
		}
		numbers = append(numbers, d.numbers[i])
	}
	return numbers
}

// all are the tracking numbers of all orders so far.
func (d *desk) all() (numbers []string) {
	for i := range d.made {
		numbers = append(numbers, fmt.Sprintf("HISTORY%06d", i+1))
	}
	return numbers
}

// caller is a client. It is for one goroutine.
type caller struct {
	*cluster
	id       int
	rng      *rand.Rand
	versions map[string]int64      // that it has seen last, by tracking number
	repeat   *client.CreateRequest // a create whose response was lost
	via      int                   // the server of the call under way
	fresh    bool                  // it asks no server that reads from a standby
}

// unique numbers the values that the callers make.
var unique atomic.Int64

// choices are the actions of a caller, with their weights.
var choices = []struct {
	weight int
	call   func(*caller, context.Context) error
}{
	{12, (*caller).create},
	{30, (*caller).edit},
	{3, (*caller).cancel},
	{8, (*caller).hold},
	{10, (*caller).release},
	{30, (*caller).view},
	{12, (*caller).list},
	{5, (*caller).page},
}

// run calls until ctx ends.
func (c *caller) run(ctx context.Context) error {
	total := 0
	for _, choice := range choices {
		total += choice.weight
	}
	for ctx.Err() == nil {
		n := c.rng.IntN(total)
		for _, choice := range choices {
			if n -= choice.weight; n < 0 {
				if err := choice.call(c, context.WithoutCancel(ctx)); err != nil {
					return err
				}
				break
			}
		}
	}
	return nil
}

// reader and writer are the SDK of one of the servers. One that reads from a standby is seldom asked to write: what an account has
// written there, it reads from the primary for a while.
func (c *caller) reader() *client.Client {
	if c.via = c.rng.IntN(len(c.sdks)); c.fresh && c.via == c.lagging {
		c.via = (c.via + 1) % len(c.sdks)
	}
	return c.sdks[c.via]
}

func (c *caller) writer() *client.Client {
	if c.via = c.rng.IntN(len(c.sdks)); c.via == c.lagging && c.rng.IntN(laggingWrites) > 0 {
		c.via = (c.via + 1) % len(c.sdks)
	}
	return c.sdks[c.via]
}

// note records a call.
func (c *caller) note(no string, began int64, in input, out output) {
	in.server = c.via
	if (in.act == actView || in.act == actDetail) && c.via == c.lagging {
		c.glance(no, began, in, out)
		return
	}
	c.record(no, c.id, began, in, out)
}

// newValue is a value that no other call sends.
func newValue(kind string) string { return fmt.Sprintf("%s %d", kind, unique.Add(1)) }

// newName is a consignee whose name scripts what the partner does, as it mostly accepts.
func (c *caller) newName() string {
	scripts := []string{"", "", simulated.ScriptFlaky, simulated.ScriptFlaky, simulated.ScriptFail, simulated.ScriptKeep}
	return strings.TrimSpace(newValue("Susan") + " " + scripts[c.rng.IntN(len(scripts))])
}

func (c *caller) newOrder(no string) client.NewOrder {
	o := harness.NewOrder(c.services[c.rng.IntN(len(c.services))])
	o.TrackingNo, o.ShipperOrderID, o.ConsigneeCity, o.PickupNotes = no, newValue("R"), newValue("City"), newValue("Note")
	o.ConsigneeName = c.newName()
	return o
}

// create creates orders, or repeats a create whose response was lost. All orders of a request are created or none.
func (c *caller) create(ctx context.Context) error {
	request := c.repeat
	if c.repeat = nil; request == nil {
		request = &client.CreateRequest{IdempotencyKey: newValue("key")[4:], Blocking: c.rng.IntN(4) == 0}
		for _, no := range c.draw(c.rng, 3) {
			request.Orders = append(request.Orders, c.newOrder(no))
		}
	}
	began := c.now()
	result, err := c.writer().CreateOrders(ctx, *request)
	outcome := done
	invalid, isInvalid := errors.AsType[*client.ValidationError](err)
	switch {
	case err == nil && result.Replayed:
		outcome = replayed
	case isInvalid:
		outcome = taken
	case err != nil:
		if outcome, err = c.failed(ctx, err); err != nil || outcome == "" {
			return err
		}
		c.repeat = request
	}
	for i, o := range request.Orders {
		if isInvalid && !isTaken(invalid, i) {
			continue // it is not created because another one is not
		}
		c.note(o.TrackingNo, began, input{
			act: actCreate, key: request.IdempotencyKey, partner: o.ServiceID == c.services[0], version: anyVersion,
			values: values{o.ShipperOrderID, o.ConsigneeCity, o.ConsigneeName, o.PickupNotes},
		}, output{outcome: outcome})
	}
	return nil
}

// isTaken reports whether the tracking number of an order exists.
func isTaken(invalid *client.ValidationError, order int) bool {
	for _, p := range invalid.Problems {
		if p.Order == order && p.Field == "tracking_no" {
			return true
		}
	}
	return false
}

// conflicts are the outcomes of edits by the beginning of the message.
var conflicts = map[string]string{
	"The order is cancelled":                 isOver,
	"The partner has the order":              atPartner,
	"The order is being submitted":           unclear,
	"It is not known yet whether":            unclear,
	"The order was changed at the same time": "", // often: nothing is done
	"A request with this Idempotency-Key":    "", // of a create that another server has not finished
}

// edit changes some fields of an order, half of the time only the version that this client has seen.
func (c *caller) edit(ctx context.Context) error {
	no := c.draw(c.rng, 1)[0]
	in, fields := input{act: actEdit, version: anyVersion}, make(map[string]any)
	for _, f := range []struct {
		field string
		of    *string
		value func() string
	}{
		{"shipper_order_id", &in.reference, func() string { return newValue("R") }},
		{"consignee_city", &in.city, func() string { return newValue("City") }},
		{"consignee_name", &in.name, c.newName},
		{"pickup_notes", &in.notes, func() string { return newValue("Note") }},
	} {
		if c.rng.IntN(2) == 0 || f.field == "shipper_order_id" {
			*f.of = f.value()
			fields[f.field] = *f.of
		}
	}
	if version, seen := c.versions[no]; seen && c.rng.IntN(2) == 0 {
		in.version = version
	}
	began := c.now()
	detail, err := c.writer().EditOrder(ctx, no, in.version, fields)
	outcome := done
	if err != nil {
		if outcome, err = c.failed(ctx, err); err != nil || outcome == "" {
			return err
		}
	}
	c.note(no, began, in, output{outcome: outcome})
	if outcome == done {
		c.see(no, began, detail)
	}
	return nil
}

// cancel cancels orders.
func (c *caller) cancel(ctx context.Context) error {
	numbers, began := c.draw(c.rng, 2), c.now()
	results, err := c.writer().CancelOrders(ctx, numbers)
	outcome := ""
	if err != nil {
		if outcome, err = c.failed(ctx, err); err != nil || outcome == "" {
			return err
		}
	}
	words := map[client.CancelResult]string{
		client.CancelDone: isOver, client.CancelPending: asked, client.CancelRefused: refused, client.CancelNotFound: notFound,
	}
	for i, no := range numbers {
		if outcome != lost {
			outcome = words[results[i].Result]
		}
		c.note(no, began, input{act: actCancel, version: anyVersion}, output{outcome: outcome})
	}
	return nil
}

// hold holds orders.
func (c *caller) hold(ctx context.Context) error {
	reason := newValue("Reason")
	return c.changeHolds(ctx, input{act: actHold, version: anyVersion, reason: reason}, func(numbers []string) ([]client.HeldOrder, error) {
		return c.writer().HoldOrders(ctx, numbers, reason, false)
	})
}

// release releases orders.
func (c *caller) release(ctx context.Context) error {
	return c.changeHolds(ctx, input{act: actRelease, version: anyVersion}, func(numbers []string) ([]client.HeldOrder, error) {
		return c.writer().ReleaseOrders(ctx, numbers, false)
	})
}

func (c *caller) changeHolds(ctx context.Context, in input, call func(numbers []string) ([]client.HeldOrder, error)) error {
	numbers, began := c.draw(c.rng, 2), c.now()
	results, err := call(numbers)
	outcome := ""
	if err != nil {
		if outcome, err = c.failed(ctx, err); err != nil || outcome == "" {
			return err
		}
	}
	words := map[string]string{
		client.HoldHeld: done, client.HoldReleased: done, client.HoldUnchanged: unchanged, client.HoldRefused: refused,
		client.HoldNotFound: notFound,
	}
	for i, no := range numbers {
		if outcome != lost {
			outcome = words[results[i].Result]
		}
		c.note(no, began, in, output{outcome: outcome})
	}
	return nil
}

// view views an order by its number.
func (c *caller) view(ctx context.Context) error {
	no, began := c.draw(c.rng, 1)[0], c.now()
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
	return nil
}

// see records a view by number.
func (c *caller) see(no string, began int64, shown client.OrderDetail) {
	c.versions[no] = shown.Version()
	out := output{outcome: done, row: rowOf(shown.Order, shown.Version())}
	if out.row.notes = shown.PickupNotes; shown.Hold != nil {
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
		values:  values{o.ShipperOrderID, o.ConsigneeCity, o.ConsigneeName, ""},
		version: version, status: o.StatusCode, tracker: o.TrackerStatusCode,
	}
}

// list views orders by their numbers.
func (c *caller) list(ctx context.Context) error { return c.look(ctx, c.draw(c.rng, liveOrders), true) }

// page views the newest orders, of which some are on the desk.
func (c *caller) page(ctx context.Context) error {
	return c.look(ctx, c.draw(c.rng, liveOrders), false)
}

// look views orders by number, or on the page of the newest orders, which does not have all.
func (c *caller) look(ctx context.Context, numbers []string, all bool) error {
	filter := client.Filter{}
	if all {
		filter.TrackingNos = numbers
	}
	began := c.now()
	page, err := c.reader().OrdersAfter(ctx, filter)
	if err != nil {
		_, err = c.failed(ctx, err)
		return err
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
	return nil
}

// failed is the outcome of a call that failed, "" if nothing was done. It returns errors that no call may get.
func (c *caller) failed(ctx context.Context, err error) (outcome string, _ error) {
	if network, ok := errors.AsType[*net.OpError](err); ok && network.Op == "dial" {
		return "", pause(ctx, restartPause) // the server is being restarted
	}
	if _, invalid := errors.AsType[*client.ValidationError](err); invalid {
		return "", err
	}
	response, ok := errors.AsType[*client.Error](err)
	switch {
	case !ok || response.StatusCode >= http.StatusInternalServerError:
		return lost, nil
	case response.StatusCode == http.StatusPreconditionFailed:
		return changed, nil
	case response.StatusCode == http.StatusNotFound:
		return notFound, nil
	case response.StatusCode == http.StatusConflict:
		for beginning, outcome := range conflicts {
			if strings.HasPrefix(response.Detail, beginning) {
				return outcome, nil
			}
		}
	}
	return "", err
}

// pause waits. It returns an error if ctx ends first.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
