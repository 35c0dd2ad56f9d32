package telemetry

import (
	"context"

	"waybill/internal/admission"
)

// Pool is a resource that requests hold while they are served.
type Pool struct {
	Name string
	admission.Stats
}

// WatchAdmission adds the metrics of admission. It must be called once.
func (m *Metrics) WatchAdmission(pools func() []Pool, connections func() admission.ConnectionStats) {
	name := func(p Pool) []string { return []string{p.Name} }
	watch(m, func(context.Context) ([]Pool, error) { return pools(), nil }, []string{"pool"}, name,
		gauge("waybill_admission_size_bytes", "Memory, or disk for the pool spool, that requests may hold together.",
			func(p Pool) float64 { return float64(p.Size) }),
		gauge("waybill_admission_held_bytes", "Memory or disk that requests hold.", func(p Pool) float64 { return float64(p.Held) }),
		counter("waybill_admission_waits_total", "Requests that waited for memory or disk.", func(p Pool) uint64 { return p.Waits }),
		counter("waybill_admission_refusals_total", "Requests that were refused because memory or disk was short.",
			func(p Pool) uint64 { return p.Refusals }))
	watchOne(m, func(context.Context) (admission.ConnectionStats, error) { return connections(), nil },
		gauge("waybill_connections", "Connections of the API.", func(c admission.ConnectionStats) float64 { return float64(c.Open) }),
		gauge("waybill_connections_limit", "Connections that the API may have.",
			func(c admission.ConnectionStats) float64 { return float64(c.Limit) }),
		counter("waybill_connections_closed_total", "Idle connections that were closed to make room.",
			func(c admission.ConnectionStats) uint64 { return c.Closed }),
		counter("waybill_connections_refused_total", "Connections that were refused because the limit was reached.",
			func(c admission.ConnectionStats) uint64 { return c.Refused }))
}
