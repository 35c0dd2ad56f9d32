// Package store is the durable state of Waybill, in an SQLite file or in PostgreSQL: accounts and
// keys, services, orders and their tracking, idempotent responses, the ledger of work for partners,
// and events with their deliveries. Domain values enter and leave; each method is one transaction.
// SQL and drivers stay inside: dialect.go and the two commit files hold what the engines do
// differently. HTTP, JSON and calls to partners are not allowed here.
package store
