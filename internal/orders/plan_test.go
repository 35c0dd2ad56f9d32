package orders

import (
	"testing"
	"time"

	"waybill/internal/fulfil"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

// TestRequestsThatWait: a request waits for partners if it asks for it, and an order goes to one now. Until its response must be stored, a
// retry does not make it: that is the patience of the request, and the time in which it is stored. Other responses are stored with the
// orders.
func TestRequestsThatWait(t *testing.T) {
	now := time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)
	s := New(Config{
		Now: func() time.Time { return now }, Patience: 20 * time.Second, AnswerWithin: 10 * time.Second,
		Fulfiller: fulfil.New(fulfil.Config{Owner: "me"}),
	})
	services := map[int64]shipment.Service{1: {ServiceID: 1}, 2: {ServiceID: 2, Partner: "p"}}
	order := func(service int64, held bool) shipment.Order {
		o := storetest.Order(1)
		if o.ServiceID = service; held {
			o.Hold = &shipment.Hold{Reason: "Wait"}
		}
		return o
	}
	for name, c := range map[string]struct {
		blocking bool
		orders   []shipment.Order
		waits    bool
	}{
		"for a partner":        {true, []shipment.Order{order(2, false)}, true},
		"for the second one":   {true, []shipment.Order{order(1, false), order(2, false)}, true},
		"for the one not held": {true, []shipment.Order{order(2, true), order(2, false)}, true},
		"does not ask for it":  {false, []shipment.Order{order(2, false)}, false},
		"for nobody":           {true, []shipment.Order{order(1, false)}, false},
		"for what is held":     {true, []shipment.Order{order(1, false), order(2, true)}, false},
		"nothing goes out":     {true, []shipment.Order{order(2, true)}, false},
	} {
		once := &Once{Key: "key", Respond: func(*Created) (int, []byte, error) { return 201, nil, nil }}
		key := &store.IdempotentRequest{Key: "key"}
		p := s.plan(Caller{}, Forward, request.Orders{Orders: c.orders, Blocking: c.blocking}, services, once, key)
		if p.waits != c.waits || (p.batch.Owner == "me") != c.waits || (p.batch.LeaseFor > 0) != c.waits || (key.Respond == nil) != c.waits {
			t.Errorf("%s: waits %v, owner %q, lease %v", name, p.waits, p.batch.Owner, p.batch.LeaseFor)
		}
		if want := now.Add(30 * time.Second); c.waits && !key.RunsUntil.Equal(want) {
			t.Errorf("%s: it runs until %v, want %v", name, key.RunsUntil, want)
		}
	}
}
