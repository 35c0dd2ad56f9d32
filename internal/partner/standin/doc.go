// Package standin is an adapter for development and tests: an HTTP server around the partner of package
// simulated, which decides about each order. It takes signed requests of the partner protocol, and sends
// signed responses and callbacks. Faults happen at random as they do in networks: slow, lost and forged responses. It is
// never used in production.
package standin
