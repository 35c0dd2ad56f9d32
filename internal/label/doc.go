// Package label prints an order: parcel labels, customs declarations and commercial invoices, as PDF, PNG or
// ZPL II, in every script that the embedded fonts cover. It takes an order with its service, and returns a document
// with a Report of the characters and texts that did not print as written. The same order always gives the
// same bytes: no store, URL or clock belongs here.
//
// drawer.go places text and lines in boxes. parcel.go is the parcel label: parties.go draws the consignee and the sender, marks.go the
// marks, contents.go its lower end. declaration.go reads an order into
// what cn22.go, cn23.go and invoice.go draw, with the fields of form.go, the tables of table.go and the parties
// of customs.go. manifest.go lists the parcels that a driver takes over. money.go has the one spelling of amounts.
// specimen.go is the page of `waybill label sheet`. Labels that partners draw are read by package label/inspect and
// stored by package partnerlabel.
package label
