// Package job runs imports: it checks an uploaded file, waits for a confirmation where one is needed, and creates the orders. All
// that it knows is in the store, so an import goes on after a crash, in this process or in another one.
//
// options.go is what a caller wants, report.go what was found out. A Worker (worker.go) leases the imports of an
// account, and works on them in turn (turns.go): check.go checks a whole file, create.go creates a group of a hundred
// orders in one transaction together with what became of the group. refused.go writes the refused rows.
//
// How files are read and checked belongs to package importer, and HTTP to package api.
package job
