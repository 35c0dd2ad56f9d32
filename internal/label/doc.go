// Package label prints an order: parcel labels, customs declarations and commercial
// invoices, as PDF, PNG or ZPL II, in every script that the embedded fonts cover. An
// order with its service enters; a document leaves, and a Report of what it could not
// print as written. It reads no store, knows no URL and no clock: the same order
// gives the same bytes.
package label
