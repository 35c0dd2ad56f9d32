package api

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"waybill/internal/partner/simulated"
	"waybill/internal/problem"
	"waybill/internal/store/storetest"
)

// asProgram are the headers of a caller that wants errors for programs.
var asProgram = []string{"Accept", "application/json, application/problem+json;q=0.9", "Accept-Language", "id"}

// sayInIndonesian stands for the words of the console.
func sayInIndonesian(r *http.Request) (string, func(string, problem.Message) string) {
	if r.Header.Get("Accept-Language") != "id" {
		return "en", nil
	}
	return "id", func(field string, m problem.Message) string { return "Dalam bahasa: " + field + " " + m.String() }
}

// TestErrorsInALanguage: errors of operations of our own are in the language of Accept-Language, in the shape that they have in English.
func TestErrorsInALanguage(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	s.api.Say = sayInIndonesian
	for _, c := range []struct{ method, path, body, want string }{
		{"PATCH", "/api/account/settings/", `{"timezone":"Mars"}`, `{"timezone":["Dalam bahasa: timezone Enter a time zone such`},
		{"GET", "/api/webhooks/endpoints/999/", "", `{"detail":"Dalam bahasa:  Not found."}`},
		{"POST", "/api/order/validate/", `{"orders":[{"items":[{"item_desc":7}]}]}`, `"item_quantity":["Dalam bahasa: item_quantity This field`},
		{"POST", "/api/order/validate/", `{"orders":[{"x":1}]}`, `"message":"Dalam bahasa: x Unknown field.","source":"","since":""}`},
	} {
		res, body := s.send(c.method, c.path, c.body, "Authorization", "Bearer "+testKey, "Accept-Language", "id")
		if !strings.Contains(body, c.want) || res.Header.Get("Content-Language") != "id" || res.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s %s: %v %s\nwant %s", c.method, c.path, res.Header, body, c.want)
		}
		res, body = s.send(c.method, c.path, c.body, "Authorization", "Bearer "+testKey, "Accept-Language", "en")
		if strings.Contains(body, "Dalam") || res.Header.Get("Content-Language") != "" {
			t.Errorf("%s %s in English: %v %s", c.method, c.path, res.Header, body)
		}
	}
}

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
				`/docs/errors#invalid_request","title":"Invalid request","status":400,"code":"invalid_request","args":{},"detail":` +
					`"The request is invalid: see errors.","request_id":"r1","errors":[{"path":"/timezone","code":"max_length","args":{"max":100},` +
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

// TestCodesOfRulesAndMappings: what operators' rules say, what is wrong with rules, and with mappings.
func TestCodesOfRulesAndMappings(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.setRules(`{"id":"heavy","severity":"error","kind":"max_weight","kg":1,"messages":{"en":"Too heavy.","id":"Terlalu berat."}}`,
			`{"id":"note","severity":"warning","kind":"required","field":"delivery_note","messages":{"en":"Add a note."}}`)
		headers := append([]string{"Authorization", "Bearer " + testKey}, asProgram...)
		order := exampleOrder()
		order.DeliveryNote = ""
		_, body := s.send("POST", "/api/order/validate/", ordersBody(t, nil, order), headers...)
		if !strings.Contains(body, `{"path":"/order_weight","code":"operator_rule","args":{"rule":"heavy"},"message":"Terlalu berat."}`) {
			t.Errorf("validate: %s", body)
		}
		s.setRules(`{"id":"heavy","severity":"warning","kind":"max_weight","kg":1,"messages":{"en":"Too heavy."}}`)
		_, body = s.send("POST", "/api/order/validate/", ordersBody(t, nil, order), headers...)
		for _, want := range []string{
			`"message":"Too heavy.","source":"","since":"","code":"operator_rule","args":{"rule":"heavy"}}`,
			`"message":"Add a note.","source":"","since":"","code":"operator_rule","args":{"rule":"note"}}`,
		} {
			if !strings.Contains(body, want) {
				t.Errorf("validate: %s\nwant %s", body, want)
			}
		}

		headers[1] = "Bearer " + s.allScopes()
		_, body = s.send("PUT", rulesPath+"r/", `{"severity":"fatal","kind":"cel","field":"items","expression":"1","kg":5,"x":1}`, headers...)
		for _, want := range []string{
			`{"path":"/severity","code":"rule_value","args":{"sent":"\"fatal\"","wanted":"error, hold or warning"}`,
			`{"path":"/kg","code":"rule_key_of_other_kind","args":{"kind":"cel"}`, `{"path":"/x","code":"rule_key_unknown","args":{}`,
		} {
			if !strings.Contains(body, want) {
				t.Errorf("rule: %s\nwant %s", body, want)
			}
		}
		_, body = s.send("PUT", rulesPath+"r/", `{"severity":"error","kind":"cel","field":"order_weight","expression":"1"}`, headers...)
		if !strings.Contains(body, `{"path":"/expression","code":"rule_wrong","args":{},"message":"is a int: want`) {
			t.Errorf("expression: %s", body)
		}

		headers[1] = "Bearer " + testKey
		for mapping, want := range map[string]string{
			`{"columns":[{},{"heading":"a","field":"b"}]}`: `"code":"mapping_wrong","args":{"place":"columns[0]"},"message":"columns[0]: `,
			`{"columns":[{"heading":"a","field":"b"}]}`:    `"code":"mapping_wrong","args":{"place":"columns[0]"},"message":"columns[0]: `,
			`{"columns":[{"haeding":"a"}]}`:                `"code":"unknown_near","args":{"field":"heading"}`,
		} {
			path := "/api/order/import/?mapping=" + url.QueryEscape(mapping)
			_, body := s.send("POST", path, "a,b\n1,2\n", append(headers, "Content-Type", "text/csv")...)
			if !strings.Contains(body, `{"path":"/mapping",`+want) {
				t.Errorf("%s: %s\nwant %s", mapping, body, want)
			}
		}
		_, body = s.send("GET", "/api/order/labels/?format=pdf&size=x&tracking_no="+s.create(exampleOrder()).Orders[0].TrackingNo, "", headers...)
		if !strings.Contains(body, `"code":"print_option","args":{"option":"size","sent":"\"x\"","choices":"100x150, a6, 4x6, a4"}`) {
			t.Errorf("label: %s", body)
		}
	})
}

// TestOriginalErrorsStay: neither Accept nor Accept-Language changes a byte of the operations of the original interface, nor of other
// methods on its paths, nor of paths that do not exist.
func TestOriginalErrorsStay(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.api.Say = sayInIndonesian
		for _, c := range []struct{ method, path, body string }{
			{"POST", "/api/order/orders/", `{"secret_key":"` + testKey + `","orders":[{"order_width":"x"}]}`},
			{"POST", "/api/order/orders/", `{"orders":[]}`},
			{"PUT", "/api/order/orders/", ``},
			{"POST", "/api/order/return-orders/", `{"secret_key":"` + testKey + `","orders":[{}]}`},
			{"POST", "/api/order/cancel/", `{"secret_key":"` + testKey + `"}`},
			{"POST", "/api/order/cancel-orders/", `{"secret_key":"` + testKey + `","tracking_nos":["UNKNOWN-1"]}`},
			{"GET", "/api/data/nothing/", ``},
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
