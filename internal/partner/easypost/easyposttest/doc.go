// Package easyposttest is EasyPost for tests: an HTTP server that stores shipments and responds with
// documents of the shape that EasyPost documents (testdata). A script in the consignee's name decides what
// becomes of a shipment, as with the simulated partner. It responds to requests of EasyPost's API,
// also with labels. No other internal package belongs here, and only tests import it.
package easyposttest
