// Package easyposttest is EasyPost for tests: an HTTP server that keeps shipments and answers
// with documents of the shape that EasyPost documents (testdata). A name in the consignee's
// address scripts what becomes of a shipment, as it does at the simulated courier. Requests
// of EasyPost's interface enter, its answers and labels leave. Nothing of ours is here, and
// no server but those of tests imports it.
package easyposttest
