// Package signature signs the messages between Waybill and its partners, in both directions: HMAC-SHA256 over
// the message, the time and a nonce. A message and a key enter; the headers that sign it, or the reason why
// its signature is invalid, leave. The package stores no nonces: the receiver of a request remembers them for
// as long as Window accepts the time of the request.
package signature
