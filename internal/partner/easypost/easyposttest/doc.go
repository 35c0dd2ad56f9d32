// Package easyposttest is EasyPost for tests: an HTTP server that stores shipments and responds with
// documents of the shape that EasyPost documents (testdata). A script in the consignee's name decides what
// becomes of a shipment, as with the simulated partner. Requests of EasyPost's API enter; its responses and
// labels leave. No other internal package belongs here, and only tests import it.
package easyposttest
