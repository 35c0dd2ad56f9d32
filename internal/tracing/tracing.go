package tracing

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// Tracer begins spans. A nil Tracer begins none. Safe for concurrent use.
type Tracer struct {
	provider *sdktrace.TracerProvider
	log      *slog.Logger
	closing  time.Duration // at most, of Close
}

// scope names who made the spans.
const scope = "waybill"

// Serve begins the span of a request that the server has received, beneath the span of the caller if its traceparent
// names one.
func (t *Tracer) Serve(r *http.Request) (context.Context, trace.Span) {
	if t == nil {
		return r.Context(), noop.Span{}
	}
	ctx := propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
	return t.provider.Tracer(scope).Start(ctx, "request", trace.WithSpanKind(trace.SpanKindServer))
}

// Call begins the span of a call to another server: beneath the span of ctx, or of its own.
func (t *Tracer) Call(ctx context.Context, name string) (context.Context, trace.Span) {
	if t == nil {
		return ctx, noop.Span{}
	}
	return t.provider.Tracer(scope).Start(ctx, name, trace.WithSpanKind(trace.SpanKindClient))
}

// Child begins a span beneath the span of ctx, if ctx has one that is recorded.
func Child(ctx context.Context, name string) (context.Context, trace.Span) {
	parent := trace.SpanFromContext(ctx)
	if !parent.IsRecording() {
		return ctx, noop.Span{}
	}
	return parent.TracerProvider().Tracer(scope).Start(ctx, name)
}

// End ends a span. The log alone says why it failed, because errors may quote personal data.
func End(span trace.Span, failed bool) {
	if failed {
		span.SetStatus(codes.Error, "")
	}
	span.End()
}

// methods are those that are recorded: a caller may send any word.
var methods = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

// EndRequest ends the span of a request. route is the pattern of its path, "" if it has none; status is 0 if there was no
// response.
func EndRequest(span trace.Span, method, route, requestID string, status int) {
	if !span.IsRecording() {
		return
	}
	if !slices.Contains(methods, method) {
		method = "_OTHER"
	}
	span.SetName(strings.TrimSpace(method + " " + route))
	span.SetAttributes(attribute.String("http.request.method", method), attribute.String("http.route", route),
		attribute.Int("http.response.status_code", status), attribute.String("waybill.request_id", requestID))
	End(span, status >= http.StatusInternalServerError)
}

// Inject writes the traceparent of ctx, if it has one, into the header of a call to another server.
func Inject(ctx context.Context, header http.Header) {
	propagation.TraceContext{}.Inject(ctx, propagation.HeaderCarrier(header))
}

// ID returns the id of the trace that ctx belongs to, recorded or not; "" if there is none.
func ID(ctx context.Context) string {
	if span := trace.SpanContextFromContext(ctx); span.HasTraceID() {
		return span.TraceID().String()
	}
	return ""
}

// closeTimeout bounds how long the last spans may take.
const closeTimeout = 3 * time.Second

// Close sends the spans that wait, within Options.CloseTimeout.
func (t *Tracer) Close() {
	if t == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), t.closing)
	defer cancel()
	if err := t.provider.Shutdown(ctx); err != nil {
		t.log.Warn("the trace collector does not take the last spans: they are lost", "error", err)
	}
}
