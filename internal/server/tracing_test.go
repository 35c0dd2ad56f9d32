package server_test

import (
	"crypto/rand"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/config"
	"waybill/internal/data"
	"waybill/internal/partner/simulated"
	"waybill/internal/partner/standin"
	"waybill/internal/shipment"
	"waybill/internal/signature"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/tracing/tracingtest"
)

// The trace that the caller sends.
const (
	callersTrace  = "4bf92f3577b34da6a3ce929d0e0e4736"
	callersParent = "00f067aa0ba902b7"
)

// traced is what happened while an order was created, submitted to an adapter and announced to a webhook.
type traced struct {
	toAdapter, toReceiver http.Header // of the first call to each
	trackingNo, log       string
}

// createTraced creates an order at a server with an adapter and a webhook, and stops the server.
func createTraced(t *testing.T, environ ...string) (got traced) {
	t.Helper()
	folder := t.TempDir()
	secret, partnerBase, adapterCalls := serveAdapter(t)
	addPartner(t, folder, partnerBase, secret)
	receiverCalls := make(chan http.Header, 10)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { receiverCalls <- r.Header }))
	t.Cleanup(receiver.Close)

	s := start(t, folder, append([]string{"WAYBILL_DEMO_KEY=traced-key", "WAYBILL_LOG_FORMAT=json"}, environ...)...)
	send(t, s.base+"/api/webhooks/endpoints/", `{"url": "`+receiver.URL+`/hook?token=hunter2"}`)
	order, err := os.ReadFile("../../docs/examples/order.json")
	if err != nil {
		t.Fatal(err)
	}
	var created struct {
		Orders []struct {
			TrackingNo string `json:"tracking_no"`
		} `json:"orders"`
	}
	body := send(t, s.base+"/api/order/orders/?note=Susan", strings.Replace(string(order), `"service_id": 1,`, `"service_id": 900,`, 1))
	if err := json.Unmarshal(body, &created); err != nil || len(created.Orders) != 1 {
		t.Fatalf("%v: %s", err, body)
	}
	got.trackingNo, got.toAdapter, got.toReceiver = created.Orders[0].TrackingNo, <-adapterCalls, <-receiverCalls
	for _, path := range []string{"/api/order/order/" + got.trackingNo + "/?secret_key=traced-key", "/Susan/", "/console/sign-in?next=Susan"} {
		_, _ = get(t, s.base+path)
	}
	got.log, _ = s.stop()
	return got
}

