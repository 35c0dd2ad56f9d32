package api

import (
	"net/http"
	"strings"
	"testing"

	"waybill/internal/partner/simulated"
)

// asProgram are the headers of a caller that wants errors for programs.
var asProgram = []string{"Accept", "application/json, application/problem+json;q=0.9", "Accept-Language", "id"}

// TestErrorsForPrograms: operations of our own have codes with arguments and places.
func TestErrorsForPrograms(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		headers := append([]string{"Authorization", "Bearer " + testKey, "X-Request-ID", "r1"}, asProgram...)
		for _, c := range []struct{ method, path, body, want string }{
			{
				"POST", "/api/order/hold/", `{"tracking_nos":[1,"` + strings.Repeat("x", 41) + `"],"reasn":"x"}`,
				`{"path":"/reasn","code":"unknown_near","args":{"field":"reason"}`,
			},
			{
				"PATCH", "/api/account/settings/", `{"timezone":"` + strings.Repeat("x", 101) + `"}`,
				`{"type":"about:blank","title":"Bad Request","status":400,"code":"invalid_request","args":{},"detail":"The request is invalid: ` +
					`see errors.","request_id":"r1","errors":[{"path":"/timezone","code":"max_length","args":{"max":100},` +
					`"message":"Ensure this field has no more than 100 characters."}]}`,
			},
			{"GET", "/api/webhooks/endpoints/999/", "", `"status":404,"code":"not_found","args":{},"detail":"Not found.","request_id":"r1"}`},
			{"POST", "/api/order/validate/", `{`, `"status":400,"code":"not_json","args":{"reason":`},
			{"PUT", "/api/account/settings/", "", `"status":405,"code":"other_method","args":{"method":"PUT"}`},
		} {
			res, body := s.send(c.method, c.path, c.body, headers...)
			if res.Header.Get("Content-Type") != "application/problem+json" || !strings.Contains(body, c.want) {
				t.Errorf("%s %s: %s %s\nwant %s", c.method, c.path, res.Header.Get("Content-Type"), body, c.want)
			}
		}
		_, body := s.send("POST", "/api/order/validate/", `{"orders":[{}]}`, headers...)
		if !strings.Contains(body, `"problems":[{"path":"/service_id","code":"required","args":{},"message":"This field is required."},`) {
			t.Errorf("validate: %s", body)
		}
		if _, body = s.send("POST", "/api/order/validate/", `{"orders":[{}]}`, headers[:2]...); strings.Contains(body, "problems") {
			t.Errorf("validate of others: %s", body)
		}
	})
}

// TestOriginalErrorsStay: neither Accept nor Accept-Language changes a byte of the operations of the original interface, nor of other
// methods on its paths, nor of paths that do not exist.
func TestOriginalErrorsStay(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for _, c := range []struct{ method, path, body string }{
			{"POST", "/api/order/orders/", `{"secret_key":"` + testKey + `","orders":[{"order_width":"x"}]}`},
			{"POST", "/api/order/orders/", `{"orders":[]}`},
			{"PUT", "/api/order/orders/", ``},
			{"POST", "/api/order/return-orders/", `{"secret_key":"` + testKey + `","orders":[{}]}`},
			{"POST", "/api/order/cancel/", `{"secret_key":"` + testKey + `"}`},
			{"GET", "/api/order/order/?date_from=x&secret_key=" + testKey, ``},
			{"GET", "/api/order/order/?page=9&secret_key=" + testKey, ``},
			{"GET", "/api/order/order/WB00000000000ID/?secret_key=" + testKey, ``},
			{"POST", trackerPath, `{}`},
			{"GET", "/api/nothing/", ``},
			{"PUT", "/api/order/order/", ``},
		} {
			plain, want := s.send(c.method, c.path, c.body)
			res, body := s.send(c.method, c.path, c.body, asProgram...)
			if body != want || res.StatusCode != plain.StatusCode || res.Header.Get("Content-Type") != "application/json" || res.StatusCode < 400 {
				t.Errorf("%s %s: %d %s %s\nwant %s", c.method, c.path, res.StatusCode, res.Header.Get("Content-Type"), body, want)
			}
		}
	})
}

// TestOrdersThatNeedAPerson: a 202 says which labels do not come by themselves.
func TestOrdersThatNeedAPerson(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		sent := ordersBody(t, map[string]any{"blocking": true}, exampleOrder(), partnerOrder(simulated.ScriptFail))
		res, body := s.send("POST", "/api/order/orders/", sent, "Authorization", "Bearer "+testKey, "Idempotency-Key", "key")
		refused := res.Header.Get("Waybill-Needs-Person")
		if res.StatusCode != http.StatusAccepted || len(refused) < 6 || strings.Contains(refused, ",") ||
			!strings.Contains(body, `{"tracking_no":"`+refused+`","order_label_url":null`) {
			t.Errorf("%d %q %s", res.StatusCode, refused, body)
		}
		res, again := s.send("POST", "/api/order/orders/", sent, "Authorization", "Bearer "+testKey, "Idempotency-Key", "key")
		if res.Header.Get("Idempotency-Replayed") != "true" || res.Header.Get("Waybill-Needs-Person") != refused || again != body {
			t.Errorf("replayed: %v %s", res.Header, again)
		}
		s.as(testKey, "POST", "/api/order/cancel/", `{"tracking_nos":["`+refused+`"]}`, http.StatusOK, nil)
		res, _ = s.send("POST", "/api/order/orders/", sent, "Authorization", "Bearer "+testKey, "Idempotency-Key", "key")
		if res.Header.Get("Waybill-Needs-Person") != "" {
			t.Errorf("replayed after the cancellation: %v", res.Header)
		}
	})
}
