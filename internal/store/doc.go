// Package store keeps what Waybill must not lose: accounts, keys, services, orders and
// what happened to them, idempotent answers, the ledger of submissions to partners, and
// events with their deliveries, in an SQLite file or in PostgreSQL. Domain values enter
// and leave; a verb is one transaction. SQL and drivers stay in here, what the engines do
// differently in dialect.go and the two commit files; HTTP, JSON and partners may not
// come in.
package store
