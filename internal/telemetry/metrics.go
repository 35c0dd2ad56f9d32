package telemetry

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"waybill/internal/store"
)

// Metrics are the measurements of one process. Their names and labels are part of the product: dashboards
// depend on them. Metrics are safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry

	requests, orders, partnerCalls, deliveries, ruleFaults, signIns, hubScans *prometheus.CounterVec
	requestTime, partnerTime, commits                                         *prometheus.HistogramVec
	circuits                                                                  *prometheus.GaugeVec

	deliveryTime prometheus.Observer
	disabled     prometheus.Counter
	paused       prometheus.Gauge
}

// Build is the content of the metric waybill_build_info.
type Build struct{ Version, Revision, GoVersion string }

// NewMetrics returns metrics in a registry of their own, with the metrics of Go and of the process.
func NewMetrics(build Build) *Metrics {
	registry := prometheus.NewRegistry()
	registry.MustRegister(
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	register := promauto.With(registry)
	count := func(name, help string, labels ...string) *prometheus.CounterVec {
		return register.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	measure := func(name, help string, labels ...string) *prometheus.GaugeVec {
		return register.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, labels)
	}
	spread := func(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
		return register.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}, labels)
	}
	measure("waybill_build_info", "Always 1; the labels name the build that runs.", "version", "revision", "go_version").
		WithLabelValues(build.Version, build.Revision, build.GoVersion).Set(1)
	return &Metrics{
		registry: registry,
		requests: count("waybill_http_requests_total", "Requests served.", "operation", "status"),
		requestTime: spread("waybill_http_request_duration_seconds", "Time from the request's header to the end of the response.",
			prometheus.ExponentialBuckets(0.0005, 2.5, 13), "operation"), // 0.5 ms to 30 s: a blocking create may take 25 s
		orders:       count("waybill_orders_created_total", "Orders created.", "kind"),
		partnerCalls: count("waybill_partner_calls_total", "Calls to partners.", "partner", "outcome"),
		partnerTime: spread("waybill_partner_call_duration_seconds", "Duration of calls to partners.",
			prometheus.ExponentialBuckets(0.005, 2.5, 10), "partner"), // 5 ms to 19 s
		circuits:   measure("waybill_partner_circuit_open", "1 while a partner does not respond and its orders wait, otherwise 0.", "partner"),
		deliveries: count("waybill_webhook_deliveries_total", "Attempts to deliver an event to an endpoint.", "outcome"),
		deliveryTime: spread("waybill_webhook_delivery_duration_seconds", "Duration of attempts to deliver an event.",
			prometheus.ExponentialBuckets(0.005, 2.5, 9)).WithLabelValues(), // 5 ms to 8 s
		disabled: count("waybill_webhook_endpoints_disabled_total", "Endpoints disabled because their deliveries failed.").WithLabelValues(),
		paused: measure("waybill_outgoing_paused",
			"1 while this server makes no partner calls and sends no webhooks and no mail, otherwise 0.").WithLabelValues(),
		ruleFaults: count("waybill_rule_faults_total",
			"Times that a rule could not be checked because its expression failed. It refused nothing then.", "rule"),
		commits:  spread("waybill_commit_group_orders", "Orders per group commit.", prometheus.ExponentialBuckets(1, 2, 11), "engine"), // to 1024
		signIns:  count("waybill_sign_ins_failed_total", "Sign-ins to the console that failed, by the HTTP status of the response.", "status"),
		hubScans: count("waybill_hub_scans_total", "Scans of parcels in hubs. A request that is sent again counts again.", "activity", "result"),
	}
}

// Request counts one served request of an operation of the API.
func (m *Metrics) Request(operation string, status int, took time.Duration) {
	m.requests.WithLabelValues(operation, strconv.Itoa(status)).Inc()
	m.requestTime.WithLabelValues(operation).Observe(took.Seconds())
}

// OrdersCreated counts n durable orders of a kind: "forward" or "return".
func (m *Metrics) OrdersCreated(kind string, n int) {
	m.orders.WithLabelValues(kind).Add(float64(n))
}

// PartnerCall counts one call to a partner. outcome is one word.
func (m *Metrics) PartnerCall(partner, outcome string, took time.Duration) {
	m.partnerCalls.WithLabelValues(partner, outcome).Inc()
	m.partnerTime.WithLabelValues(partner).Observe(took.Seconds())
}

// OutgoingPaused records whether this server makes no outgoing calls.
func (m *Metrics) OutgoingPaused(paused bool) { m.paused.Set(oneIf(paused)) }

func oneIf(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// PartnerCircuit records whether calls to a partner are suspended because it does not respond.
func (m *Metrics) PartnerCircuit(partner string, open bool) {
	m.circuits.WithLabelValues(partner).Set(oneIf(open))
}

// Delivery counts one attempt to deliver an event. outcome is one word.
func (m *Metrics) Delivery(outcome string, took time.Duration) {
	m.deliveries.WithLabelValues(outcome).Inc()
	m.deliveryTime.Observe(took.Seconds())
}

// EndpointDisabled counts an endpoint that was disabled because its deliveries failed.
func (m *Metrics) EndpointDisabled() { m.disabled.Inc() }

// RuleFault counts that a rule, by its id, could not be checked.
func (m *Metrics) RuleFault(rule string) { m.ruleFaults.WithLabelValues(rule).Inc() }

// Commits returns the observer of an engine's group commits; it takes the number of orders of each.
func (m *Metrics) Commits(engine string) func(orders int) {
	observer := m.commits.WithLabelValues(engine)
	return func(orders int) { observer.Observe(float64(orders)) }
}

// SignInFailed counts a sign-in to the console that failed.
func (m *Metrics) SignInFailed(status int) { m.signIns.WithLabelValues(strconv.Itoa(status)).Inc() }

// HubScan counts a scan of a parcel in a hub, with an activity and a result of one word each.
func (m *Metrics) HubScan(activity, result string) {
	m.hubScans.WithLabelValues(activity, result).Inc()
}

// Handler serves the metrics. What cannot be collected is logged and left out.
func (m *Metrics) Handler(log *slog.Logger) http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{
		ErrorHandling: promhttp.ContinueOnError,
		ErrorLog:      slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	})
}

// WatchQueues adds the metrics of the queues. read is called for each scrape, with a context that ends after
// two seconds. It must be called once.
func (m *Metrics) WatchQueues(read func(context.Context) ([]store.PartnerQueue, error)) {
	watch(m, read, []string{"partner"}, func(q store.PartnerQueue) []string { return []string{q.Partner} },
		gauge("waybill_submission_queue_depth", "Orders that wait for a partner.",
			func(q store.PartnerQueue) float64 { return float64(q.Depth) }),
		gauge("waybill_submission_queue_oldest_seconds", "Time since the oldest waiting order was due.",
			func(q store.PartnerQueue) float64 { return secondsSince(q.OldestDue) }),
		gauge("waybill_partner_labels_failed", "Labels that a partner did not supply and that are no longer requested.",
			func(q store.PartnerQueue) float64 { return float64(q.FailedLabels) }))
}
