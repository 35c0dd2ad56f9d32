package fulfil

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"

	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/throttle"
	"waybill/internal/tracing"
	"waybill/internal/webhook"
)

// concurrentDeliveries is how many requests to one endpoint run at once. Each endpoint has its own
// limit, so that a receiver that does not answer delays no other.
const concurrentDeliveries = 16

// gatherFor is how long to wait after a signal for further due deliveries, so that a stream of creates
// does not cause as many queries.
const gatherFor = 10 * time.Millisecond

const (
	// unsentWait is how long an event waits whose body could not be made.
	unsentWait = time.Minute
	// labelPatience is how long an event waits for its label. A lost file must not hold back
	// the order's later events for ever.
	labelPatience = 24 * time.Hour
)

// Deliverer delivers events to the endpoints of accounts. Safe for concurrent use.
type Deliverer struct {
	Config
	mu    sync.Mutex
	lanes map[int64]chan struct{} // of the endpoints that are being delivered to; a token says that more is due
}

// NewDeliverer makes a Deliverer that does nothing until Run.
func NewDeliverer(c Config) *Deliverer {
	return &Deliverer{Config: c, lanes: make(map[int64]chan struct{})}
}

// Run delivers what is due until ctx ends, then waits for the requests under way.
func (d *Deliverer) Run(ctx context.Context) {
	var lanes sync.WaitGroup
	defer lanes.Wait()
	poll := time.NewTicker(cmp.Or(d.PollEvery, pollEvery))
	defer poll.Stop()
	for {
		due, err := d.Store.Webhooks.DueEndpoints(ctx)
		throttle.LogFailure(ctx, d.Log, "look for due deliveries", err)
		for _, id := range due {
			if more, free := d.enter(id); free {
				lanes.Go(func() { d.deliverTo(ctx, id, more) })
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-d.Store.Webhooks.DeliveriesDue():
			throttle.Sleep(ctx, gatherFor)
		case <-poll.C:
		}
	}
}

// enter takes the lane of an endpoint if it is free. Otherwise it signals the lane that more is due.
func (d *Deliverer) enter(endpointID int64) (more chan struct{}, free bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	more, taken := d.lanes[endpointID]
	if !taken {
		more = make(chan struct{}, 1)
		d.lanes[endpointID] = more
		return more, true
	}
	throttle.Signal(more)
	return nil, false
}

// leave frees a lane, unless more became due there meanwhile.
func (d *Deliverer) leave(endpointID int64, more <-chan struct{}) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	select {
	case <-more:
		return false
	default:
		delete(d.lanes, endpointID)
		return true
	}
}

// deliverTo delivers to one endpoint until nothing is due there or ctx ends. It claims again when more
// is due, and when a request ends, which may have made the order's next event due.
func (d *Deliverer) deliverTo(ctx context.Context, endpointID int64, more <-chan struct{}) {
	ended := make(chan struct{}, concurrentDeliveries)
	for underWay := 0; ; {
		for _, delivery := range d.claim(ctx, endpointID, concurrentDeliveries-underWay) {
			underWay++
			go func() {
				defer func() { ended <- struct{}{} }()
				d.attempt(context.WithoutCancel(ctx), delivery)
			}()
		}
		if underWay == 0 {
			if d.leave(endpointID, more) {
				return
			}
			continue
		}
		select {
		case <-ended:
			underWay--
		case <-more:
		}
		for range len(ended) {
			<-ended
			underWay--
		}
	}
}

func (d *Deliverer) claim(ctx context.Context, endpointID int64, limit int) []store.Delivery {
	if limit == 0 || ctx.Err() != nil || d.Outgoing.Paused() {
		return nil
	}
	claimed, err := d.Store.Webhooks.ClaimDeliveries(ctx, d.Owner, endpointID, limit, d.Sender.Timeout+leaseMargin)
	throttle.LogFailure(ctx, d.Log, "claim deliveries", err, "endpoint_id", endpointID)
	return claimed
}

// attempt makes one attempt at a delivery that this process holds the lease of, and records the
// outcome. When the store fails, the event is sent again after the lease.
func (d *Deliverer) attempt(ctx context.Context, delivery store.Delivery) {
	start := d.Now()
	ctx, span := d.Tracer.Call(ctx, "webhook delivery")
	outcome := d.send(ctx, delivery)
	if at, err := url.Parse(delivery.URL); err == nil {
		span.SetAttributes(attribute.String("server.address", at.Hostname()))
	}
	span.SetAttributes(attribute.Int("waybill.attempt", delivery.Attempts), attribute.String("waybill.outcome", outcomeName(outcome)))
	tracing.End(span, outcome.State != store.DeliveryDelivered)
	disabled, err := d.Store.Webhooks.RecordDelivery(ctx, delivery, outcome)
	log := d.Log.With("endpoint_id", delivery.EndpointID, "event", delivery.Event.ID, "attempt", delivery.Attempts)
	switch {
	case err != nil && !errors.Is(err, store.ErrLeaseLost):
		log.ErrorContext(ctx, "delivery left to its lease", "error", err)
	case disabled:
		d.ObserveDisabled()
		log.WarnContext(ctx, "endpoint is disabled", "account_id", delivery.Event.AccountID, "reason", outcome.Error, "cause", outcome.Cause)
	case outcome.State != store.DeliveryDelivered:
		log.InfoContext(ctx, "event not delivered", "state", string(outcome.State), "reason", outcome.Error, "cause", outcome.Cause)
	}
	d.ObserveDelivery(outcomeName(outcome), d.Now().Sub(start))
}

