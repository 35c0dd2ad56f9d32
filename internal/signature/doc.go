// Package signature signs the messages between Waybill and its partners, in both directions: HMAC-SHA256 over
// the message, the time and a nonce. It takes a message and a key, and returns the headers that sign it, or
// the reason why its signature is invalid. The package stores no nonces: the receiver of a request remembers them for
// as long as Window accepts the time of the request.
package signature
