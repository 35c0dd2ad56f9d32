package client

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"
)

const exampleEndpoint = `{"id":1,"url":"https://shop.example/waybill","description":"D","events":["order.created"],"label_pdf":true,` +
	`"label_webhook":true,` +
	`"basic_username":"acme","disabled":true,"disabled_on":"2026-01-02T03:04:05.678901Z","disabled_reason":"R",` +
	`"failing_since":"2026-01-02T03:04:05.678902Z","old_secret_until":"2026-01-02T03:04:05.678903Z",` +
	`"created_on":"2026-01-02T03:04:05.678904Z","updated_on":"2026-01-02T03:04:05.678905Z","message":"M","secret":"whsec_AAAA"}`

func TestEndpointFields(t *testing.T) { checkFields[Endpoint](t, exampleEndpoint) }

func TestEventFields(t *testing.T) {
	checkFields[EventData](t, `{"id":"evt_1","sequence":2,"order_id":3,"service_id":4,"is_return":true,"tracking_no":"WB1",`+
		`"shipper_order_id":"A","upload_batch_no":"B","hawb_no":"H","status_code":"SUBMITTED","tracker_status_code":"SUCCESS",`+
		`"tracker_main_text":"Delivered","metadata":{"shop":"7"},"order_label_url":"http://h/1.pdf","order_label_format":"pdf",`+
		`"order_label_pdf":"JVBERg==","message":"M","changed_fields":"items","rule_id":"perfume",`+
		`"status":"SUCCESS","description":"D","country":"Singapore","address":"Jurong","occurred_on":"2026-01-02T03:04:05.678901Z",`+
		`"import_id":6,"file_name":"orders.csv","state":"done","rows":9,"orders":8,"created":3,"skipped":1,"refused":2,"left_out":7,`+
		`"finished_on":"2026-01-02T03:04:05.678904Z",`+
		`"test":true,"run":{"run_id":7,"number":"PR-00007","van":"","driver":"","place":"","date":"",`+
		`"state":"","opened_on":"0001-01-01T00:00:00Z","opened_by":"",`+
		`"signed_on":"0001-01-01T00:00:00Z","signed_by":"","given_by":"","taken_by":"","parcels":0,"weight":0,`+
		`"signature":"","picked_up":0,"stops":null},`+
		`"stop":{"tracking_no":"WB1","account_id":0,"reason":"","stopped_on":"0001-01-01T00:00:00Z","stopped_by":""},`+
		`"consignment":{"consignment_id":8,"number":"","destination":"","awb":"","truck":"","broker":"",`+
		`"leg":{"leg_no":0,"flight":"","from":"","from_country":"","to":"","to_country":"","planned_departure":"0001-01-01T00:00:00Z",`+
		`"planned_arrival":"0001-01-01T00:00:00Z","departed_on":"0001-01-01T00:00:00Z","arrived_on":"0001-01-01T00:00:00Z",`+
		`"reason":"","acknowledged":null,"bags":0,"parcels":0,"weight":""},"bags":null},`+
		`"unknown_scan":{"scan":"s-1","scanned_code":"","hub_id":0,"activity":"","scanned_on":"0001-01-01T00:00:00Z","scanned_by":"",`+
		`"closed_on":"0001-01-01T00:00:00Z","closed_by":"","reason":"","tracking_no":""},`+
		`"endpoint_id":5,"url":"https://shop.example/x","reason":"R","failing_since":"2026-01-02T03:04:05.678902Z",`+
		`"disabled_on":"2026-01-02T03:04:05.678903Z"}`)
}

func TestEndpointChange(t *testing.T) {
	for want, change := range map[string]EndpointChange{
		`{}`: {},
		`{"url":"","label_pdf":false,"events":null}`: {URL: new(""), Events: new([]EventType(nil)), LabelPDF: new(false)},
		`{"description":"d","basic_username":"u","basic_password":"p"}`: {
			Description: new("d"), BasicUsername: new("u"), BasicPassword: new("p"),
		},
		`{"disabled":true,"events":["order.created","order.delivered"]}`: {
			Events: &[]EventType{EventOrderCreated, EventDelivered}, Disabled: new(true),
		},
	} {
		if got, err := json.Marshal(change); err != nil || string(got) != want {
			t.Errorf("got %s, %v, want %s", got, err, want)
		}
	}
}

// TestOneKeyForAllAttempts checks that calls with a second effect, such as a second endpoint or rotation, are repeated with one key.
func TestOneKeyForAllAttempts(t *testing.T) {
	for name, ask := range map[string]func(c *Client) error{
		"create": func(c *Client) error { _, err := c.CreateEndpoint(t.Context(), EndpointChange{}); return err },
		"rotate": func(c *Client) error { _, err := c.RotateSecret(t.Context(), 1); return err },
	} {
		for _, lost := range []reply{{}, {status: 502}, {status: 503}, {status: 429, header: map[string]string{"Retry-After": "0"}}} {
			s, c := newService(t, nil, lost, reply{status: 201, body: exampleEndpoint})
			err := ask(c)
			sent := s.requests()
			if err != nil || len(sent) != 2 || sent[0].header.Get("Idempotency-Key") == "" || !reflect.DeepEqual(sent[0], sent[1]) {
				t.Errorf("%s: %v, sent %v to a service that responds %d", name, err, sent, lost.status)
			}
		}
	}
}

func TestDeleteIsRepeated(t *testing.T) {
	s, c := newService(t, nil, reply{status: 503}, reply{status: 204}, reply{status: 404, body: `{"detail":"Not found."}`})
	if err := c.DeleteEndpoint(t.Context(), 7); err != nil {
		t.Error(err)
	}
	if sent := s.requests()[1]; sent.method != "DELETE" || sent.uri != "/api/webhooks/endpoints/7/" || sent.body != "" {
		t.Errorf("sent %+v", sent)
	}
	if err := c.DeleteEndpoint(t.Context(), 7); !errors.Is(err, ErrNotFound) {
		t.Errorf("a second time: %v", err)
	}
}
