// Package openapi builds the OpenAPI document of the API.
//
// It reads what is written by hand: document.json, description.md, errors.json, operations and examples have the texts of
// operations and responses, and the schemas of responses. It takes what the operations of a kind have in common (the key,
// the request id, the errors) from the route table, the schemas of requests from the field tables of package request, and
// those of events and statuses from package shipment. It returns one JSON document, the same bytes each time.
//
// The tests of package api compare the document with the routes, and every request and response of the tests with the
// document.
package openapi
