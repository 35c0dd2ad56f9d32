package api

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"waybill/client"
)

// TestRehearsal fails requests that ask for it once for each Idempotency-Key, and makes no order twice.
func TestRehearsal(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		order, err := json.Marshal(map[string]any{"orders": []any{exampleOrder()}})
		if err != nil {
			t.Fatal(err)
		}
		create := func(rehearse, key string) (reply, string) {
			t.Helper()
			return s.send("POST", "/api/order/orders/", string(order), "Authorization", "Bearer "+testKey, "Content-Type", "application/json",
				"Waybill-Rehearse", rehearse, "Idempotency-Key", key)
		}
		for rehearse, want := range map[string]int{"409": 409, "429": 429, "500": 500, "503": 503} {
			got, text := create(rehearse, "key-"+rehearse)
			if got.StatusCode != want || want != 500 && got.Header.Get("Retry-After") == "" || !strings.Contains(text, "detail") {
				t.Errorf("%s: %d %v %s", rehearse, got.StatusCode, got.Header, text)
			}
			if got, text := create(rehearse, "key-"+rehearse); got.StatusCode != http.StatusCreated {
				t.Errorf("%s again: %d %s", rehearse, got.StatusCode, text)
			}
		}
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+"/api/order/orders/", strings.NewReader(string(order)))
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]string{
			"Authorization": "Bearer " + testKey, "Content-Type": "application/json", "Waybill-Rehearse": "lost", "Idempotency-Key": "key-lost",
		} {
			req.Header.Set(name, value)
		}
		if res, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(req); err == nil {
			_ = res.Body.Close()
			t.Errorf("the lost response is %d", res.StatusCode)
		}
		if got, _ := create("lost", "key-lost"); got.StatusCode != http.StatusCreated || got.Header.Get("Idempotency-Replayed") == "" {
			t.Errorf("after a lost response: %d %v", got.StatusCode, got.Header)
		}
		var page struct{ Count int }
		if s.as(testKey, http.MethodGet, "/api/order/order/", "", http.StatusOK, &page); page.Count != 5 {
			t.Errorf("%d orders, want 5", page.Count)
		}
		if got, text := create("418", "key"); got.StatusCode != http.StatusBadRequest || !strings.Contains(text, "Waybill-Rehearse") {
			t.Errorf("%d %s", got.StatusCode, text)
		}
		tagged := func(tag, path string) (reply, string) {
			o := exampleOrder()
			o.ShipperOrderID = "Order [rehearse " + tag + "]"
			return s.send("POST", path, ordersBody(t, map[string]any{}, o), "Authorization", "Bearer "+testKey, "Content-Type", "application/json")
		}
		for _, want := range []int{http.StatusServiceUnavailable, http.StatusCreated, http.StatusCreated} {
			if got, text := tagged("503", "/api/order/orders/"); got.StatusCode != want {
				t.Errorf("by tag: %d %s, want %d", got.StatusCode, text, want)
			}
		}
		if got, text := tagged("418", "/api/order/orders/"); got.StatusCode != http.StatusCreated {
			t.Errorf("by a text that is no tag: %d %s", got.StatusCode, text)
		}
		if got, text := tagged("500", "/api/order/validate/"); got.StatusCode != http.StatusOK {
			t.Errorf("validate: %d %s", got.StatusCode, text)
		}
		s.api.Rehearse = false
		if got, text := tagged("429", "/api/order/orders/"); got.StatusCode != http.StatusCreated {
			t.Errorf("a text in production: %d %s", got.StatusCode, text)
		}
		if got, text := create("503", "key"); got.StatusCode != http.StatusBadRequest || !strings.Contains(text, "development only") {
			t.Errorf("in production: %d %s", got.StatusCode, text)
		}
	})
}

// rehearsing asks for a failure with each request.
type rehearsing string

func (r rehearsing) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("Waybill-Rehearse", string(r))
	return http.DefaultTransport.RoundTrip(req)
}

// TestClientSurvivesFailures: the Go client sends again what failed, and no order is created twice.
func TestClientSurvivesFailures(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for _, rehearse := range []rehearsing{"503", "429", "lost"} {
			c, err := client.New(s.url+"/api", testKey, client.WithHTTPClient(&http.Client{Transport: rehearse}))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{exampleOrder()}}); err != nil {
				t.Errorf("%s: %v", rehearse, err)
			}
		}
		var page struct{ Count int }
		if s.as(testKey, http.MethodGet, "/api/order/order/", "", http.StatusOK, &page); page.Count != 3 {
			t.Errorf("%d orders, want 3", page.Count)
		}
	})
}
