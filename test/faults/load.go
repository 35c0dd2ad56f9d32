package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"waybill/client"
)

const (
	clients     = 12 // that call at the same time
	hotOrders   = 4  // that they share, each for many calls
	warmOrders  = 4  // the same, for some calls
	hotLife     = 40 // calls about a hot order, before another one takes its place
	warmLife    = 8
	laggingLife = 4 // times as many, so that a standby has the order
	// restartPause is the wait of a client that has not reached a server.
	restartPause = 10 * time.Millisecond
	// laggingWrites is how many writes come to one of the server that reads from a standby.
	laggingWrites = 300
	// Streams of random numbers; a client has that of its number.
	killStream, releaseStream, viewStream = 1001, 1002, 1003
)

// operation is something that clients do.
type operation struct {
	weight int // how often it is done, compared with the others
	call   func(*caller, context.Context) error
	// expected are acts and outcomes without which a run checks too little.
	expected []string
}

// operations are all of them.
var operations = []operation{
	{6, (*caller).create, []string{"create: done", "create: replayed"}},
	{9, (*caller).createHot, []string{"create: taken"}},
	{30, (*caller).edit, []string{
		"edit: done", "edit of a version: done", "edit of a version: changed", "edit: cancelled", "edit: under way",
		"edit: partner has it", "edit: picked up", "edit: invalid",
	}},
	{3, (*caller).cancel, []string{"cancel: cancelled", "cancel: cancelling", "partner cancel: done"}},
	{8, (*caller).hold, []string{"hold: done", "hold: refused"}},
	{10, (*caller).release, []string{"release: done", "release: unchanged"}},
	{6, (*caller).track, []string{"track as PICKED_UP: done", "track as SUCCESS: done"}},
	{30, (*caller).view, []string{"view by number: done", "view by number: not found"}},
	{12, (*caller).list, []string{"view: done", "view: not found"}},
	{5, (*caller).page, []string{"partner submit: done", "partner submit: temporary"}},
}

// least is how often each of them must happen.
const least = 3

// missing returns the expected outcomes that have not happened often enough.
func (c *cluster) missing() (missing []string) {
	find := func() {
		counts := c.tally()
		missing = nil
		for _, o := range operations {
			missing = append(missing, slices.DeleteFunc(slices.Clone(o.expected), func(what string) bool { return counts[what] >= least })...)
		}
	}
	isPartner := func(what string) bool { return strings.HasPrefix(what, "partner") }
	if find(); missing != nil && !slices.ContainsFunc(missing, func(what string) bool { return !isPartner(what) }) {
		// The record of the partner is read only when it alone is missing: it is long.
		if err := c.readPartner(c.path(partnerJournal)); err != nil {
			return []string{err.Error()}
		}
		find()
	}
	if c.db.standby != nil && c.checkGlances().old == 0 {
		missing = append(missing, "a view by a standby that is older than an acknowledged change")
	}
	return missing
}

// desk is the orders that the clients share now.
type desk struct {
	mu       sync.Mutex
	slots    [hotOrders + warmOrders]slot
	life     int            // times as long
	waiting  []string       // created orders that come on the desk
	numbers  []string       // of all orders, also of those that nobody created
	count    int            // of orders that are created
	made     atomic.Int64   // numbers that were made
	versions sync.Map       // that clients saw last, by tracking number
	reports  map[string]int // of the next status that is reported, by tracking number
	texts    atomic.Int64   // texts that no other call sends
	keys     atomic.Int64   // of creates
	stats    map[string]int // what happened besides the calls
}

// slot is a place on the desk.
type slot struct {
	number string
	left   int // calls until another order takes the place
}

func newDesk(lagging bool) *desk {
	d := &desk{life: 1, reports: make(map[string]int), stats: make(map[string]int)}
	if lagging {
		d.life = laggingLife
	}
	return d
}

// draw picks at most so many of the orders that fit, each another one.
func (d *desk) draw(rng *rand.Rand, most int, fits func(no string) bool) (numbers []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	want := 1 + rng.IntN(most)
	for _, i := range rng.Perm(len(d.slots)) {
		s := &d.slots[i]
		if s.left == 0 {
			d.fill(s, i < hotOrders)
		}
		if s.number != "" && fits(s.number) && len(numbers) < want {
			s.left--
			numbers = append(numbers, s.number)
		}
	}
	return numbers
}

// fill puts another order in a place: one whose number no order has yet, or one that waits.
func (d *desk) fill(s *slot, hot bool) {
	*s = slot{}
	switch {
	case hot:
		*s = slot{d.newNumber(hotNumber), hotLife * d.life}
		d.numbers = append(d.numbers, s.number)
	case len(d.waiting) > 0:
		*s = slot{d.waiting[0], warmLife * d.life}
		d.waiting = d.waiting[1:]
	}
}

// The kinds of tracking numbers that clients bring.
const hotNumber, ownNumber = "HOT", "OWN"

func (d *desk) newNumber(kind string) string { return fmt.Sprintf("%s%08d", kind, d.made.Add(1)) }

func isHot(no string) bool { return strings.HasPrefix(no, hotNumber) }

// isTracked reports whether statuses of an order are reported. The others may be cancelled.
func isTracked(no string) bool {
	sum := 0
	for _, b := range []byte(no) {
		sum += int(b)
	}
	return sum%3 == 0
}

