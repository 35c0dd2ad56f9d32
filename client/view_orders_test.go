package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const exampleRecord = `{"order_id":4821,"service_id":1,"tracking_no":"WB48210739526ID","agent_id":1,"agent_application_id":2,` +
	`"hawb_no":"H1","shipper_sub_account_id":"S","shipper_order_id":"ORDER123","store_id":"T",` +
	`"consignee_name":"Susan","consignee_number":"+6291234567891","consignee_country":"Indonesia",` +
	`"consignee_address":"Jl. Berangin 5","consignee_postal":"SW1A 1AA","consignee_state":"Jakarta",` +
	`"consignee_city":"Jakarta Selatan","consignee_province":"Cilandak","consignee_email":"susan123@email.com",` +
	`"order_length":12,"order_width":12.5,"order_height":12,"order_weight":0.125,` +
	`"pickup_contact_name":"Jackson","pickup_contact_number":"+6591234567","pickup_country":"Singapore",` +
	`"pickup_address":"Jurong West Ave 1","pickup_postal":"640534","pickup_state":"Singapore State",` +
	`"pickup_city":"Singapore","pickup_province":"West","payment_type":"cod","delivery_note":"N","cod_amt_to_collect":40.5,` +
	`"order_label_url":"http://h/1.pdf","status_code":"SUBMITTED","tracker_status_code":"ORDER_CREATED",` +
	`"tracker_main_text":"Order created","upload_batch_no":"B260102ABCDEFGH",` +
	`"created_on":"2026-01-02T03:04:05.678901Z","updated_on":"2026-01-02T03:04:05.678902Z","items":[` + exampleItem + `]}`

func TestOrderFields(t *testing.T) { checkFields[Order](t, exampleRecord) }

func TestOrderPostal(t *testing.T) {
	for in, want := range map[string]string{
		`{"consignee_postal":640534}`:          "640534",
		`{"consignee_postal":999999999999999}`: "999999999999999",
		`{"consignee_postal":"01234"}`:         "01234",
		`{"consignee_postal":null}`:            "",
		`{}`:                                   "",
	} {
		var o Order
		if err := json.Unmarshal([]byte(in), &o); err != nil || o.ConsigneePostal != want {
			t.Errorf("%s: %q, %v, want %q", in, o.ConsigneePostal, err, want)
		}
	}
	var o Order
	err := json.Unmarshal([]byte(`{"consignee_postal":[1]}`), &o)
	checkContains(t, fmt.Sprint(err), "consignee_postal")
}

func TestOrderNulls(t *testing.T) {
	var o Order
	err := json.Unmarshal([]byte(`{"order_id":1,"hawb_no":null,"store_id":null,"consignee_city":null,"consignee_province":null,`+
		`"pickup_city":null,"pickup_province":null,"order_label_url":null,"status_code":null}`), &o)
	if diff := cmp.Diff(Order{OrderID: 1}, o); err != nil || diff != "" {
		t.Errorf("%v, differs (-want +got):\n%s", err, diff)
	}
}

func TestOrders(t *testing.T) {
	s, c := newService(t, nil, reply{
		status: 200,
		body:   `{"count":101,"next":"http://h/?page=3","previous":null,"results":[` + exampleRecord + `,{"order_id":7}]}`,
	})
	page, err := c.Orders(t.Context(), Filter{Page: 2})
	if err != nil {
		t.Fatal(err)
	}
	if page.Count != 101 || page.Next != "http://h/?page=3" || page.Previous != "" || len(page.Results) != 2 {
		t.Errorf("got %+v", page)
	}
	first := page.Results[0]
	if created := time.Date(2026, 1, 2, 3, 4, 5, 678901000, time.UTC); first.OrderWeight != "0.125" || !first.CreatedOn.Equal(created) {
		t.Errorf("first order %+v", first)
	}
	if sent := s.requests()[0]; sent.method != "GET" || sent.uri != "/api/order/order/?page=2" || sent.body != "" {
		t.Errorf("sent %+v", sent)
	}
}

func TestFilterQuery(t *testing.T) {
	east := time.FixedZone("", 8*60*60)
	for want, f := range map[string]Filter{
		"":                                      {},
		"with_items=true":                       {WithItems: true},
		"date_from=2026-01-01T16:00:00.000001Z": {DateFrom: time.Date(2026, 1, 2, 0, 0, 0, 1999, east)},
		"date_to=2026-01-02T00:00:00.000000Z":   {DateTo: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)},
		"service_id=5":                          {ServiceID: 5},
		"page_size=20":                          {PageSize: 20},
		"shipper_order_id=A & B":                {ShipperOrderID: "A & B"},
		"upload_batch_no=B1":                    {UploadBatchNo: "B1"},
		"tracking_no=WB1,WB2":                   {TrackingNos: []string{"WB1", "WB2"}},
		"status_code=SUBMITTED":                 {StatusCode: "SUBMITTED"},
		"is_return=false&search=budi":           {IsReturn: new(bool), Search: "budi"},
		"page=1":                                {Page: 1},
		"page=last":                             {Page: LastPage},
	} {
		s, c := newService(t, nil, reply{status: 200, body: `{"results":[]}`})
		if _, err := c.Orders(t.Context(), f); err != nil {
			t.Fatal(err)
		}
		sent, err := url.Parse(s.requests()[0].uri)
		if err != nil {
			t.Fatal(err)
		}
		got, err := url.QueryUnescape(sent.RawQuery)
		if err != nil || sent.Path != "/api/order/order/" || got != want {
			t.Errorf("%+v: sent %s?%s, want ?%s", f, sent.Path, got, want)
		}
	}
}

