package api

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"waybill/internal/signature"
)

// requestPage is a page of the request log.
type requestPage struct {
	NextCursor *string `json:"next_cursor"`
	Results    []struct {
		ID               string
		AccountID        int64  `json:"account_id"`
		RequestID        string `json:"request_id"`
		Method, Route    string
		Status           int
		Errors, Warnings []struct{ Path, Code, Message string }
		Body             any
		NotRecorded      int64 `json:"not_recorded"`
	}
}

func (s *server) requestLog(key, path string) (page requestPage) {
	s.t.Helper()
	s.requests.Flush(s.t.Context())
	s.as(key, "GET", path, "", 200, &page)
	return page
}

// TestRequestLog records what an account sends, without what says something of a person.
func TestRequestLog(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		other := s.newKey("Other shipper")
		post := func(path, body string) string {
			t.Helper()
			_, _ = s.send("POST", path, body, "Authorization", "Bearer "+testKey, "Content-Type", "application/json",
				"X-Request-ID", "id-"+path[5:9])
			return body
		}
		personal := []string{"Susanna", "6281234567890", "Jl. Rahasia", "secret@example.com", "W1R3D"}
		post("/api/order/orders/", `{"orders":[{"service_id":1,"consignee_nmae":"Susanna","consignee_number":"6281234567890","order_weight":"x",
			"consignee_email":"secret@example.com","payment_type":"nobody","consignee_address":"Jl. Rahasia","6281234567890":1}]}`)
		post("/api/tracker/query-by-tracking-nos/", `{"tracking_nos":["W1R3D"],"Susanna":true,"trackng":"W1R3D"}`)
		post("/api/order/cancel/", `{"tracking_nos":["W1R3D-1"],"resaon":"Susanna"}`)
		post("/api/order/hold/", `{"tracking_nos":["W1R3D-1"],"resaon":"Susanna"}`)
		s.as(testKey, "GET", "/api/order/order/W1R3D-99/", "", 404, nil)
		post("/api/order/return-orders/", `{"orders":Susanna}`)
		_, _ = s.send("POST", "/api/order/import/", "W1R3D;Susanna", "Authorization", "Bearer "+testKey, "Content-Type", "text/csv")
		_, _ = s.send("POST", "/api/order/orders/", "W1R3D", "Authorization", "Bearer "+testKey, "Content-Type", "text/plain")
		s.as(other, "GET", "/api/services/", "", 200, nil)

		page := s.requestLog(testKey, "/api/account/requests/")
		if len(page.Results) != 8 || page.NextCursor != nil {
			t.Fatalf("%d requests, next %v", len(page.Results), page.NextCursor)
		}
		all := fmt.Sprint(page.Results)
		for _, word := range personal {
			if strings.Contains(all, word) {
				t.Errorf("%q is in the log: %s", word, all)
			}
		}
		for _, want := range []string{
			"[GET /api/order/order/{tracking_no}/ 404", "{/orders/0/consignee_nmae unknown_near Unknown field. Did you mean consignee_name?}",
			"{/orders/0/… unknown_field Unknown field.}", "/orders/0/order_weight not_number",
			"{/resaon unknown_of Unknown field. Known: dry_run, tracking_nos.}",
			"{/trackng unknown_of", "/api/order/return-orders/ 400", "not JSON, 18 bytes", "/api/order/import/", "not JSON, 13 bytes",
			"/api/order/orders/ 415", "not JSON, 5 bytes",
		} {
			if !strings.Contains(strings.ReplaceAll(all, "GET", "[GET"), want) {
				t.Errorf("%q is not in the log: %s", want, all)
			}
		}
		if failed := s.requestLog(testKey, "/api/account/requests/?failed=true&request_id=id-orde"); len(failed.Results) != 4 {
			t.Errorf("failed: %+v", failed)
		}
		if of := s.requestLog(other, "/api/account/requests/"); len(of.Results) != 1 || of.Results[0].Route != "/api/services/" {
			t.Errorf("of the other account: %+v", of)
		}
		s.as(testKey, "GET", "/api/operator/requests/", "", 403, nil)
		for _, query := range []string{"cursor=x", "failed=maybe", "cursor=-1", "account_id=1"} {
			s.as(testKey, "GET", "/api/account/requests/?"+query, "", 400, nil)
		}
		operator := s.allScopes()
		if everybody := s.requestLog(operator, "/api/operator/requests/"); len(everybody.Results) != 9 {
			t.Errorf("of all: %+v", everybody)
		}
		if of := s.requestLog(operator, fmt.Sprintf("/api/operator/requests/?account_id=%d", page.Results[0].AccountID)); len(of.Results) < 5 {
			t.Errorf("of one: %+v", of)
		}
		s.as(operator, "GET", "/api/operator/requests/?account_id=x", "", 400, nil)
	})
}

// TestRequestLogIsSampled: above the rate, requests are only counted. Failed and successful requests have separate rates.
func TestRequestLogIsSampled(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.clock.stop()
		for range 130 {
			if got, _ := s.send("GET", "/api/services/", "", "Authorization", "Bearer "+testKey); got.StatusCode != http.StatusOK {
				t.Fatal(got.StatusCode)
			}
		}
		s.as(testKey, "GET", "/api/order/order/UNKNOWN-1/", "", 404, nil)
		first := s.requestLog(testKey, "/api/account/requests/")
		if len(first.Results) != 50 || first.NextCursor == nil || first.Results[0].NotRecorded != 30 || first.Results[1].Status != 404 {
			t.Fatalf("%+v", first)
		}
		var second, third requestPage
		s.as(testKey, "GET", "/api/account/requests/?cursor="+*first.NextCursor, "", 200, &second)
		s.as(testKey, "GET", "/api/account/requests/?cursor="+*second.NextCursor, "", 200, &third)
		if len(second.Results) != 50 || len(third.Results) != 2 || third.NextCursor != nil {
			t.Errorf("%d and %d entries", len(second.Results), len(third.Results))
		}
	})
}

// TestRequestLogHasMessagesOfPartners: operators see messages that partners signed. Accounts see none.
func TestRequestLogHasMessagesOfPartners(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		trackingNo, key := s.orderOfAcme()
		body := `{"events":[{"type":"accepted","tracking_no":"` + trackingNo + `","recipient":"Susanna"}]}`
		s.callBack(key, acmePath, rand.Text(), body, s.clock.now())
		s.callBack(key, acmePath, rand.Text(), `Susanna`, s.clock.now())
		s.callBack(signature.Keys{signature.Key("none")}, acmePath, rand.Text(), `{}`, s.clock.now())
		if all := fmt.Sprint(s.requestLog(testKey, "/api/account/requests/").Results); strings.Contains(all, acmePath) {
			t.Errorf("the account sees %s", all)
		}
		var found []string
		for _, entry := range s.requestLog(s.allScopes(), "/api/operator/requests/").Results {
			if entry.AccountID == 0 {
				found = append(found, fmt.Sprint(entry.Route, " ", entry.Status, " ", entry.Body))
			}
		}
		want := []string{
			acmePath + " 400 not JSON, 7 bytes",
			acmePath + " 200 map[events:[map[recipient:… tracking_no:" + trackingNo + " type:…]]]",
		}
		if !slices.Equal(found, want) {
			t.Errorf("%q, want %q", found, want)
		}
	})
}
