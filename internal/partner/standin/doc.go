// Package standin stands in for an adapter in development and tests. Signed requests of the partner protocol
// enter; signed responses and callbacks leave. The simulated partner behind it decides about each order, and
// faults happen at random as they do in networks: slow, lost and forged responses. It is never used in
// production.
package standin
