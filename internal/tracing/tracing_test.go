package tracing_test

import (
	"bytes"
	"context"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"waybill/internal/tracing"
	"waybill/internal/tracing/tracingtest"
)

func newTracer(t *testing.T, endpoint string, ratio float64, closeTimeout time.Duration) (*tracing.Tracer, *bytes.Buffer) {
	t.Helper()
	var log bytes.Buffer
	return tracing.New(tracing.Options{
		Endpoint: endpoint, Ratio: ratio, Version: "v1", Environment: "production", Log: slog.New(slog.NewTextHandler(&log, nil)),
		CloseTimeout: closeTimeout,
	}), &log
}

// request is a request of a caller that wants its trace recorded.
func request(t *testing.T, traceID string) *http.Request {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", http.NoBody)
	r.Header.Set("Traceparent", "00-"+traceID+"-00f067aa0ba902b7-01")
	r.Header.Set("Tracestate", "vendor=susan")
	return r
}

const traceID = "4bf92f3577b34da6a3ce929d0e0e4736"

// TestTheCallerDoesNotDecideWhatIsRecorded: neither by its flag nor by a trace id that a ratio of ids would always take.
func TestTheCallerDoesNotDecideWhatIsRecorded(t *testing.T) {
	t.Parallel()
	const requests = 400
	for ratio, within := range map[float64][2]int{0: {0, 0}, 0.5: {120, 280}, 1: {requests, requests}} {
		collector := tracingtest.New(t)
		tracer, _ := newTracer(t, collector.URL, ratio, time.Hour)
		for range requests {
			ctx, span := tracer.Serve(request(t, "4bf92f3577b34da60000000000000001"))
			if got := tracing.ID(ctx); got != "4bf92f3577b34da60000000000000001" {
				t.Fatalf("trace id %q", got)
			}
			_, child := tracing.Child(ctx, "commit")
			tracing.End(child, false)
			tracing.EndRequest(span, http.MethodGet, "/a/{b}/", "id", http.StatusOK)
		}
		tracer.Close()
		served, children := len(collector.Named("GET /a/{b}/")), len(collector.Named("commit"))
		if served < within[0] || served > within[1] || children != served {
			t.Errorf("ratio %v: %d requests and %d children recorded, want %v", ratio, served, children, within)
		}
	}
}

func TestSpansOfARequest(t *testing.T) {
	t.Parallel()
	collector := tracingtest.New(t)
	tracer, _ := newTracer(t, collector.URL, 1, time.Hour)
	ctx, span := tracer.Serve(request(t, traceID))
	called, call := tracer.Call(ctx, "partner submit")
	header := http.Header{}
	tracing.Inject(called, header)
	tracing.End(call, true)
	tracing.EndRequest(span, "SUSAN", "", strings.Repeat("x", 1000), http.StatusInternalServerError)
	tracer.Close()

	served, calls := collector.Named("_OTHER"), collector.Named("partner submit")
	if len(served) != 1 || len(calls) != 1 {
		t.Fatalf("got %+v", collector.Spans())
	}
	want := map[string]string{
		"http.request.method": "_OTHER", "http.route": "", "http.response.status_code": "int_value:500",
		"waybill.request_id": strings.Repeat("x", 256),
	}
	got := served[0].Attributes
	got["http.route"] = strings.TrimPrefix(got["http.route"], `string_value:""`)
	if !maps.Equal(got, want) || served[0].Kind != "SERVER" || !served[0].Failed || served[0].Parent != "00f067aa0ba902b7" {
		t.Errorf("request: %+v", served[0])
	}
	if calls[0].Kind != "CLIENT" || !calls[0].Failed || calls[0].Parent != served[0].ID || calls[0].TraceID != traceID {
		t.Errorf("call: %+v", calls[0])
	}
	if !maps.EqualFunc(header, http.Header{"Traceparent": {"00-" + traceID + "-" + calls[0].ID + "-01"}},
		func(a, b []string) bool { return strings.Join(a, ",") == strings.Join(b, ",") }) {
		t.Errorf("sent on: %v", header)
	}
	for _, s := range collector.Spans() {
		if strings.Contains(strings.ToLower(s.Text), "susan") || !strings.Contains(s.Text, "production") {
			t.Errorf("sent %s", s.Text)
		}
	}
}

// TestACollectorThatIsDown: one warning, however many spans are lost, and no wait at the end.
func TestACollectorThatIsDown(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	hangs := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	defer hangs.Close()
	defer close(release)
	refuses := httptest.NewServer(http.NotFoundHandler())
	defer refuses.Close()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for url, closeTimeout := range map[string]time.Duration{hangs.URL: time.Millisecond, refuses.URL: time.Hour, gone.URL: time.Hour} {
		tracer, log := newTracer(t, url, 1, closeTimeout)
		for range 20_000 {
			_, span := tracer.Call(context.Background(), "partner submit")
			tracing.End(span, false)
		}
		tracer.Close()
		if waited := !strings.Contains(log.String(), "the last spans"); waited != (url != hangs.URL) {
			t.Errorf("%s: log %s", url, log)
		}
		if got := strings.Count(log.String(), "they are lost"); got != 1 {
			t.Errorf("%s: log %s", url, log)
		}
	}
}

func TestWithoutACollector(t *testing.T) { // not parallel: it counts allocations
	tracer, _ := newTracer(t, "", 1, 0)
	r := request(t, traceID)
	header := http.Header{}
	allocated := testing.AllocsPerRun(100, func() {
		ctx, span := tracer.Serve(r)
		called, call := tracer.Call(ctx, "partner submit")
		_, child := tracing.Child(called, "commit")
		tracing.Inject(called, header)
		tracing.End(child, false)
		tracing.End(call, false)
		tracing.EndRequest(span, r.Method, "/a/{b}/", "id", http.StatusOK)
		if tracing.ID(ctx) != "" {
			t.Error("there is a trace")
		}
	})
	tracer.Close()
	if allocated != 0 || len(header) != 0 {
		t.Errorf("%v allocations, header %v", allocated, header)
	}
}
