// Package protocol speaks Waybill's partner protocol with the adapter that an operator
// runs for a courier: docs/partner-protocol.md. Orders enter and go out as JSON over HTTP,
// signed; an answer counts only if the adapter signed it. An acceptance or a classified
// error leaves. The messages' shapes are here for both sides.
package protocol
