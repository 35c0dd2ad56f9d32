package shipment

import (
	"slices"
	"testing"
	"time"
)

// TestQueueOfOrders: what comes first decides.
func TestQueueOfOrders(t *testing.T) {
	ready := Order{TrackerStatus: OrderCreated, StatusCode: StatusSubmitted, HasLabel: true}
	with := func(change func(*Order)) Order { o := ready; change(&o); return o }
	at := func(s TrackerStatus) Order { return with(func(o *Order) { o.TrackerStatus = s }) }
	everything := QueueFacts{true, true, true, true, true, true, true}
	for name, c := range map[string]struct {
		order Order
		facts QueueFacts
		want  Queue
	}{
		"new":                {ready, QueueFacts{Packs: true}, QueuePrint},
		"printed":            {ready, QueueFacts{Printed: true, Packs: true}, QueuePack},
		"printed, no desk":   {ready, QueueFacts{Printed: true}, QueueHandOver},
		"packed":             {ready, QueueFacts{Printed: true, Packs: true, Packed: true}, QueueHandOver},
		"packed, stale":      {ready, QueueFacts{Packs: true, Packed: true}, QueuePrint},
		"held":               {with(func(o *Order) { o.Hold = &Hold{} }), QueueFacts{Printed: true}, QueueProblem},
		"refused":            {with(func(o *Order) { o.StatusCode = StatusSubmissionFailed }), QueueFacts{}, QueueProblem},
		"no label":           {with(func(o *Order) { o.HasLabel = false }), QueueFacts{}, QueuePartner},
		"label refused":      {with(func(o *Order) { o.HasLabel = false }), QueueFacts{LabelRefused: true}, QueueProblem},
		"no facts":           {with(func(o *Order) { o.HasLabel, o.StatusCode = false, StatusNone }), QueueFacts{NoFacts: true}, QueueProblem},
		"cancelling":         {ready, QueueFacts{Cancelling: true, Printed: true}, QueuePartner},
		"return":             {with(func(o *Order) { o.Return = true }), QueueFacts{}, QueueOnTheWay},
		"pickup failed":      {at(FailedPickup), QueueFacts{}, QueueProblem},
		"delivery failed":    {at(FailedDelivery), QueueFacts{}, QueueProblem},
		"picked up":          {at(PickedUp), QueueFacts{}, QueueOnTheWay},
		"not scanned":        {at(PickedUp), QueueFacts{Unscanned: true}, QueueProblem},
		"in transit":         {at(CrossBorderTransit), everything, QueueOnTheWay},
		"back to the sender": {at(ReturnToSender), everything, QueueOnTheWay},
		"exception":          {at(Exception), QueueFacts{}, QueueProblem},
		"lost":               {with(func(o *Order) { o.TrackerStatus, o.LostOn = Exception, time.Unix(1, 0) }), everything, QueueDone},
		"delivered":          {at(Success), everything, QueueDone},
		"cancelled":          {at(Cancelled), everything, QueueDone},
	} {
		if got := c.order.Queue(c.facts); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestQueuesOfStatuses: each status has the queues that its orders may be in, and no others.
func TestQueuesOfStatuses(t *testing.T) {
	for _, s := range TrackerStatuses() {
		found := map[Queue]bool{}
		for bits := range 1 << 12 {
			is := func(bit int) bool { return bits>>bit&1 == 1 }
			o := Order{TrackerStatus: s, HasLabel: is(0), Return: is(1)}
			if is(2) {
				o.Hold = &Hold{}
			}
			if is(3) {
				o.LostOn = time.Unix(1, 0)
			}
			if is(4) {
				o.StatusCode = StatusSubmissionFailed
			}
			found[o.Queue(QueueFacts{is(5), is(6), is(7), is(8), is(9), is(10), is(11)})] = true
		}
		for _, q := range Queues() {
			if found[q] != slices.Contains(s.Queues(), q) {
				t.Errorf("%s: %s is %v", s, q, found[q])
			}
		}
	}
}