// serveAdapter serves an adapter whose secret may be set later.
func serveAdapter(t *testing.T) (secret *signature.Key, base string, calls chan http.Header) {
	t.Helper()
	simulator, err := simulated.Open(filepath.Join(t.TempDir(), "ledger.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = simulator.Close() })
	secret, calls = new(signature.Key), make(chan http.Header, 10)
	listener := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/capabilities" {
			calls <- r.Header
		}
		standin.New(standin.Config{
			Partner: simulator, Keys: signature.Keys{*secret}, Random: func() float64 { return 0 }, Nonce: rand.Text, Now: time.Now,
			Log: slog.New(slog.DiscardHandler),
		}).Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(listener.Close)
	return secret, listener.URL, calls
}

// addPartner makes the data of a server that has a partner, acme, and its service 900.
func addPartner(t *testing.T, folder, base string, secret *signature.Key) {
	t.Helper()
	c, _, err := config.Load(nil, []string{"WAYBILL_DATA=" + folder})
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(t.Context(), data.Options(c, nil))
	if err != nil {
		t.Fatal(err)
	}
	defer s.DB.Close()
	if _, err := s.DB.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, drawn, err := s.MasterData.CreatePartner(t.Context(), masterdata.Partner{
		Name: "acme", BaseURL: base, Concurrency: 4, CallTimeout: 10 * time.Second, PrivateNetwork: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	*secret = signature.Key(drawn)
	_, err = s.MasterData.CreateService(t.Context(), shipment.Service{
		ServiceID: 900, Name: "Acme", Category: shipment.CategoryDropOff, COD: true, Partner: "acme",
	})
	if err != nil {
		t.Fatal(err)
	}
}

// send posts as a caller with a trace of its own, and returns the body of the response.
func send(t *testing.T, url, body string) []byte {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer traced-key")
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Request-ID", "request-1")
	r.Header.Set("Traceparent", "00-"+callersTrace+"-"+callersParent+"-00")
	r.Header.Set("Tracestate", "vendor=Susan")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusCreated {
		t.Fatalf("%s: %d %v %s", url, response.StatusCode, err, content)
	}
	return content
}

// TestTraces follows an order from its request to its partner and its webhook.
func TestTraces(t *testing.T) {
	t.Parallel()
	collector := tracingtest.New(t)
	got := createTraced(t, "WAYBILL_TRACE_ENDPOINT="+collector.URL)
	for strings.Contains(got.log, "does not take the last spans") { // a busy machine sent them too late
		collector = tracingtest.New(t)
		got = createTraced(t, "WAYBILL_TRACE_ENDPOINT="+collector.URL)
	}
	one := func(name string, wanted func(tracingtest.Span) bool) tracingtest.Span {
		t.Helper()
		all := collector.Named(name)
		i := slices.IndexFunc(all, wanted)
		if i < 0 {
			t.Fatalf("no such span %q among %+v", name, collector.Spans())
		}
		return all[i]
	}
	every := func(tracingtest.Span) bool { return true }
	attributes := func(s tracingtest.Span, want map[string]string) {
		t.Helper()
		if !maps.Equal(s.Attributes, want) || s.Failed {
			t.Errorf("%s has %v, failed: %v; want %v", s.Name, s.Attributes, s.Failed, want)
		}
	}

	create := one("POST /api/order/orders/", every)
	attributes(create, map[string]string{
		"http.request.method": "POST", "http.route": "/api/order/orders/", "http.response.status_code": "int_value:201",
		"waybill.request_id": "request-1",
	})
	if create.TraceID != callersTrace || create.Parent != callersParent || create.Kind != "SERVER" {
		t.Errorf("the request does not continue the trace: %+v", create)
	}
	commit := one("commit", func(s tracingtest.Span) bool { return s.Parent == create.ID })
	if commit.TraceID != callersTrace || !slices.Contains(commit.Events, "in a group") {
		t.Errorf("commit: %+v", commit)
	}
	submit := one("partner submit", every)
	attributes(submit, map[string]string{"waybill.partner": "acme", "waybill.attempt": "int_value:1", "waybill.outcome": "accepted"})
	if submit.TraceID != callersTrace || submit.Parent != create.ID || submit.Kind != "CLIENT" {
		t.Errorf("the call to the partner is not part of the blocking request: %+v", submit)
	}
	if want := "00-" + callersTrace + "-" + submit.ID + "-01"; got.toAdapter.Get("Traceparent") != want {
		t.Errorf("the partner got %q, want %q", got.toAdapter.Get("Traceparent"), want)
	}
	delivery := one("webhook delivery", func(s tracingtest.Span) bool {
		return got.toReceiver.Get("Traceparent") == "00-"+s.TraceID+"-"+s.ID+"-01"
	})
	attributes(delivery, map[string]string{"server.address": "127.0.0.1", "waybill.attempt": "int_value:1", "waybill.outcome": "delivered"})
	if delivery.Parent != "" || delivery.TraceID == callersTrace {
		t.Errorf("the delivery is not a trace of its own: %+v", delivery)
	}
	one("GET /api/order/order/{tracking_no}/", every)
	one("GET /console/sign-in", every)
	one("GET", func(s tracingtest.Span) bool {
		return strings.Contains(s.Attributes["http.response.status_code"], "404")
	})

	for _, s := range collector.Spans() {
		for _, private := range []string{"susan", "jl. ", "+629", got.trackingNo, "traced-key", "hunter2", "note=", "s1234567g"} {
			if strings.Contains(strings.ToLower(s.Text), strings.ToLower(private)) {
				t.Errorf("%s has %q: %s", s.Name, private, s.Text)
			}
		}
	}
	if got.toAdapter.Get("Tracestate")+got.toReceiver.Get("Tracestate") != "" {
		t.Error("the caller's tracestate is sent on")
	}
	if want := `"request_id":"request-1","trace_id":"` + callersTrace + `"`; !strings.Contains(got.log, want) {
		t.Errorf("no %s in the log: %s", want, got.log)
	}
}

func TestNoTraces(t *testing.T) {
	t.Parallel()
	got := createTraced(t)
	if got.toAdapter.Get("Traceparent")+got.toReceiver.Get("Traceparent") != "" {
		t.Errorf("sent %v and %v", got.toAdapter, got.toReceiver)
	}
	if strings.Contains(got.log, "trace_id") {
		t.Errorf("log: %s", got.log)
	}
}
