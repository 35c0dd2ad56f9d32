// Package api is the JSON interface. Requests enter: their bodies and queries are
// decoded into drafts, which internal/shipment validates; answers in the interface
// document's shapes leave. Handlers call store verbs; no SQL, no rule about a field
// and no wiring may be here.
package api
