// Package clientaddr finds the address of the client that sent a request, also behind
// reverse proxies. A request and the proxies that the operator trusts enter; an address
// leaves. It keeps nothing, and decides no limit.
package clientaddr
