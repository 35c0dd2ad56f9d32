// Package standin is an adapter for development and tests: an HTTP server around the partner of package
// simulated, which decides about each order. Signed requests of the partner protocol enter; signed responses
// and callbacks leave. Faults happen at random as they do in networks: slow, lost and forged responses. It is
// never used in production.
package standin