func isNotTracked(no string) bool { return !isTracked(no) }

func anyOrder(string) bool { return true }

// mostWaiting is how many orders wait for a place on the desk: more would get it when their partner has long had them.
const mostWaiting = 8

// add adds created orders.
func (d *desk) add(numbers []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.count += len(numbers)
	for _, no := range numbers {
		if isHot(no) {
			continue
		}
		if d.numbers = append(d.numbers, no); len(d.waiting) < mostWaiting {
			d.waiting = append(d.waiting, no)
		}
	}
}

func (d *desk) created() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.count
}

// happened counts something that is no call.
func (d *desk) happened(what string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stats[what]++
}

// newValue is a value that no other call sends.
func (d *desk) newValue(kind string) string { return fmt.Sprintf("%s %d", kind, d.texts.Add(1)) }

// caller is a client. It is for one goroutine.
type caller struct {
	*cluster
	id    int
	rng   *rand.Rand
	via   int  // the server of the call under way
	fresh bool // it asks no server that reads from a standby
}

func (c *cluster) newCaller(id uint64) *caller {
	return &caller{cluster: c, id: int(id), rng: rand.New(rand.NewPCG(c.seed, id))} //nolint:gosec // a load, no secret
}

// run does operations until calling ends.
func (c *caller) run(ctx, calling context.Context) error {
	total := 0
	for _, o := range operations {
		total += o.weight
	}
	for calling.Err() == nil {
		n := c.rng.IntN(total)
		for _, o := range operations {
			if n -= o.weight; n < 0 {
				if err := o.call(c, ctx); err != nil {
					return err
				}
				break
			}
		}
	}
	return nil
}

// reader and writer choose one of the servers. One that reads from a standby is seldom asked to write: what an account has
// written there, it reads from the primary for a while.
func (c *caller) reader() *client.Client {
	if c.via = c.rng.IntN(len(c.servers)); c.fresh && c.via == c.lagging {
		c.via = (c.via + 1) % len(c.servers)
	}
	return c.shipper[c.via]
}

func (c *caller) writer() *client.Client {
	if c.via = c.rng.IntN(len(c.servers)); c.via == c.lagging && c.rng.IntN(laggingWrites) > 0 {
		c.via = (c.via + 1) % len(c.servers)
	}
	return c.shipper[c.via]
}

// note records a call that ends now.
func (c *caller) note(no string, began int64, in input, out output) {
	in.server = c.via
	made := call{c.id, began, now(), in, out}
	if out.outcome == lost {
		made.ended = math.MaxInt64 // it may be done later
	}
	c.history.mu.Lock()
	defer c.history.mu.Unlock()
	isView := in.act == actView || in.act == actDetail
	switch {
	case !isView || c.via != c.lagging:
		c.calls[no] = append(c.calls[no], made)
	case out.outcome == done: // what a standby does not find is looked up on the primary
		c.seen[no] = append(c.seen[no], made)
	}
}

// insist calls servers until there is a response. A call that may be repeated takes effect between the first attempt and the
// response, whichever attempt does it.
func (c *caller) insist(ctx context.Context, send func(sdk *client.Client) error) error {
	for {
		err := send(c.writer())
		if _, invalid := errors.AsType[*client.ValidationError](err); err == nil || invalid {
			return err
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if _, err := c.failed(ctx, err); err != nil {
			return err
		}
		c.happened("calls that were repeated without a response")
	}
}

// conflicts are the outcomes of edits by the beginning of the message.
var conflicts = map[string]string{
	"The order is cancelled":                 isOver,
	"The partner has the order":              atPartner,
	"The parcel was picked up":               pickedUp,
	"The order is being submitted":           unclear,
	"It is not known yet whether":            unclear,
	"The order was changed at the same time": "", // often: nothing is done
	"A request with this Idempotency-Key":    "", // of a create that another server has not finished
}

// failed is the outcome of a call that failed, "" if nothing was done. It returns errors that no call may get.
func (c *caller) failed(ctx context.Context, err error) (outcome string, _ error) {
	if network, ok := errors.AsType[*net.OpError](err); ok && network.Op == "dial" {
		return "", pause(ctx, restartPause) // the server is being restarted
	}
	if _, isInvalid := errors.AsType[*client.ValidationError](err); isInvalid {
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

// ofSeveral does the same to some orders, once. It reports whether there was a response.
func (c *caller) ofSeveral(ctx context.Context, in input, numbers []string, send func() ([]string, error)) (responded bool, err error) {
	if numbers == nil {
		return true, nil
	}
	began, outcome := now(), ""
	results, err := send()
	if err != nil {
		if outcome, err = c.failed(ctx, err); err != nil || outcome == "" {
			return false, err
		}
	}
	in.version = anyVersion
	for i, no := range numbers {
		if outcome != lost {
			outcome = words[results[i]]
		}
		c.note(no, began, in, output{outcome: outcome})
	}
	return outcome != lost, nil
}

// words are the outcomes by the results in responses.
var words = map[string]string{
	string(client.CancelDone): isOver, string(client.CancelPending): asked, string(client.CancelRefused): refused,
	client.HoldHeld: done, client.HoldReleased: done, client.HoldUnchanged: unchanged, client.HoldNotFound: notFound,
}
