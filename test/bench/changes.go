package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"

	"waybill/client"
)

const (
	// changedAtOnce is how many orders a request changes: the most that one may.
	changedAtOnce = 200
	// besideChanges is how many orders are created while a change to many runs, compared to none.
	besideChanges = 0.95
)

// measureChanges compares creates with creates while fields of many orders are changed, a request after the other.
func (b *bench) measureChanges(ctx context.Context) error {
	return b.withServer(ctx, "changes", func(s *server, _ database) error {
		var reference atomic.Int64
		for range changedAtOnce / bulkOrders {
			if err := createOne(ctx, s.address, &reference); err != nil {
				return err
			}
		}
		c, err := newChange(ctx, s.address)
		if err != nil {
			return err
		}
		creates, hangUpAll := newCreates(ctx, "no change", s.address, singleConnections, 1, &reference)
		defer hangUpAll()
		changes := &beside{do: func() (int, error) { return c.change(ctx) }}
		const while = ", while orders are changed"
		if err := b.compareBeside(ctx, "1 order a request, c=64"+while, "the changes", creates, changes, besideChanges); err != nil {
			return err
		}
		bulk, hangUpBulk := newCreates(ctx, "no change", s.address, bulkConnections, bulkOrders, &reference)
		defer hangUpBulk()
		return b.compareBeside(ctx, "100 orders a request, c=4"+while, "the changes", bulk, changes, besideChanges)
	})
}

// beside is work that is done beside creates.
type beside struct {
	every time.Duration       // from the beginning of one piece to that of the next; 0: one follows the other
	do    func() (int, error) // does a piece, and returns how many things it did
}

// compareBeside compares creates with creates while other work is done.
func (b *bench) compareBeside(ctx context.Context, work, other string, creates contender, o *beside, atLeastOf float64) error {
	b.say("%s, and without", work)
	var rounds [2][]figure
	var rates []float64
	for round := range 1 + b.rounds {
		alone, err := creates.measure(ctx, b.round)
		if err != nil {
			return err
		}
		stop := o.start()
		while, err := creates.measure(ctx, b.round)
		rate, otherErr := stop()
		if err := errors.Join(err, otherErr); err != nil {
			return err
		}
		if round > 0 { // the first warms up
			rounds[0], rounds[1], rates = append(rounds[0], while), append(rounds[1], alone), append(rates, rate)
		}
	}
	figures := [2]figure{inTheMiddle(rounds[0]), inTheMiddle(rounds[1])}
	b.report.compare(work, perSecond("orders", figures[0]), latencies(figures[0]),
		creates.name, perSecond("orders", figures[1]), figures[0].beside(figures[1]), atLeast(atLeastOf))
	b.report.add(work+": "+other, fmt.Sprintf("%.1f a second", middle(rates)), "", "", "", "", "", "")
	return nil
}

// start does the work until the returned function is called, which returns how many things were done in a second.
func (o *beside) start() (stop func() (rate float64, err error)) {
	over, failed := make(chan struct{}), make(chan error, 1)
	begun, done := time.Now(), 0
	go func() {
		for next := begun; ; next = next.Add(o.every) {
			select {
			case <-over:
				failed <- nil
				return
			case <-time.After(time.Until(next)):
			}
			n, err := o.do()
			if err != nil {
				failed <- err
				return
			}
			done += n
		}
	}()
	return func() (float64, error) {
		close(over)
		err := <-failed
		return float64(done) / time.Since(begun).Seconds(), err
	}
}

// change changes the same orders again and again.
type change struct {
	sdk     *client.Client
	numbers []string
	times   int
}

func newChange(ctx context.Context, address string) (*change, error) {
	sdk, err := client.New("http://"+address+"/api", secretKey)
	if err != nil {
		return nil, err
	}
	c := &change{sdk: sdk}
	for o, err := range sdk.AllOrders(ctx, client.Filter{}) {
		if err != nil {
			return nil, err
		}
		if c.numbers = append(c.numbers, o.TrackingNo); len(c.numbers) == changedAtOnce {
			break
		}
	}
	return c, nil
}

// change changes the orders once.
func (c *change) change(ctx context.Context) (int, error) {
	c.times++
	results, err := c.sdk.EditOrders(ctx, c.numbers, map[string]any{"pickup_notes": "Gate " + strconv.Itoa(c.times)}, false)
	if err == nil && results[0].Result != client.EditChanged {
		err = fmt.Errorf("an order is not changed: %+v", results[0])
	}
	return len(results), err
}
