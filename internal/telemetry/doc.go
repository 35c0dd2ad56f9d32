// Package telemetry is what the operator sees of a running server: the log (slog,
// with request ids and without secrets) and the metrics (Prometheus). Log records and
// plain measurements enter; lines and a /metrics page leave. It imports nothing of the
// house, and nothing of the house but cli imports it: api, fulfil and store take a
// *slog.Logger and plain funcs.
package telemetry
