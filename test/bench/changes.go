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
		if err := b.compareChanges(ctx, "1 order a request, c=64", creates, c); err != nil {
			return err
		}
		bulk, hangUpBulk := newCreates(ctx, "no change", s.address, bulkConnections, bulkOrders, &reference)
		defer hangUpBulk()
		return b.compareChanges(ctx, "100 orders a request, c=4", bulk, c)
	})
}

func (b *bench) compareChanges(ctx context.Context, work string, creates contender, c *change) error {
	b.say("%s, with a change to many and without", work)
	var rounds [2][]figure
	var changed []float64
	for round := range 1 + b.rounds {
		alone, err := creates.measure(ctx, b.round)
		if err != nil {
			return err
		}
		stop := c.start(ctx)
		beside, err := creates.measure(ctx, b.round)
		rate, changeErr := stop()
		if err := errors.Join(err, changeErr); err != nil {
			return err
		}
		if round > 0 { // the first warms up
			rounds[0], rounds[1], changed = append(rounds[0], beside), append(rounds[1], alone), append(changed, rate)
		}
	}
	figures := [2]figure{inTheMiddle(rounds[0]), inTheMiddle(rounds[1])}
	b.report.compare(work+", while orders are changed", perSecond("orders", figures[0]), latencies(figures[0]),
		creates.name, perSecond("orders", figures[1]), figures[0].beside(figures[1]), atLeast(besideChanges))
	b.report.add(work+", the changes", perSecond("orders", figure{rate: middle(changed)}).text, "", "", "", "", "", "")
	return nil
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

// start changes the orders until the returned function is called, which returns how many were changed in a second.
func (c *change) start(ctx context.Context) (stop func() (rate float64, err error)) {
	over, done := make(chan struct{}), make(chan error, 1)
	begun, changed := time.Now(), 0
	go func() {
		for {
			select {
			case <-over:
				done <- nil
				return
			default:
			}
			c.times++
			results, err := c.sdk.EditOrders(ctx, c.numbers, map[string]any{"pickup_notes": "Gate " + strconv.Itoa(c.times)}, false)
			if err == nil && results[0].Result != client.EditChanged {
				err = fmt.Errorf("an order is not changed: %+v", results[0])
			}
			if err != nil {
				done <- err
				return
			}
			changed += len(results)
		}
	}()
	return func() (float64, error) {
		close(over)
		err := <-done
		return float64(changed) / time.Since(begun).Seconds(), err
	}
}
