// Package simulated is the partner of a development environment. An order enters; a script in its consignee's
// name decides the outcome, so that every outcome can be produced. Acceptances, labels and errors leave. It
// keeps a ledger in a file of its own, as a real partner has records of its own, so that tests can crash
// Waybill between the two and compare them. Package standin puts it behind HTTP. It is never used in
// production.
package simulated
