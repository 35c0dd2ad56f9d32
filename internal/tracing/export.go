package tracing

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// Options are the parameters of New.
type Options struct {
	Endpoint             string  // URL of a collector, without /v1/traces; "": there is none
	Ratio                float64 // part of the traces that are recorded, from 0 to 1
	Version, Environment string
	Log                  *slog.Logger
	CloseTimeout         time.Duration // 0: closeTimeout
}

const (
	maxQueue = 2048 // spans that wait for the collector; further ones are dropped
	maxText  = 256  // bytes of an attribute

	exportTimeout = 10 * time.Second
	warnEvery     = 5 * time.Minute
)

// New returns a tracer that sends spans to a collector, nil if there is none.
func New(o Options) *Tracer {
	if o.Endpoint == "" {
		return nil
	}
	limits := sdktrace.NewSpanLimits()
	limits.AttributeValueLengthLimit = maxText
	collector := &collector{url: o.Endpoint + "/v1/traces", log: o.Log, client: &http.Client{
		Timeout:       exportTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	return &Tracer{sdktrace.NewTracerProvider(
		sdktrace.WithBatcher(otlptrace.NewUnstarted(collector), sdktrace.WithMaxQueueSize(maxQueue)),
		sdktrace.WithSampler(sdktrace.ParentBased(ratio(o.Ratio),
			sdktrace.WithRemoteParentSampled(ratio(o.Ratio)), sdktrace.WithRemoteParentNotSampled(ratio(o.Ratio)))),
		sdktrace.WithRawSpanLimits(limits),
		sdktrace.WithResource(resource.NewSchemaless(attribute.String("service.name", "waybill"),
			attribute.String("service.version", o.Version), attribute.String("deployment.environment.name", o.Environment))),
	), o.Log, cmp.Or(o.CloseTimeout, closeTimeout)}
}

// ratio is the part of the traces that are recorded. The caller has no say: neither the flag nor the trace id of its
// traceparent can make the server record more. See ADR 33.
type ratio float64

// ShouldSample decides by chance. A result without a tracestate drops that of the caller, which may say anything.
func (r ratio) ShouldSample(sdktrace.SamplingParameters) (result sdktrace.SamplingResult) {
	if rand.Float64() < float64(r) { //nolint:gosec // who guesses it gains nothing
		result.Decision = sdktrace.RecordAndSample
	}
	return result
}

// Description names the sampler.
func (r ratio) Description() string { return fmt.Sprintf("random %v", float64(r)) }

// collector sends spans by OTLP over HTTP, one request at a time.
type collector struct {
	url    string
	log    *slog.Logger
	client *http.Client
	lost   int       // requests since the last warning
	warned time.Time // when
}

func (*collector) Start(context.Context) error { return nil }
func (*collector) Stop(context.Context) error  { return nil }

// UploadTraces sends spans. If the collector does not take them, they are lost, with a warning every five minutes.
func (c *collector) UploadTraces(ctx context.Context, spans []*tracepb.ResourceSpans) error {
	err := c.send(ctx, &tracepb.TracesData{ResourceSpans: spans}) // the same bytes as an ExportTraceServiceRequest
	if err == nil {
		return nil
	}
	if c.lost++; time.Since(c.warned) >= warnEvery {
		c.log.WarnContext(ctx, "the trace collector does not take spans: they are lost", "requests", c.lost, "error", err)
		c.lost, c.warned = 0, time.Now()
	}
	return nil
}

func (c *collector) send(ctx context.Context, spans proto.Message) error {
	body, err := proto.Marshal(spans)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-protobuf")
	res, err := c.client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	_, _ = io.CopyN(io.Discard, res.Body, 64<<10) // so that the connection is used again
	if res.StatusCode/100 != 2 {
		return fmt.Errorf("responded with %d", res.StatusCode)
	}
	return nil
}
