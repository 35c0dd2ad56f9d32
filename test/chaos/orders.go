package main

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"waybill/client"
	"waybill/internal/partner/simulated"
	"waybill/test/harness"
)

// plan says what the client does with an order after its creation.
type plan int

// The plans.
const (
	planNothing plan = iota
	planTrack        // report statuses until it is delivered
	planCancel       // cancel it
)

// Shares of orders and of requests.
const (
	inHouseShare   = 0.2
	labelShare     = 0.2 // of the rest: the partner draws their labels
	trackedShare   = 0.15
	cancelledShare = 0.03
	ownNumberShare = 0.1 // of requests: their orders bring tracking numbers
	blockingShare  = 0.15
	blockingOrders = 8 // a blocking request has no more
)

// sizes are the numbers of orders in a request, each as frequent as the others.
var sizes = []int{1, 1, 1, 2, 3, 5, 8, 13, 40}

// request is a create, the plans of its orders, and its response.
type request struct {
	client.CreateRequest
	plans    []plan
	edits    [editors][]*edit // of each editor, in sequence
	holder   holder
	held     []*heldOrder
	response client.CreateResult
}

// newRequests makes the requests of a run. They follow from the seed.
func (c *cluster) newRequests(rng *rand.Rand) (requests []*request) {
	for left := c.orders; left > 0; {
		r := c.newRequest(rng, len(requests), min(left, sizes[rng.IntN(len(sizes))]))
		left -= len(r.Orders)
		requests = append(requests, r)
	}
	return requests
}

func (c *cluster) newRequest(rng *rand.Rand, number, orders int) *request {
	r := &request{plans: make([]plan, orders)}
	r.IdempotencyKey = fmt.Sprintf("request-%06d", number)
	r.Blocking = orders <= blockingOrders && rng.Float64() < blockingShare
	ownNumber := rng.Float64() < ownNumberShare
	for i := range orders {
		o := harness.NewOrder(c.service.partner)
		o.ShipperOrderID = fmt.Sprintf("R%06d/%02d", number, i)
		switch p := rng.Float64(); {
		case p < inHouseShare:
			o.ServiceID = c.service.inHouse
		case p < inHouseShare+(1-inHouseShare)*labelShare:
			o.ConsigneeName += " " + simulated.ScriptLabelPDF
		}
		if ownNumber {
			o.TrackingNo = fmt.Sprintf("OWN%06d%02d", number, i)
		}
		r.Orders = append(r.Orders, o)
		switch p := rng.Float64(); {
		case p < cancelledShare:
			r.plans[i] = planCancel
		case p < cancelledShare+trackedShare:
			r.plans[i] = planTrack
		}
	}
	c.planEdits(number, r)
	c.planHold(number, r)
	return r
}

// planned are the tracking numbers of the orders with a plan.
func (r *request) planned(p plan) (numbers []string) {
	for i, o := range r.response.Orders {
		if r.plans[i] == p {
			numbers = append(numbers, o.TrackingNo)
		}
	}
	return numbers
}

// order is the order of the request that got the tracking number.
func (r *request) order(trackingNo string) client.NewOrder {
	i := slices.IndexFunc(r.response.Orders, func(o client.CreatedOrder) bool { return o.TrackingNo == trackingNo })
	return r.Orders[i]
}
