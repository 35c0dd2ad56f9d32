// Package api is the JSON API for shippers, partners and operators.
//
// HTTP requests enter, and responses in the shapes of the interface document leave. The route table
// is in api.go. The shell of an operation (shell.go) reads and admits the body, finds the caller
// and writes the response; the operation itself, one file each, decodes with package request, calls
// one method of package store, and encodes the result. errors.go maps errors to statuses.
//
// Operations share the record of an order (order_record.go), links to pages and documents (links.go),
// responses that are sent while they are written (stream.go), the memory that a request is charged for
// (memory.go), limits (ratelimit.go), and the log line and metrics of a request (observe.go).
//
// There is no SQL here, no rule about a field, no wiring and no setting: a new field belongs to
// package request, a new operation gets a line in the route table.
package api
