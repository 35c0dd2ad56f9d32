// Package client is the Go SDK of Waybill. Orders, returns, filters, endpoints and reports
// enter as Go values; tracking numbers, labels, order records and events leave, or an
// error: a [*ValidationError] with the messages of every order, field and item, or an
// [*Error] with the service's answer. It sends the secret key in a header, never in an
// address, and repeats failed requests only where that does nothing twice. Receivers of
// webhooks verify them with [VerifyWebhook].
//
// Nothing of the service's inside may be imported here, and no other library.
package client
