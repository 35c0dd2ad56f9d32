package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"waybill/client"
	"waybill/internal/partner/simulated"
	"waybill/test/harness"
)

// Shares of requests and orders.
const (
	resentShare    = 0.1 // of requests: they are sent once more after the response
	blockingShare  = 0.15
	blockingOrders = 8    // a blocking request has no more
	ownNumberShare = 0.1  // of requests: their orders bring tracking numbers
	ruledShare     = 0.08 // of requests: the rule holds their orders
	inHouseShare   = 0.25 // of orders
	labelShare     = 0.2  // of orders: the partner draws their labels
)

// The rule holds orders with its word in the name of the consignee, for this reason.
const (
	ruleWord   = "Check"
	ruleReason = "Check the name."
	holdRule   = `{"id":"check","severity":"hold","kind":"forbidden_words","field":"consignee_name","words":["` + ruleWord + `"],
		"messages":{"en":"` + ruleReason + `"}}`
)

// sizes are the numbers of orders in a request, each as frequent as the others.
var sizes = []int{1, 1, 1, 2, 3, 5, 8, 13, 40}

// hotNames script what the partner does with a hot order, as it mostly accepts.
var hotNames = []string{
	"", "", simulated.ScriptLabelPDF, simulated.ScriptFlaky, simulated.ScriptFlaky, simulated.ScriptFail, simulated.ScriptKeep,
}

// newName is the name of a consignee.
func (c *caller) newName(scripts ...string) string {
	return strings.TrimSpace(c.newValue("Susan") + " " + scripts[c.rng.IntN(len(scripts))])
}

func (c *caller) newOrder(no, name string) client.NewOrder {
	services := []int64{c.service.partner, c.service.partnerToo}
	o := harness.NewOrder(services[c.rng.IntN(len(services))])
	if c.rng.Float64() < inHouseShare {
		o.ServiceID = c.service.inHouse
	}
	o.TrackingNo, o.ShipperOrderID, o.ConsigneeCity, o.PickupNotes = no, c.newValue("R"), c.newValue("City"), c.newValue("Note")
	o.ConsigneeName = name
	return o
}

// create creates orders that nobody else creates. Some have numbers of their own, and some are held by the rule.
func (c *caller) create(ctx context.Context) error {
	request := client.CreateRequest{}
	own, ruled := c.rng.Float64() < ownNumberShare, c.rng.Float64() < ruledShare
	size := sizes[c.rng.IntN(len(sizes))]
	if c.created() >= c.orders {
		size = 1 // the load goes on for what has not happened
	}
	for range size {
		no, name := "", c.newName("")
		if c.rng.Float64() < labelShare {
			name = c.newName(simulated.ScriptLabelPDF)
		}
		if own {
			no = c.newNumber(ownNumber)
		}
		if ruled {
			name = ruleWord + " " + name
		}
		request.Orders = append(request.Orders, c.newOrder(no, name))
	}
	return c.createAll(ctx, request)
}

// createHot creates hot orders, which others may do at the same time. All orders of a request are created, or none.
func (c *caller) createHot(ctx context.Context) error {
	request := client.CreateRequest{}
	for _, no := range c.draw(c.rng, 3, isHot) {
		request.Orders = append(request.Orders, c.newOrder(no, c.newName(hotNames...)))
	}
	return c.createAll(ctx, request)
}

func (c *caller) createAll(ctx context.Context, request client.CreateRequest) error {
	request.IdempotencyKey = fmt.Sprintf("key-%d", c.keys.Add(1))
	request.Blocking = len(request.Orders) <= blockingOrders && c.rng.Float64() < blockingShare
	began := now()
	result, err := c.send(ctx, request)
	invalid, isInvalid := errors.AsType[*client.ValidationError](err)
	if err != nil && !isInvalid {
		return err
	}
	var numbers []string
	outcome := done
	for i, o := range request.Orders {
		no := o.TrackingNo
		if isInvalid {
			if outcome = taken; !isTaken(invalid, i) {
				continue // it is not created because another one is not
			}
		} else {
			no = result.Orders[i].TrackingNo
			numbers = append(numbers, no)
		}
		c.noteCreate(no, began, request, o, outcome)
	}
	if c.add(numbers); isInvalid {
		return nil
	}
	c.happened("requests that created orders")
	if request.Blocking {
		c.happened("requests that created orders, blocking")
	}
	if result.Replayed {
		c.happened("requests that created orders without a response at first")
	}
	if c.rng.Float64() < resentShare {
		return c.resend(ctx, request, numbers)
	}
	return nil
}

func (c *caller) send(ctx context.Context, request client.CreateRequest) (result client.CreateResult, err error) {
	err = c.insist(ctx, func(sdk *client.Client) (err error) {
		result, err = sdk.CreateOrders(ctx, request)
		return err
	})
	return result, err
}

// resend sends a request after its response, and must get the same one.
func (c *caller) resend(ctx context.Context, request client.CreateRequest, numbers []string) error {
	began := now()
	again, err := c.send(ctx, request)
	if err != nil {
		return err
	}
	var same []string
	for _, o := range again.Orders {
		same = append(same, o.TrackingNo)
	}
	if !again.Replayed || !slices.Equal(numbers, same) {
		return fmt.Errorf("request %s created %v, and then the response is %+v", request.IdempotencyKey, numbers, again)
	}
	for i, o := range request.Orders {
		c.noteCreate(numbers[i], began, request, o, replayed)
	}
	return nil
}

func (c *caller) noteCreate(no string, began int64, r client.CreateRequest, o client.NewOrder, outcome string) {
	in := input{
		act: actCreate, key: r.IdempotencyKey, partner: o.ServiceID != c.service.inHouse, version: anyVersion, values: valuesOf(o),
	}
	c.note(no, began, in, output{outcome: outcome})
}

// isTaken reports whether the tracking number of an order exists.
func isTaken(invalid *client.ValidationError, order int) bool {
	return slices.ContainsFunc(invalid.Problems, func(p client.Problem) bool { return p.Order == order && p.Field == "tracking_no" })
}

// ofOrders: each order of a response is stored once and as in the response, and no other order is.
func (a *audit) ofOrders() []*promise {
	stored := &promise{text: "an order of a response is stored once, with its tracking number"}
	known := &promise{text: "a stored order is in a response"}
	unique := &promise{text: "a tracking number belongs to one order"}
	counts := &promise{text: "the count of the orders of a service is right"}
	byReference, numbers, services := make(map[string][]*order), make(map[string]int), make(map[string]int)
	for _, o := range a.orders {
		byReference[o.reference()] = append(byReference[o.reference()], o)
		_, found := a.createOf(o.trackingNo)
		known.check(found, "%s, stored as %s", o.reference(), o.trackingNo)
		numbers[o.trackingNo]++
		services[o.shows.Service]++
	}
	for no := range a.calls {
		if created, found := a.createOf(no); found {
			same := byReference[created.Reference]
			stored.check(len(same) == 1 && same[0].trackingNo == no, "%s is %s in the response, and %d are stored", created.Reference, no, len(same))
		}
	}
	for no, n := range numbers {
		unique.check(n == 1, "%s belongs to %d", no, n)
	}
	for service, n := range a.counts {
		counts.check(n == services[service], "service %s has %d, its count is %d", service, services[service], n)
		delete(services, service)
	}
	counts.check(len(services) == 0, "services without a count have %v", services)
	return []*promise{stored, known, unique, counts}
}
