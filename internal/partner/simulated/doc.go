// Package simulated is the partner of a development environment. A script in the name of an order's
// consignee decides the outcome, so that every outcome can be produced: acceptances, labels and errors. It keeps
// a ledger in a file of its own, as a real partner has records of its own, so that tests can crash
// Waybill between the two and compare them. Package standin puts it behind HTTP. It is never used in
// production.
package simulated
