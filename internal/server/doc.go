// Package server wires and runs what `waybill serve` is: the store, the API, the pages, the workers
// that call partners and deliver webhooks, and what they share (data folder, memory, metrics, log).
// Run takes checked settings and runs a server until it is stopped. It is the only place where the parts
// meet. Commands and flags are in package cli, and orders in package shipment.
//
// Run starts in this order: memory limits, sockets, lock of the data folder, files, database,
// environment and demo account, partners, API, workers. It stops in the reverse one: the server is
// not ready while load balancers notice, requests under way finish, then the workers.
package server
