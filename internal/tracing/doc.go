// Package tracing makes OpenTelemetry spans of requests, of waits for memory, of commits, and of calls to partners and
// webhooks, and sends them to a collector. It continues the trace of a traceparent header. Attributes are
// routes, numbers, and words that the operator chose: nothing of a person, no secret, no text of an error. Without a
// collector the Tracer is nil and each function costs a nil check, or a look into the context. It imports no other
// internal package.
package tracing
