package api

import (
	"net/http"
	"strings"
	"testing"

	"waybill/internal/api/shell"
	"waybill/internal/shipment"
	"waybill/internal/store/storetest"
)

// TestUnknownFieldsOfOwnOperationsAreProblems: a misspelt field would do something else, such as make a key that never expires.
func TestUnknownFieldsOfOwnOperationsAreProblems(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	no := s.create(exampleOrder()).Orders[0].TrackingNo
	numbers := `"tracking_nos": ["` + no + `"]`
	for _, c := range []struct{ method, path, body, want string }{
		{"POST", "/api/account/keys/", `{"name": "a", "expires": "2030-01-01"}`, `{"expires":["Unknown field. Did you mean expires_on?"]}`},
		{"POST", "/api/webhooks/endpoints/", `{"url": "https://x.example", "eventz": []}`, `{"eventz":["Unknown field. Did you mean events?"]}`},
		{"POST", "/api/webhooks/endpoints/", `{"url": "https://x.example", "enabled": false}`, `{"enabled":["Unknown field. Known: url, `},
		{"POST", "/api/order/hold/", `{` + numbers + `, "reazon": "a"}`, `{"reazon":["Unknown field. Did you mean reason?"]}`},
		{"POST", "/api/order/release/", `{` + numbers + `, "dry-run": true}`, `{"dry-run":["Unknown field. Did you mean dry_run?"]}`},
		{"POST", "/api/order/edit/", `{` + numbers + `, "change": {}}`, `{"change":["Unknown field. Did you mean changes?"]}`},
		{"POST", "/api/order/printed/", `{` + numbers + `, "printed": false}`, `{"printed":["Unknown field. Known: tracking_nos."]}`},
		{"POST", "/api/order/cancel/", `{` + numbers + `, "dryrun": true}`, `{"dryrun":["Unknown field. Did you mean dry_run?"]}`},
		{"POST", "/api/order/cancel/", `{` + numbers + `, "reason": "x"}`, `{"reason":["Unknown field. Known: dry_run, tracking_nos."]}`},
		{"POST", "/api/order/tags/", `{` + numbers + `, "tags": ["a"]}`, `{"tags":["Unknown field. `},
		{"POST", "/api/order/order/" + no + "/notes/", `{"note": "a"}`, `{"note":["Unknown field. Known: text."]}`},
		{"PATCH", "/api/account/settings/", `{"languages": "id"}`, `{"languages":["Unknown field. `},
		{"PATCH", "/api/account/labels/", `{"sizes": "a6"}`, `{"sizes":["Unknown field. `},
		{"POST", "/api/order/order/" + no + "/revoke-addresses/", `{"dry_run": true}`, `{"dry_run":["Unknown field."]}`},
		{"POST", "/api/simulate/journey/", `{"tracking_number": "` + no + `"}`, `{"tracking_number":["Unknown field. `},
		{"POST", "/api/order/order/" + no + "/revoke-addresses/", `{"dry_run": true}`, `{"dry_run":["Unknown field."]}`},
		{"POST", "/api/order/import/1/cancel/", `{"dry_run": true}`, `{"dry_run":["Unknown field."]}`},
		{"POST", "/api/webhooks/endpoints/1/rotate-secret/", `{"overlap": "1h"}`, `{"overlap":["Unknown field."]}`},
	} {
		got, body := s.send(c.method, c.path, c.body, "Authorization", "Bearer "+testKey, "Content-Type", "application/json")
		if got.StatusCode != http.StatusBadRequest || !strings.HasPrefix(body, c.want) {
			t.Errorf("%s %s: %d %s", c.method, c.path, got.StatusCode, body)
		}
	}
	got, _ := s.send("POST", "/api/account/keys/", `{"x": 1}`, "Content-Type", "application/json")
	if got.StatusCode != http.StatusUnauthorized {
		t.Errorf("without a key: %d", got.StatusCode)
	}
}

