package api

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/fulfil"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/webhook"
)

// TestViewDeliveries: an account sees the attempts at its events, page by page, and no one else's.
func TestViewDeliveries(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		var endpoint endpointJSON
		s.as(testKey, "POST", endpointsPath, `{"url":"https://shop.example/hook"}`, 201, &endpoint)
		path := fmt.Sprintf("%s%d/deliveries/", endpointsPath, endpoint.ID)
		if _, text := s.send("GET", path, "", "Authorization", "Bearer "+testKey); text != `{"next_cursor":null,"results":[]}` {
			t.Errorf("before any event: %s", text)
		}
		order := s.create(exampleOrder()).Orders[0]
		retryOn := s.clock.now().Add(time.Hour)
		claimed, err := s.api.Store.Webhooks.ClaimDeliveries(t.Context(), "me", endpoint.ID, 9, time.Minute)
		if err != nil || len(claimed) != 1 {
			t.Fatalf("%d claimed, %v", len(claimed), err)
		}
		_, err = s.api.Store.Webhooks.RecordDelivery(t.Context(), claimed[0], store.DeliveryOutcome{
			State: store.DeliveryPending, RetryOn: retryOn, Status: 500, Error: "responded with 500", Took: 12345 * time.Microsecond,
			Response: "no\n<b>room</b>",
		})
		if err != nil {
			t.Fatal(err)
		}
		var page struct {
			NextCursor *string `json:"next_cursor"`
			Results    []struct {
				EventID       string   `json:"event_id"`
				Type          string   `json:"type"`
				TrackingNo    string   `json:"tracking_no"`
				State         string   `json:"state"`
				Attempts      int      `json:"attempts"`
				Status        *int     `json:"status"`
				Error         *string  `json:"error"`
				Response      *string  `json:"response"`
				Duration      *float64 `json:"duration"`
				NextAttemptOn *string  `json:"next_attempt_on"`
			}
		}
		s.as(testKey, "GET", strings.TrimSuffix(path, "/"), "", 200, &page)
		if len(page.Results) != 2 || page.NextCursor != nil {
			t.Fatalf("page %+v", page)
		}
		ready, created := page.Results[0], page.Results[1]
		if ready.Type != "order.label_ready" || ready.State != "pending" || ready.Attempts != 0 || ready.Status != nil || ready.Error != nil ||
			ready.Response != nil || ready.Duration != nil {
			t.Errorf("second event %+v", ready)
		}
		if created.EventID != claimed[0].Event.ID || created.TrackingNo != order.TrackingNo || created.Attempts != 1 || *created.Status != 500 ||
			*created.Error != "responded with 500" || *created.Response != "no\n<b>room</b>" || *created.Duration != 0.012345 ||
			*created.NextAttemptOn != shipment.FormatTime(retryOn.Truncate(time.Microsecond)) {
			t.Errorf("first event %+v", created)
		}

		s.create(slices.Repeat([]client.NewOrder{exampleOrder()}, 30)...)
		ids := map[string]bool{}
		for next := ""; ; next = *page.NextCursor {
			s.as(testKey, "GET", path+"?cursor="+next, "", 200, &page)
			for _, d := range page.Results {
				ids[d.EventID] = true
			}
			if page.NextCursor == nil {
				break
			}
		}
		if len(ids) != 62 {
			t.Errorf("%d deliveries on all pages, want 62", len(ids))
		}
		s.as(testKey, "GET", path+"?cursor=evt_1", "", 400, nil)
		s.as(s.newKey("other"), "GET", path, "", 404, nil)
		s.as(testKey, "GET", endpointsPath+"999/deliveries/", "", 404, nil)
	})
}

