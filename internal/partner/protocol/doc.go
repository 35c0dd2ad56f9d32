// Package protocol is the client of Waybill's partner protocol (docs/partner-protocol.md): it calls the
// adapter that an operator runs for a partner. It sends orders as signed JSON over HTTP; a response
// counts only if the adapter signed it. It returns an acceptance or a classified error. The message types serve
// both sides of the protocol. Callbacks of adapters are received in api/partner_callback.go. Retries and stored
// state do not belong here.
package protocol
