// Package tracingtest is a collector of OpenTelemetry traces for tests.
package tracingtest

import (
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// Span is a span as the collector got it.
type Span struct {
	Name, TraceID, ID, Parent string // ids in hexadecimal; Parent "" is none
	Kind                      string // SERVER, CLIENT or INTERNAL
	Attributes                map[string]string
	Events                    []string
	Failed                    bool
	Text                      string // all that was sent of it
}

// Collector receives spans by OTLP over HTTP.
type Collector struct {
	URL string

	mu    sync.Mutex
	spans []Span
}

// New starts a collector, which runs until the test ends.
func New(t testing.TB) *Collector {
	t.Helper()
	c := new(Collector)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var sent tracepb.TracesData
		if err == nil {
			err = proto.Unmarshal(body, &sent)
		}
		if err != nil || r.Method+" "+r.URL.Path+" "+r.Header.Get("Content-Type") != "POST /v1/traces application/x-protobuf" {
			t.Errorf("the collector got %s %s: %v", r.Method, r.URL, err)
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		c.add(&sent)
	}))
	t.Cleanup(server.Close)
	c.URL = server.URL
	return c
}

func (c *Collector) add(sent *tracepb.TracesData) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, resource := range sent.GetResourceSpans() {
		for _, scope := range resource.GetScopeSpans() {
			for _, s := range scope.GetSpans() {
				span := Span{
					Name: s.GetName(), TraceID: hex.EncodeToString(s.GetTraceId()), ID: hex.EncodeToString(s.GetSpanId()),
					Parent: hex.EncodeToString(s.GetParentSpanId()), Kind: s.GetKind().String()[len("SPAN_KIND_"):], Attributes: map[string]string{},
					Failed: s.GetStatus().GetCode() == tracepb.Status_STATUS_CODE_ERROR, Text: resource.GetResource().String() + s.String(),
				}
				for _, a := range s.GetAttributes() {
					value := a.GetValue()
					span.Attributes[a.GetKey()] = value.GetStringValue()
					if value.GetStringValue() == "" {
						span.Attributes[a.GetKey()] = value.String()
					}
				}
				for _, e := range s.GetEvents() {
					span.Events = append(span.Events, e.GetName())
				}
				c.spans = append(c.spans, span)
			}
		}
	}
}

// Spans returns what the collector has got, in the order in which it came.
func (c *Collector) Spans() []Span {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]Span(nil), c.spans...)
}

// Named returns the spans with a name.
func (c *Collector) Named(name string) (named []Span) {
	for _, s := range c.Spans() {
		if s.Name == name {
			named = append(named, s)
		}
	}
	return named
}
