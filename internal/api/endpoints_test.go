package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/audit"
)

const endpointsPath = "/api/webhooks/endpoints/"

// endpointJSON is an endpoint as the API returns it.
type endpointJSON struct {
	ID             int64
	URL            *string
	Events         []string
	LabelPDF       bool    `json:"label_pdf"`
	Username       *string `json:"basic_username"`
	Disabled       bool
	DisabledReason *string `json:"disabled_reason"`
	FailingSince   *string `json:"failing_since"`
	OldSecretUntil *string `json:"old_secret_until"`
	Secret         string
}

// as sends a request with a key, and reads its answer into result.
func (s *server) as(key, method, path, body string, wantStatus int, result any) {
	s.t.Helper()
	res, text := s.send(method, path, body, "Authorization", "Bearer "+key, "Content-Type", "application/json")
	if res.StatusCode != wantStatus {
		s.t.Fatalf("%s %s %s: %d %s, want %d", method, path, body, res.StatusCode, text, wantStatus)
	}
	if result == nil {
		return
	}
	if err := json.Unmarshal([]byte(text), result); err != nil {
		s.t.Fatalf("%s %s: %s: %v", method, path, text, err)
	}
}

func TestEndpointLife(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		var created, changed, rotated endpointJSON
		s.as(testKey, "POST", endpointsPath,
			`{"url":"https://shop.example/hook?a=1","events":["order.delivered"],"basic_username":"acme","basic_password":"hunter2"}`, 201, &created)
		if *created.URL != "https://shop.example/hook?a=1" || len(created.Events) != 1 || *created.Username != "acme" ||
			!strings.HasPrefix(created.Secret, "whsec_") {
			t.Errorf("created %+v", created)
		}
		path := fmt.Sprintf("%s%d/", endpointsPath, created.ID)
		s.as(testKey, "PATCH", path, `{"events":null,"label_pdf":"yes","basic_username":null,"disabled":true}`, 200, &changed)
		if *changed.URL != *created.URL || changed.Events != nil || !changed.LabelPDF || changed.Username != nil || !changed.Disabled ||
			*changed.DisabledReason == "" || changed.Secret != "" {
			t.Errorf("changed %+v", changed)
		}
		s.as(testKey, "POST", path+"rotate-secret/", "", 200, &rotated)
		if rotated.Secret == created.Secret || rotated.Secret == "" || rotated.OldSecretUntil == nil {
			t.Errorf("rotated %+v", rotated)
		}
		for _, listing := range []string{endpointsPath, path} {
			_, text := s.send("GET", listing+"?secret_key="+testKey, "")
			if !strings.Contains(text, "shop.example") || strings.Contains(text, "whsec_") || strings.Contains(text, "hunter2") {
				t.Errorf("%s: %s", listing, text)
			}
		}

		// Another account does not see it.
		other := s.newKey("other")
		s.as(other, "GET", path, "", 404, nil)
		s.as(other, "PATCH", path, `{}`, 404, nil)
		s.as(other, "DELETE", path, "", 404, nil)
		s.as(other, "POST", path+"rotate-secret/", `{}`, 404, nil)
		s.as(other, "POST", path+"replay/", `{"date_from":"2026-01-01"}`, 404, nil)
		s.as(testKey, "GET", endpointsPath+"seven/", "", 404, nil)

		s.as(testKey, "DELETE", path, "", 204, nil)
		s.as(testKey, "GET", path, "", 404, nil)
		filter := audit.Filter{SubjectKind: audit.SubjectEndpoint, Subject: fmt.Sprint(created.ID)}
		entries, _, err := s.api.Store.Audit.List(t.Context(), filter, "", 10)
		byKey := audit.Actor{Kind: audit.ActorKey, Name: "1"}
		if err != nil || len(entries) != 4 || entries[0].Action != "delete" || entries[0].Actor != byKey {
			t.Errorf("audit log: %+v, %v", entries, err)
		}
		if log := s.log.String(); strings.Contains(log, created.Secret) || strings.Contains(log, "hunter2") {
			t.Error("the log holds a secret")
		}
	})
}

