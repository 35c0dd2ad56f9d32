// Package storetest is the conformance suite of the store, and makes databases for tests: a new
// SQLite file, or a new schema in the PostgreSQL of WAYBILL_TEST_POSTGRES_URL (see
// scripts/with-postgres). The suite takes a way to make a database. It is for tests
// only, and knows no difference between the engines but how to make and drop a database.
package storetest
