// Package netguard keeps requests to addresses that others choose out of private networks. The setting whether
// private networks are allowed enters; an http.Transport that refuses to connect to anything but public addresses
// leaves. It checks an address after its name is resolved, so that no DNS response gets around it. Who may set an
// address, and what is sent to it, does not belong here.
package netguard
