package easypost_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"waybill/internal/partner"
	"waybill/internal/partner/easypost/easyposttest"
)

// recording is an exchange with EasyPost that the tests of its Go library recorded.
type recording struct {
	Name    string `yaml:"-"` // of its file
	Request struct {
		Method, URL string
	}
	Response struct {
		Code int
		Body string
	}
}

// recordings are the exchanges in the module of the library, at the version of go.mod.
func recordings(t *testing.T) []recording {
	t.Helper()
	folder, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", "github.com/EasyPost/easypost-go/v5").Output()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(folder)), "tests", "cassettes", "*.yaml"))
	if err != nil || len(files) < 100 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	var all []recording
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var of struct{ Interactions []recording }
		if err := yaml.Unmarshal(content, &of); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, r := range of.Interactions {
			r.Name = filepath.Base(file)
			all = append(all, r)
		}
	}
	return all
}

// TestRecordedErrors replays each error that EasyPost returned, when a shipment is created. An error of a newer version of the
// library has no line here: the test fails.
func TestRecordedErrors(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"PARAMETER.REQUIRED": "refused", "ADDRESS.VERIFY.FAILURE": "refused", "UNPROCESSABLE_ENTITY": "refused", "APIKEY.INACTIVE": "temporary",
		// These are of calls that Waybill does not make, and prove nothing about the creation of a shipment.
		"NOT_FOUND": "unknown", "CREDIT_CARD.NOT_FOUND": "unknown", "PAYLOAD.NOT_FOUND": "unknown",
		"BANK_ACCOUNT.INVALID_PARAMS": "refused", "BILLING.INVALID_PAYMENT_GATEWAY_REFERENCE": "refused",
		"TRANSACTION.AMOUNT_INVALID": "refused", "TRANSACTION.DOES_NOT_EXIST": "refused",
	}
	seen := map[string]bool{}
	for _, r := range recordings(t) {
		if r.Response.Code < http.StatusBadRequest {
			continue
		}
		var body struct {
			Error struct {
				Code, Message string
				Errors        []any
			}
		}
		if err := json.Unmarshal([]byte(r.Response.Body), &body); err != nil {
			t.Errorf("%s: %v", r.Name, err)
			continue
		}
		seen[body.Error.Code] = true
		s := easyposttest.New(t)
		s.Intercept = respondTo(isPath(http.MethodPost, "/shipments"), r.Response.Code, r.Response.Body)
		_, err := clientOf(t, s).Submit(t.Context(), "K", orderTo(""))
		if got := partner.Class(err); got != want[body.Error.Code] {
			t.Errorf("%s: %s: %s (%v), want %s", r.Name, body.Error.Code, got, err, want[body.Error.Code])
		}
		if partner.Class(err) != "refused" {
			continue
		}
		texts := []string{body.Error.Message}
		for _, e := range body.Error.Errors[:min(3, len(body.Error.Errors))] {
			field, _ := e.(map[string]any)
			texts = append(texts, fmt.Sprint(field["field"], ": ", field["message"]))
		}
		for _, text := range texts {
			if !strings.Contains(err.Error(), text) {
				t.Errorf("%s: %q lacks %q", r.Name, err, text)
			}
		}
	}
	for code := range want {
		if !seen[code] {
			t.Errorf("%s was not recorded", code)
		}
	}
}

