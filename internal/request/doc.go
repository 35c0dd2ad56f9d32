// Package request reads what callers send: it decodes the JSON of a body or the text of a query,
// checks it against the field tables, and applies the rules that hold across fields.
//
// Bytes enter, or Values from a CSV file or from flags. Values of package shipment leave, or the
// tree of Problems that a 400 shows. A new field of a request is one line of a field table here;
// the OpenAPI document follows from it.
//
// There is no HTTP, no SQL and no clock here, and shipment is the only other package of this
// module that it imports.
package request
