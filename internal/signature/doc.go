// Package signature signs what goes between Waybill and its partners, in both directions,
// so that neither believes a third: HMAC-SHA256 over the message, the time and a nonce.
// Messages enter; headers, or the reason to disbelieve, leave. It keeps no nonces: who
// verifies a request remembers them for as long as Window accepts its time.
package signature
