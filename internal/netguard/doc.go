// Package netguard keeps requests to addresses that others choose out of private networks. It makes an
// http.Transport that connects to public addresses only, unless private networks are allowed. It checks an address
// after its name is resolved, so that no DNS response gets around it. Who may set an
// address, and what is sent to it, does not belong here.
package netguard
