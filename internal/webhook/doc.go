// Package webhook sends events to the receivers of shippers after the Standard Webhooks specification. It
// sends a Request with a signed body, and returns a Result: what the response means, and how long to wait before
// the next attempt. Unless the operator allows it, no request reaches an address in a private
// network. The package stores nothing and knows nothing of orders.
package webhook
