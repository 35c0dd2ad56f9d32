// Package shipment is the domain: orders with their items and parties, services, statuses and the
// transitions between them, tracking events and numbers, events for webhooks, money and countries.
//
// All other packages share its types. It also has the rules that hold everywhere: which status may
// follow which, which service a return uses, what a tracking number looks like. A new field of an
// order is declared in order.go, and is a line of the table in order_fields.go; change.go says which
// changes make a printed label wrong. permission.go says which scopes and roles may do what, and
// event.go which events webhooks get.
//
// TrackerStatus is where the parcel is; StatusCode is whether the partner has the order. A new
// TrackerStatus is declared in status.go and in the table of transition.go; CONTRIBUTING.md lists
// the other files that it needs.
//
// It imports the standard library only. How requests are decoded and validated belongs to package
// request, how orders are stored to package store.
package shipment
