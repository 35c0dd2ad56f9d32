// Package storetest is the conformance suite of the store, and makes databases for tests: a copy of a
// migrated SQLite file, or of a migrated database in the PostgreSQL of WAYBILL_TEST_POSTGRES_URL (see
// scripts/with-postgres), whose name begins with waybill_test_ and which stays for the next tests.
// The suite takes a way to make a database. It is for tests only, and knows no difference between the engines but how to
// make and drop a database.
package storetest
