package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"waybill/client"
)

// clients is the number of requests under way at once.
const clients = 16

const (
	// cancelDelay is the wait before the orders of every other request are cancelled: the partner has most of
	// them by then. The others are cancelled at once.
	cancelDelay = 2 * time.Second
	// cancelLooks is how often more such a request waits until the partner has one of the orders, on a slow machine.
	cancelLooks = 60
)

// repeatPause is the wait of a client before it repeats a request at the other server.
const repeatPause = 50 * time.Millisecond

// load sends the requests, and counts.
type load struct {
	*cluster
	requests []*request
	repeats  atomic.Int64 // requests sent again without a response, or after one that asks for it
	replayed atomic.Int64 // creates whose first attempt had done the work
	resent   atomic.Int64 // creates that were repeated after their response
	underWay atomic.Int64 // requests without a response yet
}

// send sends all requests at the pace, repeats each until it has a response, and carries out the plans of
// its orders.
func (l *load) send(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	queue := make(chan int)
	var workers sync.WaitGroup
	for range clients {
		workers.Go(func() {
			for n := range queue {
				if err := l.perform(ctx, n); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	l.feed(ctx, queue)
	workers.Wait()
	return context.Cause(ctx)
}

// burst is the time whose share of the requests is sent at once: servers are killed while they are busy.
const burst = time.Second

// feed hands out the requests at the pace, in bursts.
func (l *load) feed(ctx context.Context, queue chan<- int) {
	defer close(queue)
	start, sent := time.Now(), 0
	for n, r := range l.requests {
		due := time.Duration(float64(sent) / l.pace * float64(time.Second))
		if pause(ctx, due.Truncate(burst)-time.Since(start)) != nil {
			return
		}
		select {
		case queue <- n:
		case <-ctx.Done():
			return
		}
		sent += len(r.Orders)
	}
}

// reported are the statuses of tracked orders, in order.
var reported = []string{"PICKED_UP", "CROSS_BORDER_TRANSIT", "DELIVERY_IN_PROGRESS", "SUCCESS"}

// perform sends one request, and carries out the plans of its orders while they are edited, held and released.
func (l *load) perform(ctx context.Context, n int) error {
	r := l.requests[n]
	if err := l.create(ctx, n, r); err != nil {
		return err
	}
	edited, held := l.startEdits(ctx, n, r), l.startHold(ctx, n, r)
	return errors.Join(l.carryOut(ctx, n, r), edited(), held())
}

// carryOut carries out the plans of a request's orders.
func (l *load) carryOut(ctx context.Context, n int, r *request) error {
	if numbers := r.planned(planCancel); numbers != nil {
		if err := l.cancel(ctx, n, numbers); err != nil {
			return err
		}
	}
	numbers := r.planned(planTrack)
	if numbers == nil {
		return nil
	}
	for _, status := range reported {
		if err := l.repeat(ctx, n, func(server int) error { return l.track(ctx, server, status, numbers) }); err != nil {
			return err
		}
	}
	return nil
}

// cancel cancels orders. The audit looks at the outcome.
func (l *load) cancel(ctx context.Context, n int, numbers []string) error {
	atPartner := func(no string) bool { return l.requests[n].order(no).ServiceID == l.service.partner }
	submitted := n%2 == 0 || !slices.ContainsFunc(numbers, atPartner)
	for look := 0; !submitted && look <= cancelLooks; look++ {
		if err := pause(ctx, cancelDelay); err != nil {
			return err
		}
		err := l.repeat(ctx, n, func(server int) error {
			page, err := l.shipper[server].OrdersAfter(ctx, client.Filter{TrackingNos: numbers, StatusCode: "SUBMITTED"})
			submitted = len(page.Results) > 0
			return err
		})
		if err != nil {
			return err
		}
	}
	return l.repeat(ctx, n, func(server int) error {
		_, err := l.shipper[server].CancelOrders(ctx, numbers)
		return err
	})
}

// create sends a request until it has a response. One in ten is sent once more, and must get the same
// response.
func (l *load) create(ctx context.Context, n int, r *request) error {
	attempt := func(response *client.CreateResult) error {
		return l.repeat(ctx, n, func(server int) (err error) {
			*response, err = l.shipper[server].CreateOrders(ctx, r.CreateRequest)
			return err
		})
	}
	if err := attempt(&r.response); err != nil {
		return err
	}
	if r.response.Replayed {
		l.replayed.Add(1)
	}
	if n%10 != 0 {
		return nil
	}
	l.resent.Add(1)
	var again client.CreateResult
	if err := attempt(&again); err != nil {
		return err
	}
	for i, o := range again.Orders {
		if o.TrackingNo != r.response.Orders[i].TrackingNo || !again.Replayed {
			return fmt.Errorf("request %s got the response %+v, and then %+v", r.IdempotencyKey, r.response, again)
		}
	}
	return nil
}

// repeat sends a request to the servers in turn, until it succeeds. It returns an error for a response that
// no repetition changes, and when ctx ends.
func (l *load) repeat(ctx context.Context, n int, send func(server int) error) error {
	for {
		l.underWay.Add(1)
		err := send(n % len(l.servers))
		l.underWay.Add(-1)
		if err == nil || ctx.Err() != nil {
			return err
		}
		if final(err) {
			return fmt.Errorf("request %d: %w", n, err)
		}
		l.repeats.Add(1)
		if err := pause(ctx, repeatPause); err != nil {
			return err
		}
		n++
	}
}

// final reports whether a repetition would get the same error.
func final(err error) bool {
	if _, invalid := errors.AsType[*client.ValidationError](err); invalid {
		return true
	}
	response, ok := errors.AsType[*client.Error](err)
	return ok && response.StatusCode < http.StatusInternalServerError &&
		response.StatusCode != http.StatusConflict && response.StatusCode != http.StatusTooManyRequests
}

// track reports a status of parcels, as the scanners of an operator do.
func (l *load) track(ctx context.Context, server int, status string, numbers []string) error {
	type report struct {
		TrackingNo string `json:"tracking_no"`
		Status     string `json:"status"`
		EventID    string `json:"event_id"`
	}
	var message struct {
		Events []report `json:"events"`
	}
	for _, no := range numbers {
		message.Events = append(message.Events, report{no, status, no + "/" + status})
	}
	body, err := json.Marshal(message)
	if err != nil {
		return err
	}
	url := "http://" + l.servers[server].Address + "/api/operator/tracking/"
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+l.operatorKey)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = &client.Error{StatusCode: res.StatusCode, Detail: string(text)}
	}
	return err
}

// pause waits. It returns an error if ctx ends first.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(max(0, d))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
