package client

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// exampleOrder is the example of the interface document, without the key, and with fields that Waybill adds.
const exampleOrder = `{"service_id":1,"tracking_no":"OWN-1","shipper_order_id":"ORDER123",` +
	`"order_length":12,"order_width":12.50,"order_height":12,"order_weight":0.125,` +
	`"payment_type":"cod","cod_amt_to_collect":40.5,"incoterm":"DDP",` +
	`"identification_document_name":"LOCALTAXID","consignee_identifcation_number":"S1234567G",` +
	`"consignee_name":"Susan","consignee_number":"+6291234567891","consignee_country":"Indonesia",` +
	`"consignee_address":"Jl. Berangin 5","consignee_postal":"12420","consignee_state":"Jakarta",` +
	`"consignee_city":"Jakarta Selatan","consignee_province":"Cilandak","consignee_email":"susan123@email.com",` +
	`"pickup_contact_name":"Jackson","pickup_contact_number":"+6591234567","pickup_country":"Singapore",` +
	`"pickup_address":"Jurong West Ave 1","pickup_postal":"640534","pickup_state":"Singapore State",` +
	`"pickup_city":"Singapore","pickup_province":"West","pickup_date":"2026-01-02","pickup_notes":"ring twice",` +
	`"delivery_note":"leave at the door","items":[` + exampleItem + `],` + exampleTrade +
	`,"freight_amount":12.5,"insurance_amount":1,"amount_currency":"SGD"}`

const exampleTrade = `"export_reason":"sale","invoice_no":"INV 7","invoice_date":"2026-01-02",` +
	`"tax_ids":[{"party":"shipper","type":"GST","country":"Singapore","number":"M2-1234567-8"}],"metadata":{"shop":"7"}`

const exampleItem = `{"item_desc":"Blue Male T-Shirt","item_category":"Fashion Apparel","item_product_id":"PROD123",` +
	`"item_sku":"ITEMSKU123","item_quantity":3,"item_price_value":23.55,"item_price_currency":"IDR",` +
	`"item_hs_code":"61091000","item_origin_country":"Bangladesh","item_weight":0.25,"item_customs_desc":"T-shirt of cotton",` +
	`"item_url":"https://shop.example/1","item_image_url":"https://shop.example/1.png"}`

// checkFields is checkText with a text that has a value of every field: a field without its JSON name would not have it.
func checkFields[T any](t *testing.T, text string) {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	for field, value := range reflect.ValueOf(v).Fields() {
		if value.IsZero() {
			t.Errorf("%T.%s: no value", v, field.Name)
		}
	}
	checkText[T](t, text)
}

// checkText decodes text into a T and expects the same text of it.
func checkText[T any](t *testing.T, text string) {
	t.Helper()
	var v T
	decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&v); err != nil {
		t.Fatal(err)
	}
	if got, err := json.Marshal(v); err != nil || string(got) != text {
		t.Errorf("%T comes out as\n%s, %v, want\n%s", v, got, err, text)
	}
}

func TestNewOrderFields(t *testing.T) { checkText[NewOrder](t, exampleOrder) }

func TestOptionalFieldsAreLeftOut(t *testing.T) {
	required := `{"service_id":0,"order_length":"","order_width":"","order_height":"","order_weight":"","payment_type":"",` +
		`"consignee_name":"","consignee_number":"","consignee_country":"","consignee_address":"",` +
		`"pickup_country":"","pickup_address":"","items":[{"item_desc":"","item_quantity":0,` +
		`"item_price_value":"","item_price_currency":""}]}`
	if got, err := json.Marshal(NewOrder{Items: []Item{{}}}); err != nil || string(got) != required {
		t.Errorf("got %s, %v, want %s", got, err, required)
	}
}

func TestCreateOrders(t *testing.T) {
	s, c := newService(t, nil, reply{status: 201, body: twoCreated})
	request := twoOrders()
	request.IdempotencyKey = "own-key"
	got, err := c.CreateOrders(t.Context(), request)
	want := CreateResult{
		UploadBatchNo: "B260102ABCDEFGH",
		Orders:        []CreatedOrder{{TrackingNo: "WB1"}, {TrackingNo: "WB2"}},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v, differs (-want +got):\n%s", err, diff)
	}
	if got.HasAllLabels() {
		t.Error("a create that did not block has all labels")
	}
	sent := s.requests()[0]
	if sent.method != "POST" || sent.uri != "/api/order/orders/" {
		t.Errorf("sent %s %s", sent.method, sent.uri)
	}
	if sent.header.Get("Content-Type") != "application/json" || sent.header.Get("Idempotency-Key") != "own-key" {
		t.Errorf("sent headers %v", sent.header)
	}
	checkContains(t, sent.body, `{"blocking":false,"orders":[{"service_id":0,"shipper_order_id":"A",`)
}

