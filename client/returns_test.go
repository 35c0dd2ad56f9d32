package client

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const exampleReturn = `{"service_type":"PICKUP","forward_tracking_no":"WB1","shipper_order_id":"RETURN1",` +
	`"consignee_name":"Jackson","consignee_address":"Jurong West Ave 1","consignee_postal":"640534",` +
	`"consignee_country":"Singapore","consignee_city":"Singapore","consignee_state":"Singapore State",` +
	`"consignee_number":"+6591234567","consignee_email":"jackson@email.com",` +
	`"order_length":12.1,"order_width":12.2,"order_height":12.3,"order_weight":1.234,` +
	`"pickup_contact_name":"Susan","pickup_contact_email":"susan123@email.com","pickup_contact_number":"61234567",` +
	`"pickup_country":"Indonesia","pickup_state":"Jakarta","pickup_city":"Jakarta Selatan","pickup_postal":"12420",` +
	`"pickup_address":"Jl. Berangin 5","items":[` + exampleItem + `],` + exampleTrade + `}`

func TestNewReturnFields(t *testing.T) { checkText[NewReturn](t, exampleReturn) }

func TestCreateReturns(t *testing.T) {
	s, c := newService(t, nil, reply{
		status: 201,
		header: map[string]string{"Idempotency-Replayed": "true"},
		body: `{"upload_batch_no":"B1","tracking_nos":[{"return_tracking_no":"WB8"},` +
			`{"return_tracking_no":"WB9","forward_tracking_no":"WB1"}]}`,
	})
	got, err := c.CreateReturns(t.Context(), ReturnRequest{
		Orders:         []NewReturn{{ServiceType: "PICKUP"}, {ForwardTrackingNo: "WB1"}},
		IdempotencyKey: "own-key",
	})
	want := ReturnResult{
		UploadBatchNo: "B1",
		Returns:       []CreatedReturn{{ReturnTrackingNo: "WB8"}, {ReturnTrackingNo: "WB9", ForwardTrackingNo: "WB1"}},
		Replayed:      true,
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v, differs (-want +got):\n%s", err, diff)
	}
	sent := s.requests()[0]
	if sent.method != "POST" || sent.uri != "/api/order/return-orders/" || sent.header.Get("Idempotency-Key") != "own-key" {
		t.Errorf("sent %s %s %v", sent.method, sent.uri, sent.header)
	}
	checkContains(t, sent.body, `{"orders":[{"service_type":"PICKUP"},`, `"forward_tracking_no":"WB1"`)
}

func TestCreateReturnsChecksTheCount(t *testing.T) {
	_, c := newService(t, nil, reply{status: 201, body: `{"upload_batch_no":"B1","tracking_nos":[]}`})
	_, err := c.CreateReturns(t.Context(), ReturnRequest{Orders: []NewReturn{{}}})
	checkContains(t, fmt.Sprint(err), "names 0 orders for 1 submitted")
}
