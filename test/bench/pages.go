package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"waybill/test/harness"
)

const (
	pageSize = 50
	deepPage = 1000
)

// Targets of pages, as ratios.
const (
	ofRawPages     = 0.5 // of its throughput
	ofSmallData    = 1.1 // of the time with the fewest orders
	ofSmallCreates = 0.9 // of the rate with the fewest orders
	ofNoItems      = 2.2 // of the time without items
	ofFirstPage    = 1.2 // of its time: the same but for noise
)

// measurePages fills a server in steps and measures pages after each, then creates beside all that data. From the second
// step on it measures a server with the fewest orders in turn. The search index of both is held, so that the one that is
// behind after such a load takes nothing of the other's time: measureSearch measures it.
func (b *bench) measurePages(ctx context.Context) error {
	return b.withServer(ctx, "pages", func(s *server, d database) error {
		return b.withServer(ctx, "few", func(few *server, other database) error {
			if err := errors.Join(holdIndex(ctx, b.engine, d), holdIndex(ctx, b.engine, other)); err != nil {
				return err
			}
			r, err := newRawReader(b.engine, d)
			if err != nil {
				return err
			}
			defer func() { _ = r.close() }() // it has only read
			var reference, ofFew atomic.Int64
			if err := b.seed(ctx, few.address, b.sizes()[0], &ofFew); err != nil {
				return err
			}
			if err := settle(ctx, b.engine, other); err != nil {
				return err
			}
			for _, orders := range b.sizes() {
				if err := b.seed(ctx, s.address, orders, &reference); err != nil {
					return err
				}
				if err := settle(ctx, b.engine, d); err != nil {
					return err
				}
				if err := b.measureSize(ctx, s, few, r, orders); err != nil {
					return err
				}
			}
			if err := b.measureFullCreates(ctx, s, few, &reference, &ofFew); err != nil {
				return err
			}
			return b.reportMemory(s, "all of it")
		})
	})
}

// sizes are the numbers of orders that pages are measured with.
func (b *bench) sizes() []int {
	fewer := slices.DeleteFunc([]int{1000, 100_000}, func(n int) bool { return n >= b.rows })
	return append(fewer, b.rows)
}

// seed creates orders until there are so many: one account, references that rise.
func (b *bench) seed(ctx context.Context, address string, orders int, reference *atomic.Int64) error {
	before := int(reference.Load())
	missing := orders - before
	b.say("creating %s orders", harness.Thousands(missing))
	var left atomic.Int64
	left.Store(int64(missing / bulkOrders))
	creates, hangUpAll := newCreates(ctx, "seed", address, bulkConnections, bulkOrders, reference)
	defer hangUpAll()
	start := time.Now()
	errs := make(chan error, len(creates.workers))
	for _, work := range creates.workers {
		go func() {
			var err error
			for err == nil && ctx.Err() == nil && left.Add(-1) >= 0 {
				err = work()
			}
			errs <- errors.Join(err, ctx.Err())
		}()
	}
	var err error
	for range creates.workers {
		err = errors.Join(err, <-errs)
	}
	if missing >= 100*bulkOrders {
		rate := figure{rate: float64(missing) / time.Since(start).Seconds()}
		b.report.add(fmt.Sprintf("from %s to %s orders, 100 a request, c=4", harness.Thousands(before), harness.Thousands(orders)),
			perSecond("orders", rate).text, "", "", "", "", "", "")
	}
	return err
}

// kind is a way to ask for a page.
type kind struct {
	name    string
	query   string // of the request
	raw     rawPage
	ofFirst target // its time beside the first page's
	far     bool   // the fewest orders have no such page
}

const kindFirst = "first page"

// measureSize measures each kind of page with so many orders in the data.
func (b *bench) measureSize(ctx context.Context, s, few *server, r *rawReader, orders int) error {
	b.say("pages of 50 with %s orders, %d connections", harness.Thousands(orders), pageConnections)
	kinds, err := b.kinds(ctx, s.address, r, orders)
	if err != nil {
		return err
	}
	at := ", " + harness.Thousands(orders) + " orders"
	var firstPage figure
	for _, k := range kinds {
		product, raw, small, err := b.comparePages(ctx, s.address, few.address, r, k)
		if err != nil {
			return fmt.Errorf("%s: %w", k.name, err)
		}
		work, times := k.name+at, latencies(product)
		b.report.compare(work, perSecond("pages", product), times, "raw query", perSecond("pages", raw), product.beside(raw), atLeast(ofRawPages))
		if k.name == kindFirst {
			firstPage = product
		} else {
			b.report.compare(work, timeEach(product), times, kindFirst, timeEach(firstPage), firstPage.rate/product.rate, k.ofFirst)
		}
		if !k.far && orders > b.sizes()[0] {
			b.report.compare(work, timeEach(product), times, k.name+", fewest orders", timeEach(small),
				small.beside(product), atMost(ofSmallData))
		}
	}
	return nil
}

