// Package shipment is the domain: orders with their items and parties, services, statuses and the
// transitions between them, tracking events and numbers, events for webhooks, money and countries.
//
// It holds the types that all other packages share, and the rules that are true of them whoever
// asks: which status may follow which, which service a return uses, what a tracking number is.
//
// It imports the standard library only. How requests are decoded and validated is package
// request; how orders are stored is package store.
package shipment
