// Package openapi builds the OpenAPI document of the API.
//
// What is written by hand enters from document.json, description.md and examples: operations,
// responses and their descriptions. The schemas of requests enter from the field tables of package
// request, those of events and statuses from package shipment. One JSON document leaves, the same
// bytes each time.
//
// It does not know the route table: the tests of package api compare the document with the routes,
// and every request and response of the tests with the document.
package openapi