// kinds are what there is to measure with so many orders. Far pages need many, or there
// will be no more.
func (b *bench) kinds(ctx context.Context, address string, r *rawReader, orders int) ([]kind, error) {
	kinds := []kind{
		{name: kindFirst},
		{"first page with items", "&with_items=true", rawPage{items: true}, atMost(ofNoItems), false},
	}
	if orders < deepPage*pageSize && orders < b.rows {
		return kinds, nil
	}
	page := min(deepPage, orders/pageSize)
	skipped := (page - 1) * pageSize
	cursor, err := walk(ctx, address, page-1)
	if err != nil {
		return nil, fmt.Errorf("follow the cursor: %w", err)
	}
	after, err := r.position(ctx, skipped)
	if err != nil {
		return nil, fmt.Errorf("find the order before page %d: %w", page, err)
	}
	return append(kinds,
		kind{fmt.Sprintf("page %d", page), fmt.Sprintf("&page=%d", page), rawPage{offset: skipped}, target{}, true},
		kind{"cursor after " + harness.Thousands(skipped) + " orders", "&cursor=" + cursor, rawPage{after: after}, atMost(ofFirstPage), true},
	), nil
}

// walk follows the cursor over so many pages.
func walk(ctx context.Context, address string, pages int) (cursor string, err error) {
	conns := newConns(address, 1)
	defer hangUp(conns)
	for range pages {
		body, err := conns[0].fetch(ctx, viewRequest(address, "&cursor="+cursor))
		if err != nil {
			return "", err
		}
		var page struct {
			NextCursor string `json:"next_cursor"`
		}
		if err := json.Unmarshal(body, &page); err != nil {
			return "", err
		}
		if cursor = page.NextCursor; cursor == "" {
			return "", errors.New("the orders ended")
		}
	}
	return cursor, nil
}

// comparePages measures a kind of page, its query without the server and, unless it is far, the page of the fewest orders.
func (b *bench) comparePages(ctx context.Context, address, few string, r *rawReader, k kind) (product, raw, small figure, err error) {
	viaHTTP, hangUpProduct := newPages(ctx, "waybill", address, k.query)
	defer hangUpProduct()
	query := contender{name: "raw query", amount: 1}
	for range pageConnections {
		work, err := r.reader(ctx, k.raw)
		if err != nil {
			return product, raw, small, err
		}
		query.workers = append(query.workers, work)
	}
	all := []contender{viaHTTP, query}
	if !k.far {
		ofFew, hangUpFew := newPages(ctx, "waybill, fewest orders", few, k.query)
		defer hangUpFew()
		all = append(all, ofFew)
	}
	figures, err := compare(ctx, b.options, all...)
	if err != nil {
		return product, raw, small, err
	}
	return figures[0], figures[1], figures[len(figures)-1], nil
}

// newPages is a contender that asks for a page.
func newPages(ctx context.Context, name, address, query string) (contender, func()) {
	conns := newConns(address, pageConnections)
	c, request := contender{name: name, amount: 1}, viewRequest(address, query)
	for _, connection := range conns {
		c.workers = append(c.workers, func() error { return connection.send(ctx, request, 200) })
	}
	return c, func() { hangUp(conns) }
}

// measureFullCreates measures creates beside all the data there is now, and beside the fewest orders.
func (b *bench) measureFullCreates(ctx context.Context, s, few *server, reference, ofFew *atomic.Int64) error {
	b.say("creates beside %s orders", harness.Thousands(b.rows))
	beside := func(work string, connections, orders int) error {
		creates, hangUpAll := newCreates(ctx, work, s.address, connections, orders, reference)
		defer hangUpAll()
		small, hangUpFew := newCreates(ctx, work+", fewest orders", few.address, connections, orders, ofFew)
		defer hangUpFew()
		figures, err := compare(ctx, b.options, creates, small)
		if err != nil {
			return err
		}
		b.report.compare(work+", "+harness.Thousands(b.rows)+" orders", perSecond("orders", figures[0]), latencies(figures[0]),
			"fewest orders", perSecond("orders", figures[1]), figures[0].beside(figures[1]), atLeast(ofSmallCreates))
		return nil
	}
	if err := beside("1 order a request, c=64", singleConnections, 1); err != nil {
		return err
	}
	return beside("100 orders a request, c=4", bulkConnections, bulkOrders)
}
