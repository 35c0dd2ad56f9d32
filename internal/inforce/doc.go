// Package inforce has the rules in force: the built-in rules of package rules, and the rules that the operator set. A rule
// of the operator takes the place of the built-in rule with the same id. Source has them compiled for requests (source.go), and
// a Checker checks the orders of a request with them (checker.go); Set, Replace
// and Delete change them (change.go); CheckNewest tries rules on stored orders (newest.go).
//
// HTTP and commands are not here, and rules are stored and recorded in the audit log by package store.
package inforce
