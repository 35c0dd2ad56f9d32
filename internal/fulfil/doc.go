// Package fulfil does the work that is due after a request: it submits orders to partners, cancels them there,
// fetches the labels of partners, delivers events to the endpoints of accounts, and makes the steps of test
// journeys. It claims due work by lease, calls the partner or the receiver, records the outcome, and retries
// with backoff.
//
// It takes work from the store, and submissions also from a create that waits for its labels; it stores
// the outcomes. backoff.go decides when submissions, cancellations and labels are tried again; for deliveries
// package webhook does. No call is made to a partner without a durable record that it is about to be made. How
// a partner or a receiver is called does not belong here.
package fulfil
