// Package store is the durable state of Waybill: orders and their tracking, idempotent responses, the ledgers of work for
// partners, and events with their deliveries. Its methods take and return values of the domain; each one is one transaction.
// HTTP, the JSON of requests and calls to partners are not allowed here.
//
// Below it are package engine (SQLite and PostgreSQL: transactions, migrations, copies), audit (the audit log), masterdata
// (accounts, keys, services, partners, rules) and people (users and sessions). Store has one of each. Above it is package report, which
// counts and explains what it has.
//
// An order is a row of columns (order_columns.go, records.go) and three JSON documents (package document), from which pages
// are copied (list.go). batch.go and creates.go insert orders. numbers.go leads from tracking numbers to orders.
// migrations/ has the schema, schema.go what the engine must know of it.
//
// A ledger (ledger.go) is a table of work for partners, whose rows a process claims by lease (claims.go):
// submissions, cancellations and partner_labels. attempts.go is the history of calls. cancel.go cancels orders at a
// shipper's request; cancellations.go is the work at the partner that may follow.
//
// Events (events.go) are delivered to endpoints (endpoints.go, deliveries.go). A feature that stores rows of its own gives a Part
// (parts.go), records facts about orders (record.go), and has rows ride with new orders (Rider).
package store
