// Package storetest is the conformance suite of the store, and makes databases for tests: a new
// SQLite file, or a new schema in the PostgreSQL of WAYBILL_TEST_POSTGRES_URL (see
// scripts/with-postgres). A way to make a database enters; test results leave. It is for tests
// only, and knows no difference between the engines but how to make and drop a database.
package storetest
