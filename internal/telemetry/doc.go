// Package telemetry makes the log (slog, with request ids and without secrets) and the metrics (Prometheus)
// of a server. metrics.go has what is recorded when it happens; what is read at each scrape is in admission.go, data.go, replica.go and
// search.go. It takes log records and measurements, and writes lines and a /metrics page. The figures that it reads
// are those of packages admission and store, and only server and cli import it. Package api takes the metrics as its interface Metrics;
// fulfil and store take functions.
package telemetry
