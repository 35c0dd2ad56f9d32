// Command mutants breaks the code of packages in many small ways, one at a time, and lists what no test notices: a part of a condition
// that is left out, a boundary that is off by one, a statement or a field that is dropped, a condition of SQL that selects everything.
//
//	make mutants MUTANTSFLAGS="-packages ./internal/orders,./internal/store -tests ./internal/store"
//
// All changes are compiled in at once, and each is switched on by a variable of the environment. First each test runs alone, to see
// which code it reaches. Then each change is tried with the tests that reach it, on SQLite, until one fails. For a change that no test
// notices, write a test, unless the change has no effect that a user could see.
package main
