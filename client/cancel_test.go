package client

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCancelOrders(t *testing.T) {
	s, c := newService(t, nil,
		reply{}, // a broken connection: to ask again is safe
		reply{status: 200, body: `{"orders":[{"tracking_no":"WB1","result":"cancelled","message":"Done."},` +
			`{"tracking_no":"WB2","result":"refused","message":"No."}]}`},
	)
	orders, err := c.CancelOrders(t.Context(), []string{"WB1", "WB2"})
	want := []CancelledOrder{{"WB1", CancelDone, "Done."}, {"WB2", CancelRefused, "No."}}
	if diff := cmp.Diff(want, orders); err != nil || diff != "" {
		t.Errorf("%v, differs (-want +got):\n%s", err, diff)
	}
	if sent := s.requests()[1]; sent.method != "POST" || sent.uri != "/api/order/cancel/" || sent.body != `{"tracking_nos":["WB1","WB2"]}` ||
		sent.header.Get("Idempotency-Key") != "" {
		t.Errorf("sent %+v", sent)
	}
	_, err = c.CancelOrders(t.Context(), []string{"WB1"})
	checkContains(t, fmt.Sprint(err), "waybill: cancelling orders:", "2 orders for 1")
}
