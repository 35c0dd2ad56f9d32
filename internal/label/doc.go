// Package label prints an order: parcel labels, customs declarations and commercial invoices, as PDF, PNG or
// ZPL II, in every script that the embedded fonts cover. An order with its service enters; a document leaves,
// with a Report of the characters and texts that did not print as written. The same order always gives the
// same bytes: no store, URL or clock belongs here.
package label
