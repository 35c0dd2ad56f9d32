// Package inforce has the rules in force: the built-in ones of package rules, and those that the operator set, which
// take the place of built-in ones with the same id. Source has them compiled for requests (source.go), and
// a Checker checks the orders of a request with them (checker.go); Set, Replace
// and Delete change them (change.go); CheckNewest tries rules on stored orders (newest.go).
//
// HTTP and commands are not here, and rules are stored and recorded in the audit log by package store.
package inforce
