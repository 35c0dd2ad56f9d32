// Package engine is a database: an SQLite file, or PostgreSQL, also in a Citus cluster. It has the connections, the
// transactions, migrations, outages, the replica and the copy of tables. It knows no order: Schema and Batches say what it
// must know of the data.
//
// Write runs a function in a transaction. On SQLite one writer commits what waits together, each in its savepoint
// (commit_sqlite.go). On PostgreSQL a write has its own transaction, whose statements go in few round trips
// (pipeline_postgres.go), and frequent writes to one row share one (share_postgres.go). Batches are inserted together on
// both (commit_postgres.go, commit_citus.go). dialect.go has the differences in SQL. Files of one engine have its name.
package engine
