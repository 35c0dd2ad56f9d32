// Package client is the Go SDK of Waybill. It takes orders, returns, filters, endpoints and reports as Go
// values, and returns tracking numbers, labels, order records and events, or an error: a [*ValidationError] with
// the messages of every order, field and item, or an [*Error] with the service's response. The SDK sends the
// secret key in a header, never in a URL, and repeats failed requests only where that has no further effect: a request that writes has an
// idempotency key, a random one unless the caller gives one. Receivers of webhooks verify them with [VerifyWebhook].
//
// An order has three types: [NewOrder] is sent in a request (create.go), [Order] is the record that a view
// returns (record.go), and [OrderDetail] has everything that is stored (detail.go).
//
// It may import neither the service's internal packages nor any other module.
package client
