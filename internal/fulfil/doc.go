// Package fulfil carries out the work that the store holds as due: it submits orders to partners,
// cancels them there, fetches partners' labels, and delivers events to the endpoints of accounts.
// Work enters by a lease, from a claim or from a create that waits for its labels. Outcomes leave to
// the store, which decides what they mean for an order; failed work is retried with backoff. No call
// to a partner is made without a durable record that it is about to be made.
package fulfil
