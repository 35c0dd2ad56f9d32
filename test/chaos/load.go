package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"waybill/client"
)

// clients is how many requests are under way at once.
const clients = 16

// secondThoughts is after how long every other request has its orders cancelled: the courier
// has most of them by then. The others are cancelled at once.
const secondThoughts = 2 * time.Second

// repeatPause is how long a client waits before it repeats, at the other server.
const repeatPause = 50 * time.Millisecond

// load is what the client did.
type load struct {
	*house
	requests []*request
	repeats  atomic.Int64 // requests sent again because there was no answer, or a later one
	replayed atomic.Int64 // creates whose first attempt had done the work
	doubted  atomic.Int64 // creates that were repeated after their answer
	underWay atomic.Int64 // requests that have no answer yet
}

// send sends all requests at the pace, has each answered, and does with its orders what they
// are planned for.
func (l *load) send(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	queue := make(chan int)
	var workers sync.WaitGroup
	for range clients {
		workers.Go(func() {
			for n := range queue {
				if err := l.serve(ctx, n); err != nil {
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

// gulp is how much of the pace is sent at once: servers are killed while they are busy.
const gulp = time.Second

// feed hands out the requests at the pace, in gulps.
func (l *load) feed(ctx context.Context, queue chan<- int) {
	defer close(queue)
	start, sent := time.Now(), 0
	for n, r := range l.requests {
		due := time.Duration(float64(sent) / l.pace * float64(time.Second))
		if pause(ctx, due.Truncate(gulp)-time.Since(start)) != nil {
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

// reported are the statuses that tracked orders go through.
var reported = []string{"PICKED_UP", "CROSS_BORDER_TRANSIT", "DELIVERY_IN_PROGRESS", "SUCCESS"}

// serve sees to one request and its orders.
func (l *load) serve(ctx context.Context, n int) error {
	r := l.requests[n]
	if err := l.create(ctx, n, r); err != nil {
		return err
	}
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
		if err := l.untilAnswered(ctx, n, func(server int) error { return l.track(ctx, server, status, numbers) }); err != nil {
			return err
		}
	}
	return nil
}

// cancel has a cancellation answered. The audit looks at what became of it.
func (l *load) cancel(ctx context.Context, n int, numbers []string) error {
	if n%2 == 1 {
		if err := pause(ctx, secondThoughts); err != nil {
			return err
		}
	}
	return l.untilAnswered(ctx, n, func(server int) error {
		_, err := l.shipper[server].CancelOrders(ctx, numbers)
		return err
	})
}

// create has a request answered. One in ten is sent once more, and must get the same answer.
func (l *load) create(ctx context.Context, n int, r *request) error {
	attempt := func(answer *client.CreateResult) error {
		return l.untilAnswered(ctx, n, func(server int) (err error) {
			*answer, err = l.shipper[server].CreateOrders(ctx, r.CreateRequest)
			return err
		})
	}
	if err := attempt(&r.answer); err != nil {
		return err
	}
	if r.answer.Replayed {
		l.replayed.Add(1)
	}
	if n%10 != 0 {
		return nil
	}
	l.doubted.Add(1)
	var again client.CreateResult
	if err := attempt(&again); err != nil {
		return err
	}
	for i, o := range again.Orders {
		if o.TrackingNo != r.answer.Orders[i].TrackingNo || !again.Replayed {
			return fmt.Errorf("request %s was answered as %+v, and then as %+v", r.IdempotencyKey, r.answer, again)
		}
	}
	return nil
}

// untilAnswered sends a request to one server and the other, until one answers it. It returns
// an error for an answer that no repetition changes, and when ctx ends.
func (l *load) untilAnswered(ctx context.Context, n int, send func(server int) error) error {
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

// final reports whether an error would come again.
func final(err error) bool {
	if _, invalid := errors.AsType[*client.ValidationError](err); invalid {
		return true
	}
	answered, ok := errors.AsType[*client.Error](err)
	return ok && answered.StatusCode < http.StatusInternalServerError &&
		answered.StatusCode != http.StatusConflict && answered.StatusCode != http.StatusTooManyRequests
}

// track reports a status of parcels, as an operator's scanners do.
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
	url := "http://" + l.servers[server].address + "/api/operator/tracking/"
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

// pause waits, unless ctx ends first.
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
