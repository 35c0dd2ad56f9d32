// Package request reads what callers send: it decodes the JSON of a body or the text of a query,
// checks it against the field tables, and across fields.
//
// It takes bytes, or Values from a CSV file or from flags. It returns values of package shipment, or the
// tree of Problems that a 400 shows. The fields of orders are in the tables of package shipment (order_fields.go);
// fields.go reads those tables.
//
// A table (table.go) lists the fields of one kind of element. Those of orders apart, the fields are lines of fields.csv, and columns.go
// finds the place of each in the Go type of the request. A Shape (shape.go) has the keys that are read from a
// body: those of its object, and of the elements of its lists. Decode (decode.go) keeps their values in a Form
// (form.go) without checking them. A Body (body.go) has the table and the shape of a request, and reads a Form
// into a typed request; ReportProof in proof.go is one. A Query (table.go) does the same for the parameters of a
// request. validate.go reads the orders of a create: cross_fields.go checks across fields, own_tracking_no.go
// finds tracking numbers in use, and forward.go fills a return from its forward order. journey.go reads requests
// for test journeys, label_orders.go the file of `waybill label render`. administration.go has the bodies about
// accounts, users and partners, service.go those about services.
//
// There is no HTTP, no SQL and no clock here, and shipment is the only other package of this
// module that it imports.
package request
