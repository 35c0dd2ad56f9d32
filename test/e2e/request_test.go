package e2e_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"waybill/client"
	"waybill/test/harness"
)

// The demo services that the tests send orders to.
const (
	serviceInHouse = 1
	servicePartner = 5 // fulfilled by the simulated partner; the consignee's name decides the outcome
)

// shape is the kind of a request.
type shape struct {
	orders    int
	service   int64
	script    string // for the simulated partner
	ownNumber bool   // the orders bring tracking numbers
	keyed     bool   // the request has an Idempotency-Key, and is repeated until it is answered
	blocking  bool
}

// request is a create request and its outcome.
type request struct {
	shape
	id       string // unique
	key      string // the Idempotency-Key, "" for none
	orders   []client.NewOrder
	body     string
	response *created // nil: it was never acknowledged
}

// created is an acknowledgement.
type created struct {
	batchNo     string
	trackingNos []string
	body        string
}

// newRequest makes a request whose orders and items all differ.
func newRequest(t *testing.T, id string, sh shape) *request {
	t.Helper()
	r := &request{shape: sh, id: id, orders: make([]client.NewOrder, sh.orders)}
	if sh.keyed {
		r.key = "key-" + id
	}
	for i := range r.orders {
		o := harness.NewOrder(sh.service)
		o.ShipperOrderID = fmt.Sprintf("%s/%d", id, i)
		o.ConsigneeName = strings.TrimSpace(o.ConsigneeName + " " + sh.script)
		if sh.ownNumber {
			o.TrackingNo = fmt.Sprintf("OWN%s%03d", id, i)
		}
		for line := range i % 3 {
			extra := o.Items[0]
			extra.SKU = fmt.Sprintf("%s/%d", o.ShipperOrderID, line)
			o.Items = append(o.Items, extra)
		}
		r.orders[i] = o
	}
	body, err := json.Marshal(client.CreateRequest{Blocking: sh.blocking, Orders: r.orders})
	if err != nil {
		t.Fatal(err)
	}
	r.body = string(body)
	return r
}

// acknowledged reads the response to a create.
func acknowledged(a response) (*created, error) {
	var sent struct {
		UploadBatchNo string   `json:"upload_batch_no"`
		TrackingNos   []string `json:"tracking_nos"` // not blocking
		Orders        []struct {
			TrackingNo string `json:"tracking_no"`
		} `json:"orders"` // blocking
	}
	if err := json.Unmarshal(a.body, &sent); err != nil {
		return nil, fmt.Errorf("read the response to a create: %w", err)
	}
	for _, o := range sent.Orders {
		sent.TrackingNos = append(sent.TrackingNos, o.TrackingNo)
	}
	return &created{sent.UploadBatchNo, sent.TrackingNos, string(a.body)}, nil
}

// outcome is the result of an attempt at a request.
type outcome int

const (
	lost     outcome = iota // no response: the server is gone
	refused                 // 503: nothing was stored, or the outcome is unknown
	running                 // 409: the first attempt, or its lease, has not ended
	accepted                // the request has its response
	wrong                   // any other response: the test has failed
)

// send makes one attempt at a request.
func (r *request) send(s *server) outcome {
	a, err := s.post(r.body, r.key)
	if err != nil {
		return lost
	}
	switch a.status {
	case http.StatusCreated, http.StatusAccepted:
		if r.response, err = acknowledged(a); err != nil {
			s.t.Error(err)
		}
		return accepted
	case http.StatusConflict:
		return running
	case http.StatusServiceUnavailable:
		return refused
	}
	s.t.Errorf("request %s: status %d: %s", r.id, a.status, a.body)
	return wrong
}

// sent makes a request with an Idempotency-Key and has it accepted.
func sent(t *testing.T, s *server, id string) *request {
	t.Helper()
	r := newRequest(t, id, shape{orders: 3, service: serviceInHouse, keyed: true})
	if r.send(s) != accepted {
		t.Fatal("the server does not take orders")
	}
	return r
}

// labelPath is where the label of a request's first order is.
func labelPath(t *testing.T, s *server, r *request) string {
	t.Helper()
	for o, err := range s.sdk().AllOrders(t.Context(), client.Filter{UploadBatchNo: r.response.batchNo}) {
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimPrefix(o.OrderLabelURL, s.process.Load().base)
	}
	t.Fatalf("request %s has no orders", r.id)
	return ""
}
