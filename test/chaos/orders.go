package main

import (
	"fmt"
	"math/rand/v2"

	"waybill/client"
	"waybill/internal/partner/simulated"
)

// plan is what is to become of an order after its creation.
type plan int

// The plans.
const (
	planNothing plan = iota
	planTrack        // it is tracked until it is delivered
	planCancel       // it is cancelled as soon as it is created
)

// Shares of orders and of requests.
const (
	inHouseShare   = 0.2
	labelShare     = 0.2 // of what is left: the courier draws their labels
	trackedShare   = 0.15
	cancelledShare = 0.03
	ownNumberShare = 0.1 // of requests: their orders bring tracking numbers
	blockingShare  = 0.15
	blockingOrders = 8 // a blocking request has no more
)

// sizes are those of requests, each as frequent as the others.
var sizes = []int{1, 1, 1, 2, 3, 5, 8, 13, 40}

// request is a create, what is to follow, and its answer.
type request struct {
	client.CreateRequest
	plans  []plan
	answer client.CreateResult
}

// newRequests makes requests of so many orders in all, the same for the same randomness.
func (h *house) newRequests(rng *rand.Rand) (requests []*request) {
	for left := h.orders; left > 0; {
		r := h.newRequest(rng, len(requests), min(left, sizes[rng.IntN(len(sizes))]))
		left -= len(r.Orders)
		requests = append(requests, r)
	}
	return requests
}

func (h *house) newRequest(rng *rand.Rand, number, orders int) *request {
	r := &request{plans: make([]plan, orders)}
	r.IdempotencyKey = fmt.Sprintf("request-%06d", number)
	r.Blocking = orders <= blockingOrders && rng.Float64() < blockingShare
	ownNumber := rng.Float64() < ownNumberShare
	for i := range orders {
		o := newOrder(fmt.Sprintf("R%06d/%02d", number, i), h.service.partner)
		switch p := rng.Float64(); {
		case p < inHouseShare:
			o.ServiceID = h.service.inHouse
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
	return r
}

func newOrder(reference string, service int64) client.NewOrder {
	return client.NewOrder{
		ServiceID: service, ShipperOrderID: reference,
		OrderLength: "12", OrderWidth: "12.5", OrderHeight: "3", OrderWeight: "0.125", PaymentType: "prepaid",
		ConsigneeName: "Susan", ConsigneeNumber: "+6281234567891", ConsigneeCountry: "Indonesia",
		ConsigneeAddress: "Jl. Berangin 5, Tanjung Gading", ConsigneePostal: "12420",
		ConsigneeState: "Daerah Khusus Ibukota Jakarta", ConsigneeCity: "Jakarta Selatan", ConsigneeEmail: "susan123@email.com",
		PickupContactName: "Jackson", PickupContactNumber: "+6591234567", PickupCountry: "Singapore",
		PickupAddress: "Jurong West Ave 1", PickupPostal: "640534", PickupState: "Singapore State",
		Items: []client.Item{{Desc: "Blue T-Shirt", Category: "Fashion", SKU: "SKU1", Quantity: 3, PriceValue: "23.55", PriceCurrency: "IDR"}},
	}
}

// planned are the tracking numbers of a request's orders that have a plan.
func (r *request) planned(p plan) (numbers []string) {
	for i, o := range r.answer.Orders {
		if r.plans[i] == p {
			numbers = append(numbers, o.TrackingNo)
		}
	}
	return numbers
}
