// Package fulfil carries out what a stored order promised: it claims due submissions
// by lease, calls the partner, records what came of it, and retries with backoff.
// Submissions enter, from the store or from a create that waits for its labels;
// outcomes leave to the store. In the same way it delivers events to the endpoints of
// accounts. It never decides what an order is, and never calls a
// partner without a durable record that it is about to.
package fulfil