// TestValidateWarnsOfUnknownFields: an order is created with them, and without what they were meant for.
func TestValidateWarnsOfUnknownFields(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	body := strings.Replace(`{"orders": [`+toJSON(t, exampleOrder())+`]}`, `"pickup_postal"`, `"pickup_postl"`, 1)
	got, text := s.send("POST", "/api/order/validate/", body, "Authorization", "Bearer "+testKey, "Content-Type", "application/json")
	want := `{"rule_id":"unknown-field","field":"pickup_postl","index":null,"message":"Unknown field. Did you mean pickup_postal?"`
	if got.StatusCode != http.StatusOK || !strings.Contains(text, want) {
		t.Errorf("%d %s", got.StatusCode, text)
	}
	s.api.Say = sayInIndonesian
	headers := append([]string{"Authorization", "Bearer " + testKey, "Content-Type", "application/json"}, asProgram...)
	if _, text = s.send("POST", "/api/order/validate/", body, headers...); !strings.Contains(text,
		`"message":"Dalam bahasa: pickup_postl Unknown field. Did you mean pickup_postal?","source":"","since":"","code":"unknown_near"`) {
		t.Errorf("for a program: %s", text)
	}
}

// TestOwnOperationsRefuseUnknownParameters: a misspelt filter, or one without a value, would select everything. Operations of the original
// interface take them.
func TestOwnOperationsRefuseUnknownParameters(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	const empty = "This parameter is empty. Send a value, or leave it out."
	for query, want := range map[string]string{
		"/api/books/goods/?cursr=a":                           `{"cursr":["Unknown parameter. Did you mean cursor?"]}`,
		"/api/order/import/?secret_key=" + testKey + "&a=1":   `{"a":["Unknown parameter. Known: cursor, limit."]}`,
		"/api/order/labels/?tracking_no=X-1&dpii=300":         `{"dpii":["Unknown parameter. Did you mean dpi?"]}`,
		"/api/order/export/?%26%3C=1":                         `{"&<":["Unknown parameter."]}`,
		"/api/account/keys/?x=1":                              `{"x":["Unknown parameter."]}`,
		"/api/order/export/?tag=&metadata[shop]=":             `{"metadata[shop]":["` + empty + `"],"tag":["` + empty + `"]}`,
		"/api/order/labels/?tracking_no=X-1&upload_batch_no=": `{"upload_batch_no":["` + empty + `"]}`,
		"/api/webhooks/events/?cursor=&created_from=":         `{"created_from":["` + empty + `"]}`,
	} {
		if got, body := s.send("GET", query, "", "Authorization", "Bearer "+testKey); got.StatusCode != http.StatusBadRequest || body != want {
			t.Errorf("%s: %d %s", query, got.StatusCode, body)
		}
	}
	if got, body := s.send("GET", "/api/books/goods/?zzzz=1", ""); got.StatusCode != http.StatusUnauthorized {
		t.Errorf("without a key: %d %s", got.StatusCode, body)
	}
	path := strings.NewReplacer("{tracking_no}", s.create(exampleOrder()).Orders[0].TrackingNo, "{book}", "goods", "{id}", "1", "{name}", "a")
	key, refused := s.allScopes(), 0
	for _, r := range s.api.routes() {
		if r.Allow == shipment.Anyone {
			continue
		}
		got, body := s.send(r.Method, path.Replace(r.Path)+"?zzzz=1", "{}", "Authorization", "Bearer "+key, "Content-Type", "application/json")
		named := got.StatusCode == http.StatusBadRequest && strings.HasPrefix(body, `{"zzzz":["Unknown parameter.`)
		if free := shell.IsOriginal(r.Operation) || r.Operation == "report_tracking"; named == free {
			t.Errorf("%s %s: %d %s", r.Method, r.Path, got.StatusCode, body)
		}
		if named {
			refused++
		}
	}
	if refused < 60 {
		t.Errorf("%d operations refused the parameter", refused)
	}
}
