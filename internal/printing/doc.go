// Package printing makes the documents of orders: labels, customs declarations and invoices, which it draws or has from partners, files of
// many labels, lists of parcels, and proofs of delivery. API and console ask for them by values, and send what they get. Nothing here knows
// HTTP or a page.
//
// Drawing waits for one of few renderers (renderers.go). What else a document takes in memory is charged to the request it is for.
package printing
