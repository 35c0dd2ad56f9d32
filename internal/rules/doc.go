// Package rules checks orders against rules that are data: what a service, a lane or an account demands of an order
// beyond the API's own validation.
//
// A Rule has a scope, a severity, the days on which it is valid, and a condition of one of the Kinds. Parse reads
// rules from JSON (parse.go, with the keys in keys.go) and Compile makes a Set of them, which is indexed by service,
// account and lane (index.go). Set.Check returns what is wrong with an order. A new kind is a constant in
// rule.go and a line in kinds.go. The fields come from the table in package shipment.
//
// Expressions are in the Common Expression Language; cel.go compiles them and celtypes.go gives them the order.
//
// There is no HTTP, no SQL and no clock here, and of this module it imports shipment, postal, problem, sanctions and each only.
package rules
