// Package webhook sends events to the receivers of shippers: it signs a body after the
// Standard Webhooks specification, posts it, says what the answer means and how long to
// wait before the next attempt. A request enters, a Result leaves. It keeps nothing and
// knows no orders, and no request of it reaches an address inside the operator's network.
package webhook
