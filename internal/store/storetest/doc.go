// Package storetest is the conformance suite of the store, and the databases that tests
// run on: a fresh SQLite file, or a fresh schema of the PostgreSQL that
// WAYBILL_TEST_POSTGRES_URL names (see scripts/with-postgres). It is for tests alone and
// knows no engine beyond how to make and drop a database.
package storetest