// outcomeName is an outcome in one word.
func outcomeName(o store.DeliveryOutcome) string {
	switch {
	case o.Gone:
		return "gone"
	case o.Unsent:
		return "unsent"
	case o.State == store.DeliveryPending:
		return "failed"
	}
	return string(o.State)
}

// send sends an event. An error on our side is not a failure of the receiver.
func (d *Deliverer) send(ctx context.Context, delivery store.Delivery) store.DeliveryOutcome {
	if delivery.LabelWebhook && delivery.Event.Type != shipment.EventLabelReady { // it is due since before the endpoint was a label webhook
		return store.DeliveryOutcome{State: store.DeliveryGivenUp, Error: "a label webhook gets order.label_ready alone", Unsent: true}
	}
	body, err := d.body(ctx, delivery)
	if err != nil {
		d.Log.ErrorContext(ctx, "make the body of an event", "event", delivery.Event.ID, "error", err)
		return store.DeliveryOutcome{
			State: store.DeliveryPending, RetryOn: d.Now().Add(d.SpeedUpRetries.shorten(unsentWait)), Error: "could not be made ready", Unsent: true,
		}
	}
	start := d.Now()
	outcome := d.outcome(delivery, d.Sender.Send(ctx, requestOf(delivery, body)))
	outcome.Took = d.Now().Sub(start)
	return outcome
}

// requestOf is the request that sends the body of a delivery's event.
func requestOf(delivery store.Delivery, body []byte) webhook.Request {
	secrets := each.Of(delivery.Secrets, func(secret shipment.Secret) string { return string(secret) })
	return webhook.Request{
		URL: delivery.URL, Secrets: secrets, Username: delivery.Username, Password: string(delivery.Password),
		ID: delivery.Event.ID, Body: body,
	}
}

// body is the event as it is sent, with what is only known now: the address of its label, and the
// label if the endpoint wants it. Returns an error if the label cannot be made and the event is
// younger than labelPatience.
func (d *Deliverer) body(ctx context.Context, delivery store.Delivery) ([]byte, error) {
	e := &delivery.Event
	if e.Type != shipment.EventLabelReady {
		return e.AppendJSON(nil), nil
	}
	more, label := []shipment.EventDetail{{Name: shipment.DetailLabelURL, Value: d.LabelURL(e)}}, ""
	if delivery.LabelPDF || delivery.LabelWebhook {
		pdf, err := d.PrintLabel(ctx, e.TrackingNo)
		if err != nil && d.Now().Sub(e.CreatedOn) < labelPatience {
			return nil, fmt.Errorf("print the label: %w", err)
		}
		if err != nil {
			d.Log.ErrorContext(ctx, "an event is sent without its label", "event", e.ID, "tracking_no", e.TrackingNo, "error", err)
		}
		if len(pdf) > 0 { // else the order is cancelled, or the label is lost
			label = base64.StdEncoding.EncodeToString(pdf)
			more = append(more, shipment.EventDetail{Name: shipment.DetailLabelPDF, Value: label})
		}
	}
	if delivery.LabelWebhook {
		return e.LabelWebhookJSON(d.LabelURL(e), label), nil
	}
	return e.AppendJSON(nil, more...), nil
}

// outcome interprets the result of an attempt for a delivery.
func (d *Deliverer) outcome(delivery store.Delivery, r webhook.Result) store.DeliveryOutcome {
	o := outcomeOf(r)
	if r.Verdict != webhook.Failed {
		return o
	}
	if wait, again := webhook.Wait(delivery.Attempts, r.RetryAfter, d.Jitter()); again {
		o.State, o.RetryOn = store.DeliveryPending, d.Now().Add(d.SpeedUpRetries.shorten(wait))
	}
	return o
}

// outcomeOf is a result that no attempt follows.
func outcomeOf(r webhook.Result) store.DeliveryOutcome {
	o := store.DeliveryOutcome{
		State: store.DeliveryGivenUp, Status: r.Status, Error: r.Detail, Cause: r.Cause, Response: r.Response, Gone: r.Verdict == webhook.Gone,
	}
	if r.Verdict == webhook.Delivered {
		o.State = store.DeliveryDelivered
	}
	return o
}