// TestTestEndpoint: a test event reaches the receiver with the signature of the endpoint, at most 5 at once.
func TestTestEndpoint(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		var status int
		var received []string
		receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			received = append(received, r.Header.Get("Webhook-Id")+" "+string(body))
			w.WriteHeader(status)
			if status != http.StatusNoContent {
				_, _ = io.WriteString(w, "full")
			}
		}))
		defer receiver.Close()
		var endpoint, silent endpointJSON
		s.as(testKey, "POST", endpointsPath, `{"url":"`+receiver.URL+`/hook?token=1"}`, 201, &endpoint)
		s.as(testKey, "POST", endpointsPath, `{}`, 201, &silent)
		path := fmt.Sprintf("%s%d/test/", endpointsPath, endpoint.ID)
		var result struct {
			EventID   string `json:"event_id"`
			Delivered bool
			Status    *int
			Error     *string
			Response  *string
			Duration  *float64
		}
		s.clock.stop()
		for i, want := range []int{204, 500, 410, 204, 204} {
			status = want
			s.as(testKey, "POST", path, "", 200, &result)
			if result.Delivered != (want == 204) || *result.Status != want || (result.Error == nil) != (want == 204) ||
				(result.Response == nil) != (want == 204) {
				t.Errorf("%d: %+v", want, result)
			}
			if len(received) != i+1 || !strings.HasPrefix(received[i], result.EventID+` {"type":"endpoint.test","timestamp":"`) ||
				!strings.HasSuffix(received[i], fmt.Sprintf(`"data":{"id":"%s","sequence":0,"endpoint_id":%d,"url":"%s/hook"}}`,
					result.EventID, endpoint.ID, receiver.URL)) {
				t.Errorf("received %q", received)
			}
		}
		s.as(testKey, "POST", path, "", 429, nil)
		s.clock.advance(time.Second)
		s.as(testKey, "POST", path, "{}", 200, nil)
		if len(received) != 6 {
			t.Errorf("%d test events arrived, want 6", len(received))
		}

		// The tests changed nothing.
		var shown endpointJSON
		s.as(testKey, "GET", fmt.Sprintf("%s%d/", endpointsPath, endpoint.ID), "", 200, &shown)
		if shown.Disabled || shown.FailingSince != nil {
			t.Errorf("afterwards: %+v", shown)
		}
		s.as(s.newKey("other"), "POST", path, "", 404, nil)
		if _, text := s.send("POST", fmt.Sprintf("%s%d/test/", endpointsPath, silent.ID), "", "Authorization",
			"Bearer "+testKey); text != `{"url":["The endpoint has no URL to send a test event to."]}` {
			t.Errorf("without a URL: %s", text)
		}
	})
}

// TestPrivateReceiversAreRefused: where nothing is sent to private networks, no endpoint is made there.
func TestPrivateReceiversAreRefused(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		var open endpointJSON
		s.as(testKey, "POST", endpointsPath, `{"url":"http://127.0.0.1:9/old","description":"made before"}`, 201, &open)
		path := fmt.Sprintf("%s%d/", endpointsPath, open.ID)
		sender := webhook.NewSender(webhook.Options{Timeout: time.Minute, UserAgent: "test", Now: time.Now})
		s.api.Endpoints = &fulfil.Endpoints{Store: s.api.Store, Sender: sender, Now: s.clock.now, Log: s.api.Log}
		const want = `{"url":["This address is in a private network, to which nothing is sent. Enter one on the public internet."]}`
		for _, url := range []string{
			"http://localhost:8080/", "https://127.0.0.1/x", "https://10.1.2.3", "http://169.254.169.254/latest", "https://[::1]:8443/",
			"https://[fd00::1]/", "http://0.0.0.0/", "https://100.64.0.1/",
		} {
			for method, target := range map[string]string{"POST": endpointsPath, "PATCH": path} {
				if res, text := s.send(method, target, `{"url":"`+url+`"}`, "Authorization", "Bearer "+testKey); text != want {
					t.Errorf("%s %s: %d %s", method, url, res.StatusCode, text)
				}
			}
		}
		const wantTLS = `{"url":["The network can read what is sent to http://, so nothing is. Enter an https:// address."]}`
		for _, url := range []string{"http://8.8.8.8/hook", "HTTP://no-such-host.invalid/hook"} {
			if res, text := s.send("POST", endpointsPath, `{"url":"`+url+`"}`, "Authorization", "Bearer "+testKey); text != wantTLS {
				t.Errorf("POST %s: %d %s", url, res.StatusCode, text)
			}
		}
		s.as(testKey, "POST", endpointsPath, `{"url":"https://8.8.8.8/hook"}`, 201, nil)
		s.as(testKey, "POST", endpointsPath, `{"url":"https://no-such-host.invalid/hook"}`, 201, nil) // it may exist later
		s.as(testKey, "PATCH", path, `{"url":"http://127.0.0.1:9/old","description":"the same"}`, 200, nil)
		s.as(testKey, "PATCH", path, `{"url":null}`, 200, nil)

		// The result for a private address does not name it.
		s.as(testKey, "PATCH", path, `{"url":"https://8.8.8.8/"}`, 200, nil)
		_, err := s.api.Store.Webhooks.UpdateEndpoint(t.Context(), 1, open.ID, func(e *shipment.EndpointSettings) error {
			e.URL = "https://localhost:9/"
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, text := s.send("POST", path+"test/", "", "Authorization", "Bearer "+testKey); !strings.Contains(text,
			`"status":null,"error":"cannot be reached"`) {
			t.Errorf("test: %s", text)
		}
		if !strings.Contains(s.log.String(), "is not a public address") {
			t.Error("the log does not have the cause")
		}
	})
}
