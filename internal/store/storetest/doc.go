// Package storetest makes databases and orders for tests of the store and of the packages that use it. A database is a copy of a
// migrated SQLite file, or of a migrated database in the PostgreSQL of WAYBILL_TEST_POSTGRES_URL (see scripts/with-postgres), whose
// name begins with waybill_test_ and which stays for the next tests. WAYBILL_TEST_ENGINES lists the engines that tests run on, with
// commas: sqlite, postgres, citus and pooler. It is for tests only.
package storetest
