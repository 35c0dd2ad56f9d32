// Package openapi builds the OpenAPI document of the API, and writes the objects of responses that the document describes.
//
// One function writes the keys of an Object and describes them, so that package api says each key of a response once. The
// document has the schema in the place of "@response NAME".
//
// It reads what is written by hand: document.json, description.md, errors.json, the files of webhooks and operations have the texts of
// operations and responses, and the schemas of what is not written by an Object: the records and results that are written most,
// the data of events, and values that encoding/json writes. The files in examples are recorded: they are what a server said in the
// tests of package api. It takes what the operations of a kind have in common (the key,
// the request id, the errors) from the route table, the schemas of requests from the field tables of package request, and
// those of events and statuses from package shipment. It returns one JSON document, the same bytes each time.
//
// The tests of package api compare the document with the routes, and every request and response of the tests with the
// document.
package openapi
