package client

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCancelOrders(t *testing.T) {
	s, c := newService(t, nil,
		reply{}, // a broken connection: to ask again with the key is safe
		reply{status: 200, body: `{"orders":[{"tracking_no":"WB1","result":"cancelled","message":"Done."},` +
			`{"tracking_no":"WB2","result":"refused","code":"order_ended","message":"No."}]}`},
	)
	orders, err := c.CancelOrders(t.Context(), []string{"WB1", "WB2"})
	want := []CancelledOrder{
		{TrackingNo: "WB1", Result: CancelDone, Message: "Done."},
		{TrackingNo: "WB2", Result: CancelRefused, Code: "order_ended", Message: "No."},
	}
	if diff := cmp.Diff(want, orders); err != nil || diff != "" {
		t.Errorf("%v, differs (-want +got):\n%s", err, diff)
	}
	if sent := s.requests()[1]; sent.method != "POST" || sent.uri != "/api/order/cancel/" || sent.body != `{"tracking_nos":["WB1","WB2"]}` ||
		sent.header.Get("Idempotency-Key") == "" {
		t.Errorf("sent %+v", sent)
	}
	_, err = c.CancelOrders(t.Context(), []string{"WB1"})
	checkContains(t, fmt.Sprint(err), "waybill: cancelling orders:", "2 orders for 1")
}

// TestCancelManyOrders: more orders than fit in a request are cancelled in several, and what was done before a
// failure is not lost.
func TestCancelManyOrders(t *testing.T) {
	numbers := make([]string, 401)
	for i := range numbers {
		numbers[i] = fmt.Sprintf("WB%03d", i)
	}
	done := func(from, to int) reply {
		var orders []string
		for _, number := range numbers[from:to] {
			orders = append(orders, fmt.Sprintf(`{"tracking_no":%q,"result":"cancelled"}`, number))
		}
		return reply{status: 200, body: `{"orders":[` + strings.Join(orders, ",") + `]}`}
	}
	s, c := newService(t, nil, done(0, 200), done(200, 400), done(400, 401))
	orders, err := c.CancelOrders(t.Context(), numbers)
	if err != nil || len(orders) != 401 || orders[200].TrackingNo != "WB200" || orders[400].TrackingNo != "WB400" {
		t.Errorf("%d orders, %v", len(orders), err)
	}
	if sent := s.requests(); len(sent) != 3 || strings.Count(sent[1].body, "WB") != 200 || !strings.Contains(sent[2].body, `["WB400"]`) {
		t.Errorf("%d requests", len(sent))
	}

	_, c = newService(t, nil, done(0, 200), reply{status: 403, body: `{"detail":"Suspended."}`})
	orders, err = c.CancelOrders(t.Context(), numbers)
	if !errors.Is(err, ErrForbidden) || len(orders) != 200 {
		t.Errorf("%d orders, %v, want 200 and ErrForbidden", len(orders), err)
	}
}

// TestCancelNoOrders: the service says what is wrong.
func TestCancelNoOrders(t *testing.T) {
	s, c := newService(t, nil, reply{status: 400, body: `{"tracking_nos":["This list may not be empty."]}`})
	_, err := c.CancelOrders(t.Context(), nil)
	if _, invalid := errors.AsType[*ValidationError](err); !invalid || len(s.requests()) != 1 {
		t.Errorf("%v, want a *ValidationError", err)
	}
}
