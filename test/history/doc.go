// Command history checks that Waybill is linearizable: each call takes effect at one moment between its beginning and its
// end. Clients of one or two servers create, change, cancel and view the same orders at the same time, while servers are
// killed and a partner loses responses. Every call and its response, or that there was none, is recorded with both times. Then
// porcupine looks for an order of the calls in which the model of an order (model.go) gives the same responses. What the
// partner receives is recorded and checked in the same way.
//
// It prints a table of the calls, and exits with 1 if there is no such order for the calls of some shipment order.
package main
