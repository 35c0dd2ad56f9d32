// Package shipment is the domain: orders, items, parties, services, tracking
// statuses, tracking numbers, and the validation that turns what a caller sent
// into them. Raw values enter (see Value); orders or a tree of Problems leave.
// It knows the standard library and the names of mail domains (IDNA) only: no SQL, no
// HTTP, no JSON decoding and no clock of its own.
package shipment