// TestAPasswordDoesNotFollowTheURL: who stole a key must not learn the Basic password by
// having it sent elsewhere, not by way of no URL either.
func TestAPasswordDoesNotFollowTheURL(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		var endpoint endpointJSON
		s.as(testKey, "POST", endpointsPath, `{"url":"https://shop.example/hook","basic_username":"acme","basic_password":"hunter2"}`, 201,
			&endpoint)
		path := fmt.Sprintf("%s%d/", endpointsPath, endpoint.ID)
		const refused = `{"basic_password":["This field is required when the URL changes: send the password again, or null for none."]}`
		for i, step := range []struct {
			body, url string
			status    int
			password  shipment.Secret
		}{
			{`{"url":"https://evil.example/"}`, "https://shop.example/hook", 400, "hunter2"},
			{`{"url":"http://shop.example/hook"}`, "https://shop.example/hook", 400, "hunter2"},
			{`{"url":"https://evil.example/","basic_username":"acme","disabled":true}`, "https://shop.example/hook", 400, "hunter2"},
			{`{"url":"https://shop.example/hook","description":"the same"}`, "https://shop.example/hook", 200, "hunter2"},
			{`{"url":null}`, "", 200, "hunter2"},
			{`{"url":"https://evil.example/"}`, "", 400, "hunter2"},
			{`{"url":"https://shop.example/new","basic_password":"hunter2"}`, "https://shop.example/new", 200, "hunter2"},
			{`{"url":"https://shop.example/newer","basic_password":null}`, "https://shop.example/newer", 200, ""},
			{`{"url":"https://shop.example/newest"}`, "https://shop.example/newest", 200, ""},
		} {
			res, text := s.send("PATCH", path, step.body, "Authorization", "Bearer "+testKey)
			if res.StatusCode != step.status || step.status == 400 && text != refused {
				t.Errorf("step %d, %s: %d %s", i, step.body, res.StatusCode, text)
			}
			stored, err := s.api.Store.Webhooks.Endpoints(t.Context(), 1)
			if err != nil || stored[0].URL != step.url || stored[0].Password != step.password {
				t.Errorf("after step %d, %s: URL %q, err %v", i, step.body, stored[0].URL, err)
			}
		}
	})
}

func TestEndpointKeyInTheBody(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		if res, text := s.send("POST", endpointsPath, `{"secret_key":"`+testKey+`"}`); res.StatusCode != http.StatusCreated ||
			!strings.Contains(text, `"url":null`) {
			t.Errorf("%d %s", res.StatusCode, text)
		}
		if res, _ := s.send("POST", endpointsPath, `{"url":"https://shop.example"}`); res.StatusCode != http.StatusUnauthorized {
			t.Errorf("without a key: %d", res.StatusCode)
		}
		if res, _ := s.send("DELETE", endpointsPath+"1/?secret_key=wrong", ""); res.StatusCode != http.StatusUnauthorized {
			t.Errorf("with a wrong key: %d", res.StatusCode)
		}
	})
}

func TestEndpointProblems(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		var endpoint endpointJSON
		s.as(testKey, "POST", endpointsPath, `{}`, 201, &endpoint)
		for body, want := range map[string]string{
			`{"url":"shop.example"}`:              `{"url":["Enter a valid URL: http:// or https:// and a host."]}`,
			`{"url":"ftp://shop.example"}`:        `{"url":["Enter a valid URL: http:// or https:// and a host."]}`,
			`{"url":"http://:80/"}`:               `{"url":["Enter a valid URL: http:// or https:// and a host."]}`,
			`{"url":"https://a:b@shop.example"}`:  `{"url":["Enter a URL without a user, a password or a fragment."]}`,
			`{"url":"https://shop.example:0"}`:    `{"url":["Enter a URL whose port is 1 to 65535."]}`,
			`{"url":"http://shop.example:65536"}`: `{"url":["Enter a URL whose port is 1 to 65535."]}`,
			`{"url":true,"label_pdf":"maybe"}`:    `{"url":["Not a valid string."],"label_pdf":["Must be a valid boolean."]}`,
			`{"basic_username":"a:b"}`:            `{"basic_username":["A colon is not allowed."]}`,
			`{"events":"all"}`:                    `{"events":{"non_field_errors":["Expected a list of items but got type \"str\"."]}}`,
			`{"events":[]}`:                       `{"events":{"non_field_errors":["This list may not be empty."]}}`,
			`{"events":["order.created","x",{}, 1]}`: `{"events":[{},["\"x\" is not a valid choice."],["\"\" is not a valid choice."],` +
				`["\"1\" is not a valid choice."]]}`,
			`[]`: `{"non_field_errors":["Invalid data. Expected a dictionary, but got list."]}`,
		} {
			for method, path := range map[string]string{"POST": endpointsPath, "PATCH": fmt.Sprintf("%s%d/", endpointsPath, endpoint.ID)} {
				if res, text := s.send(method, path, body, "Authorization", "Bearer "+testKey); res.StatusCode != http.StatusBadRequest ||
					text != want {
					t.Errorf("%s %s: %d %s\nwant %s", method, body, res.StatusCode, text, want)
				}
			}
		}
		for range 15 { // with the one above, as many as there may be
			s.as(testKey, "POST", endpointsPath, `{}`, 201, nil)
		}
		if _, text := s.send("POST", endpointsPath, `{}`, "Authorization",
			"Bearer "+testKey); text != `{"non_field_errors":["An account has at most 16 endpoints."]}` {
			t.Errorf("one too many: %s", text)
		}
	})
}

// eventPage is a page of events as the API returns it.
type eventPage struct {
	NextCursor *string `json:"next_cursor"`
	Results    []struct {
		Type, Timestamp string
		Data            struct {
			ID         string
			Sequence   int64
			TrackingNo string  `json:"tracking_no"`
			LabelURL   *string `json:"order_label_url"`
		}
	}
}

