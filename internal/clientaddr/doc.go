// Package clientaddr finds the address of the client that sent a request, also behind reverse proxies. A
// request and the networks of the trusted proxies enter; an address, or the network that a limit counts,
// leaves. The package stores nothing and decides no limit.
package clientaddr
