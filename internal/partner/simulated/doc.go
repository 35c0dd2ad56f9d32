// Package simulated is the courier of a development environment. The order scripts it:
// what stands in the consignee's name decides the outcome, so that anyone can see each
// of them. It keeps a ledger of its own in a file of its own, as a real courier does,
// so that a crash between its books and ours can be tested. Never for production.
package simulated