func TestAllOrders(t *testing.T) {
	s, c := newService(
		t, nil,
		reply{status: 200, body: `{"next_cursor":"a+b/","results":[{"order_id":3},{"order_id":2}]}`},
		reply{status: 200, body: `{"next_cursor":"c","results":[]}`},
		reply{status: 200, body: `{"next_cursor":null,"results":[{"order_id":1}]}`},
	)
	var ids []int64
	for order, err := range c.AllOrders(t.Context(), Filter{ServiceID: 5, Page: 9}) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, order.OrderID)
	}
	if want := []int64{3, 2, 1}; !slices.Equal(ids, want) {
		t.Errorf("orders %v, want %v", ids, want)
	}
	var uris []string
	for _, r := range s.requests() {
		uris = append(uris, r.uri)
	}
	want := []string{
		"/api/order/order/?cursor=&service_id=5",
		"/api/order/order/?cursor=a%2Bb%2F&service_id=5",
		"/api/order/order/?cursor=c&service_id=5",
	}
	if diff := cmp.Diff(want, uris); diff != "" {
		t.Errorf("the requests differ (-want +got):\n%s", diff)
	}
}

func TestCursorFilterQuery(t *testing.T) {
	s, c := newService(t, nil, reply{status: 200, body: `{"next_cursor":null,"results":[]}`})
	_, err := c.OrdersAfter(t.Context(), Filter{
		StatusCode: "SUBMITTED", TrackerStatusCode: "SUCCESS", UpdatedFrom: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC),
		UpdatedTo: time.Date(2026, 1, 3, 0, 0, 0, 0, time.UTC), IsReturn: new(false),
	})
	const want = "cursor=&is_return=false&status_code=SUBMITTED&tracker_status_code=SUCCESS&" +
		"updated_from=2026-01-02T00:00:00.000000Z&updated_to=2026-01-03T00:00:00.000000Z"
	uri, _ := url.QueryUnescape(s.requests()[0].uri)
	if err != nil || uri != "/api/order/order/?"+want {
		t.Errorf("%s, %v, want %s", uri, err, want)
	}
}

// TestOrdersFromACursor: a caller may stop after a page and continue with its cursor.
func TestOrdersFromACursor(t *testing.T) {
	s, c := newService(
		t, nil,
		reply{status: 200, body: `{"next_cursor":"a+b/","results":[{"order_id":3}]}`},
		reply{status: 200, body: `{"next_cursor":null,"results":[{"order_id":2}]}`},
	)
	page, err := c.OrdersAfter(t.Context(), Filter{ServiceID: 5})
	if err != nil || page.NextCursor != "a+b/" || len(page.Results) != 1 {
		t.Errorf("got %+v, %v", page, err)
	}
	var ids []int64
	all := c.AllOrders(t.Context(), Filter{ServiceID: 5, Cursor: page.NextCursor})
	for range 2 { // a loop may run again, from its cursor
		for order, err := range all {
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, order.OrderID)
		}
	}
	if !slices.Equal(ids, []int64{2, 2}) {
		t.Errorf("orders %v, want order 2 of each loop", ids)
	}
	for i, want := range []string{"cursor=&service_id=5", "cursor=a%2Bb%2F&service_id=5", "cursor=a%2Bb%2F&service_id=5"} {
		if uri := s.requests()[i].uri; uri != "/api/order/order/?"+want {
			t.Errorf("request %d: %s, want %s", i, uri, want)
		}
	}
}

func TestAllOrdersStopsWithTheLoop(t *testing.T) {
	s, c := newService(t, nil, reply{status: 200, body: `{"next_cursor":"a","results":[{"order_id":2},{"order_id":1}]}`})
	for order, err := range c.AllOrders(t.Context(), Filter{}) {
		if err != nil || order.OrderID != 2 {
			t.Errorf("got %+v, %v, want order 2", order, err)
		}
		break
	}
	if n := len(s.requests()); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
}

func TestAllOrdersYieldsTheErrorOnce(t *testing.T) {
	_, c := newService(
		t, nil,
		reply{status: 200, body: `{"next_cursor":"a","results":[{"order_id":2}]}`},
		reply{status: 403, body: `{"detail":"You do not have permission to perform this action."}`},
	)
	var ids []int64
	var errs []error
	for order, err := range c.AllOrders(t.Context(), Filter{}) {
		ids = append(ids, order.OrderID)
		errs = append(errs, err)
	}
	if len(errs) != 2 || errs[0] != nil || !errors.Is(errs[1], ErrForbidden) || !slices.Equal(ids, []int64{2, 0}) {
		t.Errorf("yielded %v with %v, want order 2, then ErrForbidden", ids, errs)
	}
}

func TestAllOrdersEndsWithItsContext(t *testing.T) {
	s, c := newService(t, nil, reply{status: 200, body: `{"next_cursor":"a","results":[{"order_id":1}]}`})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var last error
	for _, err := range c.AllOrders(ctx, Filter{}) {
		last = err
		cancel()
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("the loop ended with %v, want the context's error", last)
	}
	if n := len(s.requests()); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
}