func TestViewEvents(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.create(exampleOrder()) // no endpoint exists yet
		s.as(testKey, "POST", endpointsPath, `{}`, 201, nil)
		const orders = 30
		for range orders {
			s.create(exampleOrder())
		}
		var first, second, none eventPage
		s.as(testKey, "GET", "/api/webhooks/events/", "", 200, &first)
		if len(first.Results) != 50 || first.NextCursor == nil {
			t.Fatalf("first page: %d events", len(first.Results))
		}
		s.as(testKey, "GET", "/api/webhooks/events/?cursor="+*first.NextCursor, "", 200, &second)
		if len(second.Results) != 2*orders-50 || second.NextCursor != nil {
			t.Errorf("second page: %d events", len(second.Results))
		}
		created, ready := first.Results[0], first.Results[1]
		if created.Type != "order.created" || created.Data.LabelURL != nil || ready.Type != "order.label_ready" || ready.Data.Sequence != 2 {
			t.Fatalf("first order: %+v, %+v", created, ready)
		}
		if res, label := s.send("GET", strings.TrimPrefix(*ready.Data.LabelURL, s.url), ""); res.StatusCode != http.StatusOK ||
			!strings.HasPrefix(label, "%PDF") {
			t.Errorf("label: %d", res.StatusCode)
		}
		s.as(testKey, "GET", "/api/webhooks/events/?date_from="+s.clock.now().Add(time.Hour).UTC().Format("2006-01-02T15:04:05"), "", 200, &none)
		if len(none.Results) != 0 {
			t.Errorf("of the future: %d events", len(none.Results))
		}
		s.as(s.newKey("other"), "GET", "/api/webhooks/events/", "", 200, &none)
		if len(none.Results) != 0 {
			t.Errorf("of another account: %d events", len(none.Results))
		}
		s.as(testKey, "GET", "/api/webhooks/events/?cursor=evt_1", "", 400, nil)
		s.as(testKey, "GET", "/api/webhooks/events/?date_to=soon", "", 400, nil)
		s.as(testKey, "GET", "/api/webhooks/events/?date_form=2026-01-01", "", 400, nil)
	})
}

// TestLabelOfACancelledOrder: an event that is late must not fail for a label that is gone.
func TestLabelOfACancelledOrder(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		trackingNo := s.create(exampleOrder()).Orders[0].TrackingNo
		if pdf, err := s.api.PrintLabel(t.Context(), trackingNo); err != nil || !strings.HasPrefix(string(pdf), "%PDF") {
			t.Errorf("label: %d bytes, %v", len(pdf), err)
		}
		if _, err := s.api.Store.CancelOrders(t.Context(), s.demoAccount(), []string{trackingNo}, false); err != nil {
			t.Fatal(err)
		}
		if pdf, err := s.api.PrintLabel(t.Context(), trackingNo); err != nil || len(pdf) > 0 {
			t.Errorf("label of a cancelled order: %d bytes, %v", len(pdf), err)
		}
	})
}

// demoAccount is the account of testKey.
func (s *server) demoAccount() int64 {
	s.t.Helper()
	caller, err := s.api.Store.MasterData.Authenticate(s.t.Context(), testKey)
	if err != nil {
		s.t.Fatal(err)
	}
	return caller.AccountID
}

func TestReplayEvents(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		var endpoint endpointJSON
		s.as(testKey, "POST", endpointsPath, `{"url":"https://shop.invalid/","events":["`+string(shipment.EventLabelReady)+`"]}`, 201, &endpoint)
		s.create(exampleOrder(), exampleOrder())
		var events eventPage
		s.as(testKey, "GET", "/api/webhooks/events/", "", 200, &events)
		if len(events.Results) != 2 {
			t.Fatalf("%d events", len(events.Results))
		}
		path := fmt.Sprintf("%s%d/replay/", endpointsPath, endpoint.ID)
		for body, want := range map[string]int{
			`{"event_ids":["` + events.Results[0].Data.ID + `"]}`: 1,
			`{"date_from":"2020-01-01"}`:                          2,
			`{"date_to":"2020-01-01"}`:                            0,
		} {
			var answer struct{ Replayed int }
			s.as(testKey, "POST", path, body, 202, &answer)
			if answer.Replayed != want {
				t.Errorf("%s: %d replayed, want %d", body, answer.Replayed, want)
			}
		}
		const which = `{"non_field_errors":["Send either event_ids, or date_from and date_to."]}`
		for body, want := range map[string]string{
			`{}`:                      which,
			`{"event_ids":null}`:      which,
			`{"event_ids":["evt_1"]}`: `{"event_ids":["The account has no such event, or it is older than 30 days."]}`,
			`{"event_ids":[1]}`:       `{"event_ids":[["Not a valid string."]]}`,
			`{"event_ids":["evt_1"],"date_from":"2026-01-01"}`: which,
			`{"date_from":"x"}`: `{"date_from":["Datetime has wrong format. ` +
				`Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z]."]}`,
		} {
			if res, text := s.send("POST", path, body, "Authorization", "Bearer "+testKey); res.StatusCode != http.StatusBadRequest || text != want {
				t.Errorf("%s: %d %s\nwant %s", body, res.StatusCode, text, want)
			}
		}
	})
}
