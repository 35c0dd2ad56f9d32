package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"waybill/client"
)

// labelReceiver is a program made for the original's label webhook: it knows three keys, and asks for a user name and a password.
type labelReceiver struct {
	t        *testing.T
	endpoint endpointJSON
	verifier atomic.Pointer[standardwebhooks.Webhook]
	status   atomic.Int64
	bodies   chan []byte
}

// ServeHTTP implements http.Handler.
func (r *labelReceiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	if user, password, ok := req.BasicAuth(); !ok || user != "acme" || password != "hunter2" {
		w.WriteHeader(http.StatusUnauthorized)
		r.t.Errorf("credentials %q %q", user, password)
		return
	}
	if err = errors.Join(err, r.verifier.Load().Verify(body, req.Header)); err != nil {
		r.t.Error(err)
	}
	c := answerContract()
	schema, _ := c.at(c.root, "webhooks", "label_webhook", "post", "requestBody", "content", "application/json", "schema")
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err = errors.Join(err, c.validate(schema, value)); err != nil {
		r.t.Errorf("%s is not in the OpenAPI document: %v", body, err)
	}
	w.WriteHeader(int(r.status.Load()))
	r.bodies <- body
}

// receiveLabels registers a label webhook of the demo account.
func (s *server) receiveLabels(status int) *labelReceiver {
	s.t.Helper()
	r := &labelReceiver{t: s.t, bodies: make(chan []byte, 16)}
	r.status.Store(int64(status))
	listener := httptest.NewServer(r)
	s.t.Cleanup(listener.Close)
	s.as(testKey, "POST", endpointsPath,
		`{"url":"`+listener.URL+`","label_webhook":true,"basic_username":"acme","basic_password":"hunter2"}`, 201, &r.endpoint)
	verifier, err := standardwebhooks.NewWebhook(r.endpoint.Secret)
	if err != nil {
		s.t.Fatal(err)
	}
	r.verifier.Store(verifier)
	return r
}

// wantLabel reads a body as the receiver of labels does: no other key, and the label as PDF with the tracking number. none: there is no
// PDF.
func (s *server) wantLabel(body []byte, trackingNo string, none bool) {
	s.t.Helper()
	var label struct {
		TrackingNo string `json:"tracking_no"`
		URL        string `json:"order_label_url"`
		PDF        []byte `json:"label_base64"`
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&label); err != nil || label.TrackingNo != trackingNo || !strings.Contains(label.URL, "/labels/"+trackingNo) {
		s.t.Errorf("%.200s: %v, want the label of %s", body, err, trackingNo)
	}
	if none {
		if len(label.PDF) != 0 {
			s.t.Errorf("%.200s: want no PDF", body)
		}
		return
	}
	if !bytes.HasPrefix(label.PDF, []byte("%PDF")) || !strings.Contains(strings.Join(textOfPages(s.t, string(label.PDF)), ""), trackingNo) {
		s.t.Errorf("%.200s: want a PDF with %s", body, trackingNo)
	}
}

