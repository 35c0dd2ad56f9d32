// Package standin stands in for an adapter in development and tests: it serves the partner
// protocol with the simulated courier behind it, whose scripts decide about each order,
// and with faults at random, as a network and a courier have them. Signed requests enter;
// signed answers, strange ones and none leave, and callbacks. Never for production.
package standin