func TestCreateOrdersBlocking(t *testing.T) {
	const first = `{"upload_batch_no":"B1","orders":[{"tracking_no":"WB1","order_label_url":"http://h/1.pdf"},`
	for _, test := range []struct {
		name      string
		reply     reply
		second    CreatedOrder
		allLabels bool
	}{
		{
			"all labels",
			reply{status: 201, body: first + `{"tracking_no":"WB2","order_label_url":"http://h/2.pdf"}]}`},
			CreatedOrder{TrackingNo: "WB2", LabelURL: "http://h/2.pdf"},
			true,
		},
		{
			"one label missing",
			reply{status: 202, body: first + `{"tracking_no":"WB2","order_label_url":null,"message":"The partner refused."}]}`},
			CreatedOrder{TrackingNo: "WB2", Message: "The partner refused."},
			false,
		},
	} {
		s, c := newService(t, nil, test.reply)
		request := twoOrders()
		request.Blocking = true
		got, err := c.CreateOrders(t.Context(), request)
		want := CreateResult{UploadBatchNo: "B1", Orders: []CreatedOrder{{TrackingNo: "WB1", LabelURL: "http://h/1.pdf"}, test.second}}
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v, differs (-want +got):\n%s", test.name, err, diff)
		}
		if got.HasAllLabels() != test.allLabels {
			t.Errorf("%s: HasAllLabels() = %v", test.name, got.HasAllLabels())
		}
		checkContains(t, s.requests()[0].body, `"blocking":true`)
	}
}

func TestCreateOrdersAcceptsValid(t *testing.T) {
	s, c := newService(t, nil, reply{status: 207, body: `{"upload_batch_no":"B1","orders":[{"errors":{"order_width":["Wrong."],` +
		`"items":[{},{"item_sku":["Bad."]}]}},{"tracking_no":"WB2","order_label_url":"http://h/2.pdf"}]}`})
	request := twoOrders()
	request.AcceptValid = true
	got, err := c.CreateOrders(t.Context(), request)
	want := CreateResult{UploadBatchNo: "B1", Orders: []CreatedOrder{
		{Invalid: []Problem{
			{Order: 0, Item: None, Field: "order_width", Messages: []string{"Wrong."}},
			{Order: 0, Item: 1, Field: "item_sku", Messages: []string{"Bad."}},
		}},
		{TrackingNo: "WB2", LabelURL: "http://h/2.pdf"},
	}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v, differs (-want +got):\n%s", err, diff)
	}
	if got.HasAllLabels() {
		t.Error("an order that was not stored has a label")
	}
	checkContains(t, s.requests()[0].body, `"accept_valid":true`)
}

func TestValidateOrders(t *testing.T) {
	s, c := newService(t, nil, reply{status: 200, body: `{"orders":[
		{"errors":{},"warnings":[{"rule_id":"kr-pccc","field":"item_hs_code","index":1,"message":"M","source":"S"},
			{"rule_id":"kr-weight","field":"order_weight","index":null,"message":"N","source":""}]},
		{"errors":{"order_width":["Wrong."]},"warnings":[]}]}`})
	got, err := c.ValidateOrders(t.Context(), twoOrders().Orders)
	want := []CheckedOrder{
		{Warnings: []Warning{
			{RuleID: "kr-pccc", Field: "item_hs_code", Index: new(1), Message: "M", Source: "S"},
			{RuleID: "kr-weight", Field: "order_weight", Message: "N"},
		}},
		{Problems: []Problem{{Order: 1, Item: None, Field: "order_width", Messages: []string{"Wrong."}}}, Warnings: []Warning{}},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v, differs (-want +got):\n%s", err, diff)
	}
	if sent := s.requests()[0]; sent.method != "POST" || sent.uri != "/api/order/validate/" {
		t.Errorf("sent %s %s", sent.method, sent.uri)
	}
}

func TestCreateOrdersChecksTheCount(t *testing.T) {
	_, c := newService(t, nil, reply{status: 201, body: `{"upload_batch_no":"B1","tracking_nos":["WB1"]}`})
	_, err := c.CreateOrders(t.Context(), twoOrders())
	checkContains(t, fmt.Sprint(err), "names 1 orders for 2 submitted")
}

func TestReplayedAnswer(t *testing.T) {
	_, c := newService(t, nil, reply{status: 201, header: map[string]string{"Idempotency-Replayed": "true"}, body: twoCreated})
	if got, err := c.CreateOrders(t.Context(), twoOrders()); err != nil || !got.Replayed {
		t.Errorf("got %+v, %v, want a replayed result", got, err)
	}
}

func TestRandomIdempotencyKeys(t *testing.T) {
	s, c := newService(t, nil, reply{status: 201, body: twoCreated})
	seen := map[string]bool{}
	for range 3 {
		if _, err := c.CreateOrders(t.Context(), twoOrders()); err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range s.requests() {
		key := r.header.Get("Idempotency-Key")
		if len(key) < 26 || seen[key] { // 26 characters of base 32 are 130 bits
			t.Errorf("key %q is short or was used before", key)
		}
		seen[key] = true
	}
}

func TestIdempotencyKeyThatNoHeaderCanCarry(t *testing.T) {
	s, c := newService(t, nil, reply{status: 201, body: twoCreated})
	request := twoOrders()
	request.IdempotencyKey = "a\nb"
	_, err := c.CreateOrders(t.Context(), request)
	checkContains(t, fmt.Sprint(err), "idempotency key")
	if n := len(s.requests()); n != 0 {
		t.Errorf("%d requests, want none", n)
	}
}