// TestLabelWebhook: it gets labels in the form of the original and nothing else, again with the same body if it refuses them, and by a
// replay and a test. Other endpoints get their events as before.
func TestLabelWebhook(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		labels, events := s.receiveLabels(http.StatusInternalServerError), s.receive(http.StatusNoContent, "")
		if got := labels.endpoint.Events; len(got) != 1 || got[0] != "order.label_ready" {
			t.Errorf("it subscribes to %v", got)
		}
		s.deliverEvents()
		created := s.create(exampleOrder()).Orders[0].TrackingNo
		first := <-labels.bodies
		s.wantLabel(first, created, false)
		for _, want := range []client.EventType{client.EventOrderCreated, client.EventLabelReady} {
			if event := <-events.events; event.Type != want || event.Data.TrackingNo != created || event.Data.OrderLabelPDF != nil {
				t.Errorf("the other endpoint got %+v", event)
			}
		}
		labels.status.Store(http.StatusOK)
		s.clock.advance(5 * time.Second)
		if again := <-labels.bodies; !bytes.Equal(again, first) {
			t.Errorf("the retry is %.200s, not %.200s", again, first)
		}

		path := fmt.Sprintf("%s%d/", endpointsPath, labels.endpoint.ID)
		var tested struct{ Delivered bool }
		for _, body := range []string{``, `{"event":"order.label_ready"}`} {
			s.as(testKey, "POST", path+"test/", body, 200, &tested)
			if s.wantLabel(<-labels.bodies, "WB00000000000ID", false); !tested.Delivered {
				t.Error("the test is not delivered")
			}
		}
		var page eventPage
		s.as(testKey, "GET", "/api/webhooks/events/", "", 200, &page)
		s.as(testKey, "POST", path+"replay/", `{"event_ids":["`+page.Results[1].Data.ID+`"]}`, 202, nil)
		if again := <-labels.bodies; !bytes.Equal(again, first) {
			t.Errorf("the replay is %.200s, not %.200s", again, first)
		}
		s.cancel(created)
		s.as(testKey, "POST", path+"replay/", `{"date_from":"2020-01-01"}`, 202, nil)
		s.wantLabel(<-labels.bodies, created, true)

		const refused = `:["A label webhook gets order.label_ready alone: name no other event here, or set label_webhook to false."]}`
		for call, want := range map[string]string{
			`test/ {"event":"order.delivered"}`:                         `{"event"` + refused,
			`replay/ {"event_ids":["` + page.Results[0].Data.ID + `"]}`: `{"event_ids"` + refused,
		} {
			operation, body, _ := strings.Cut(call, " ")
			res, text := s.send("POST", path+operation, body, "Authorization", "Bearer "+testKey)
			if res.StatusCode != http.StatusBadRequest || text != want {
				t.Errorf("%s: %d %s", call, res.StatusCode, text)
			}
		}
	})
}

// TestLabelWebhookOfZPL: a label that a partner draws as ZPL has its address and no PDF, as with label_pdf.
func TestLabelWebhookOfZPL(t *testing.T) {
	onEngines(t, func(_ *testing.T, s *server) {
		labels := s.receiveLabels(http.StatusOK)
		s.deliverEvents()
		order := s.labelledOrders("[label zpl]").Orders[0]
		s.wantLabel(<-labels.bodies, order.TrackingNo, true)
	})
}

// TestLabelWebhooksAreNoOthers: an endpoint that names other types of events is no label webhook.
func TestLabelWebhooksAreNoOthers(t *testing.T) {
	onEngines(t, func(_ *testing.T, s *server) {
		const refused = `{"events":["A label webhook gets order.label_ready alone: name no other event here, or set label_webhook to false."]}`
		var endpoint endpointJSON
		s.as(testKey, "POST", endpointsPath, `{"events":["order.created"]}`, 201, &endpoint)
		path := fmt.Sprintf("%s%d/", endpointsPath, endpoint.ID)
		for _, step := range []struct{ method, path, body, want string }{
			{"POST", endpointsPath, `{"label_webhook":true,"events":["order.label_ready","order.created"]}`, refused},
			{"PATCH", path, `{"label_webhook":true}`, refused},
			{"PATCH", path, `{"label_webhook":true,"events":null}`, `"events":["order.label_ready"],"label_pdf":false,"label_webhook":true,`},
			{"PATCH", path, `{"events":["order.delivered"]}`, refused},
			{"PATCH", path, `{"label_pdf":true}`, `"label_pdf":true,"label_webhook":true,`},
			{"PATCH", path, `{"label_webhook":false,"events":["order.delivered"]}`, `"label_webhook":false,`},
			{"PATCH", path, `{"events":null}`, `"events":null,`},
			{"POST", endpointsPath, `{}`, `"events":null,"label_pdf":false,"label_webhook":false,`},
		} {
			res, text := s.send(step.method, step.path, step.body, "Authorization", "Bearer "+testKey)
			if !strings.Contains(text, step.want) || (res.StatusCode == http.StatusBadRequest) != (step.want == refused) {
				s.t.Errorf("%s %s: %d %s", step.method, step.body, res.StatusCode, text)
			}
		}
	})
}
