// Package store is the durable state of Waybill, in an SQLite file or in PostgreSQL: accounts and keys, services,
// orders and their tracking, idempotent responses, the ledgers of work for partners, and events with their
// deliveries. Domain values enter and leave; each method is one transaction. SQL and drivers stay inside. HTTP,
// the JSON of requests and calls to partners are not allowed here.
//
// An order is a row of columns (order_columns.go, records.go) and three JSON documents (document.go), from
// which pages are copied (list.go). numbers.go leads from tracking numbers to orders. migrations/ has the
// schema of each engine. dialect.go has the differences in SQL. Files of one engine have its name, such as
// commit_sqlite.go and setup_postgres.go; backup.go and integrity.go are for SQLite, socket_*.go for
// PostgreSQL.
//
// A ledger (ledger.go) is a table of work for partners, whose rows a process claims (claims.go) by lease
// (leases.go): submissions, cancellations and partner_labels. On PostgreSQL the outcomes of work share
// transactions (share_postgres.go). attempts.go is the history of calls. cancel.go cancels orders at a shipper's
// request; cancellations.go is the work at the partner that may follow.
//
// An import (imports.go) is an uploaded file whose rows become orders: import_queues.go leases the imports of an account
// to one process, import_content.go keeps the file and what its check has found, and import_results.go is written with
// the orders.
//
// Users (users.go) are the people who use the console; memberships.go has their roles in accounts, user_links.go
// their one-time links, sessions.go their sessions, passkeys.go their passkeys, and identities.go who they are at an
// identity provider. Passwords and tokens are stored as hashes alone.
package store
