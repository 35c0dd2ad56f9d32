// Package orders is the commands for orders and what becomes of them: orders, submissions and cancellations in the
// database, labels of files of orders, addresses, tracking reports and simulated journeys. The commands label status,
// label manifest and listen call a server by the SDK as a shipper does, with an account's key: see
// command.ServerFlags.
package orders
