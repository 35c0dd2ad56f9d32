// Package api is the JSON API for shippers, partners and operators.
//
// It takes HTTP requests, and responds in the shapes of the original interface. The route table is in
// api.go. Package shell has what all operations share, from the body and the caller to the response. The operation
// itself, one file each, decodes with package request, calls one method of package store, and encodes the result.
//
// Operations are methods of API; those on what operators have are methods of a type that has the few things that they need. Most take
// what the request says and return a value: the route names the function that writes it, and the memory that the operation takes
// beside the body.
//
// Operations share the record of an order (order_record.go) and links to pages and documents (links.go).
//
// There is no SQL here, no rule about a field, no wiring and no setting: a new field belongs to
// package shipment, a new operation gets a line in the route table.
package api
