// Package telemetry makes the log (slog, with request ids and without secrets) and the metrics (Prometheus)
// of a server. Log records and plain measurements enter; lines and a /metrics page leave. It imports no other
// internal package. Only server and cli import it: api, fulfil and store take a *slog.Logger and plain
// functions.
package telemetry