// respondTo responds to the calls that match.
func respondTo(match func(*http.Request) bool, status int, body string) func(http.ResponseWriter, *http.Request) bool {
	return func(w http.ResponseWriter, r *http.Request) bool {
		if !match(r) {
			return false
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
		return true
	}
}

// recordedShipment is what the test reads of a shipment by itself.
type recordedShipment struct {
	Object       string
	ID           string
	TrackingCode string `json:"tracking_code"`
	RefundStatus string `json:"refund_status"`
	PostageLabel *struct {
		LabelURL string `json:"label_url"`
	} `json:"postage_label"`
	Rates []struct{ ID, Rate, Currency string }
}

// shipments are the recorded shipments with the reference K.
func shipments(t *testing.T) (bodies []string, read []recordedShipment) {
	t.Helper()
	for _, r := range recordings(t) {
		var s recordedShipment
		if r.Response.Code >= 300 || json.Unmarshal([]byte(r.Response.Body), &s) != nil || s.Object != "Shipment" || s.Rates == nil {
			continue
		}
		var all map[string]any
		if err := json.Unmarshal([]byte(r.Response.Body), &all); err != nil {
			t.Fatal(err)
		}
		all["reference"] = "K"
		body, err := json.Marshal(all)
		if err != nil {
			t.Fatal(err)
		}
		bodies, read = append(bodies, string(body)), append(read, s)
	}
	if len(read) < 30 {
		t.Fatalf("%d shipments", len(read))
	}
	return bodies, read
}

// TestRecordedShipments reads each shipment that EasyPost returned. One without postage is bought: at the lowest of its rates.
func TestRecordedShipments(t *testing.T) {
	t.Parallel()
	bodies, read := shipments(t)
	purchase := bodies[slices.IndexFunc(read, func(s recordedShipment) bool { return s.TrackingCode != "" && s.RefundStatus == "" })]
	for i, s := range read {
		server := easyposttest.New(t)
		client := clientOf(t, server)
		if s.TrackingCode != "" {
			server.Intercept = respondTo(isPath(http.MethodGet, "/K"), http.StatusOK, bodies[i])
			got, err := client.Find(t.Context(), "K")
			if err != nil || got.HAWBNo != s.TrackingCode || got.Label != partner.LabelReady || s.PostageLabel.LabelURL == "" {
				t.Errorf("%s: %+v, %v", s.ID, got, err)
			}
			if s.RefundStatus != "" {
				if err := client.Cancel(t.Context(), "K", orderTo("")); err != nil || s.RefundStatus != "submitted" {
					t.Errorf("%s: a refund is asked for: %v", s.ID, err)
				}
			}
			continue
		}
		var bought struct{ Rate struct{ ID string } }
		created := false
		server.Intercept = func(w http.ResponseWriter, r *http.Request) bool {
			switch {
			case isPath(http.MethodPost, "/shipments")(r):
				created = true
				return respondTo(isPath(http.MethodPost, ""), http.StatusCreated, bodies[i])(w, r)
			case isPath(http.MethodPost, "/buy")(r):
				if err := json.NewDecoder(r.Body).Decode(&bought); err != nil {
					t.Error(err)
				}
				return respondTo(isPath(http.MethodPost, ""), http.StatusOK, purchase)(w, r)
			}
			return created && respondTo(isPath(http.MethodGet, "/K"), http.StatusOK, bodies[i])(w, r)
		}
		_, err := client.Submit(t.Context(), "K", orderTo(""))
		if want := cheapest(t, s); want == "" && partner.Class(err) != "refused" || want != "" && err != nil || bought.Rate.ID != want {
			t.Errorf("%s: bought %q, want %q: %v", s.ID, bought.Rate.ID, want, err)
		}
	}
}

func cheapest(t *testing.T, s recordedShipment) (id string) {
	t.Helper()
	var lowest float64
	for _, r := range s.Rates {
		price, err := strconv.ParseFloat(r.Rate, 64)
		if err != nil {
			t.Fatal(err)
		}
		if id == "" || price < lowest {
			id, lowest = r.ID, price
		}
	}
	return id
}

// TestRecordedTrackers sends each recorded tracker as a call of the webhook: all its details are reports, but those without a meaning.
func TestRecordedTrackers(t *testing.T) {
	t.Parallel()
	client, details := receiver(t, webhookSecret), 0
	for _, r := range recordings(t) {
		var response any
		if json.Unmarshal([]byte(r.Response.Body), &response) != nil {
			continue
		}
		for _, tracker := range trackersIn(t, response) {
			var read struct {
				TrackingDetails []struct {
					Status, Message string
					Datetime        string
				} `json:"tracking_details"`
			}
			if err := json.Unmarshal(tracker, &read); err != nil {
				t.Fatal(err)
			}
			body := fmt.Appendf(nil, `{"description":"tracker.updated","result":%s}`, tracker)
			reports, err := client.Receive(signed(body), body)
			if err != nil || len(reports) != len(read.TrackingDetails) {
				t.Errorf("%s: %d details, %d reports, %v", r.Name, len(read.TrackingDetails), len(reports), err)
				continue
			}
			for i, d := range read.TrackingDetails {
				if e := reports[i].Event; e.Text != d.Message || e.OccurredOn.IsZero() {
					t.Errorf("%s: %+v of %+v", r.Name, e, d)
				}
			}
			details += len(reports)
		}
	}
	if details < 140 {
		t.Errorf("%d details", details)
	}
}

// trackersIn are the trackers in a response: of shipments and events, too.
func trackersIn(t *testing.T, value any) (all []json.RawMessage) {
	t.Helper()
	switch v := value.(type) {
	case map[string]any:
		if v["object"] == "Tracker" {
			text, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			return []json.RawMessage{text}
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			all = append(all, trackersIn(t, v[name])...)
		}
	case []any:
		for _, inner := range v {
			all = append(all, trackersIn(t, inner)...)
		}
	}
	return all
}

// TestShapeOfServer compares the responses of easyposttest with the recorded ones: each value has a name and a kind that EasyPost
// sends.
func TestShapeOfServer(t *testing.T) {
	t.Parallel()
	recorded := shape{}
	for _, r := range recordings(t) {
		var body any
		if json.Unmarshal([]byte(r.Response.Body), &body) != nil {
			continue
		}
		o, _ := body.(map[string]any)
		if o["object"] == "Shipment" || o["error"] != nil || isPath(http.MethodPost, "/rerate")(&http.Request{
			Method: r.Request.Method, URL: mustURL(t, r.Request.URL),
		}) {
			recorded.add("", body)
		}
	}
	s := easyposttest.New(t)
	for _, c := range [][3]string{
		{http.MethodPost, "/shipments", `{"shipment":{"reference":"K","to_address":{"name":"A"}}}`},
		{http.MethodGet, "/shipments/K", ""},
		{http.MethodPost, "/shipments/K/rerate", ""},
		{http.MethodPost, "/shipments/K/buy", `{"rate":{"id":"none"}}`},
		{http.MethodPost, "/shipments/K/buy", ""}, // with the first of its rates
		{http.MethodPost, "/shipments/K/refund", ""},
		{http.MethodPost, "/shipments/K/refund", ""},
		{http.MethodGet, "/shipments/none", ""},
		{http.MethodPost, "/shipments", `{"shipment":{"reference":"L","to_address":{"name":"[fail]"}}}`},
	} {
		sent := c[2]
		if strings.HasSuffix(c[1], "/buy") && sent == "" {
			rates, _ := s.Shipment("K", "rates").([]any)
			sent = fmt.Sprintf(`{"rate":{"id":%q}}`, rates[0].(map[string]any)["id"])
		}
		req, err := http.NewRequestWithContext(t.Context(), c[0], s.URL+c[1], bytes.NewBufferString(sent))
		if err != nil {
			t.Fatal(err)
		}
		req.SetBasicAuth(easyposttest.APIKey, "")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		var body any
		if err := json.NewDecoder(res.Body).Decode(&body); err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		simulated := shape{}
		simulated.add("", body)
		for path, kinds := range simulated {
			for kind := range kinds {
				if !recorded[path][kind] {
					t.Errorf("%s %s: %s is %s, and in recorded responses %v", c[0], c[1], path, kind, recorded[path])
				}
			}
		}
	}
}

// shape is the kinds of the values of JSON documents, by their paths.
type shape map[string]map[string]bool

func (s shape) add(path string, value any) {
	if s[path] == nil {
		s[path] = map[string]bool{}
	}
	s[path][fmt.Sprintf("%T", value)] = true
	switch v := value.(type) {
	case map[string]any:
		for name, inner := range v {
			s.add(path+"."+name, inner)
		}
	case []any:
		for _, inner := range v {
			s.add(path+"[]", inner)
		}
	}
}

func mustURL(t *testing.T, text string) *url.URL {
	t.Helper()
	u, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
