// Package openapi builds the OpenAPI document of the API.
//
// What is written by hand enters from document.json, description.md, errors.json, operations and examples: the
// texts of operations and responses, and schemas. What the operations of a kind have in common (the key, the
// request id, the errors) enters from the route table, the schemas of requests from the field tables of package
// request, and those of events and statuses from package shipment. One JSON document leaves, the same bytes each time.
//
// The tests of package api compare the document with the routes, and every request and response of the tests with the
// document.
package openapi
