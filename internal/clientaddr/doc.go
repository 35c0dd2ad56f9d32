// Package clientaddr finds the address of the client that sent a request, also behind reverse proxies. It
// takes a request and the networks of the trusted proxies, and returns an address, or the network that a limit
// counts. The package stores nothing and decides no limit.
package clientaddr
