package api

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
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
		if s.as(testKey, "GET", "/api/order/order/", "", 200, &page); page.Count != 5 {
			t.Errorf("%d orders, want 5", page.Count)
		}
		if got, text := create("418", "key"); got.StatusCode != http.StatusBadRequest || !strings.Contains(text, "Waybill-Rehearse") {
			t.Errorf("%d %s", got.StatusCode, text)
		}
		s.api.Rehearse = false
		if got, text := create("503", "key"); got.StatusCode != http.StatusBadRequest || !strings.Contains(text, "development only") {
			t.Errorf("in production: %d %s", got.StatusCode, text)
		}
	})
}
