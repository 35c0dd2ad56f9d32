// Package orders has every operation on orders as a function: check, create, edit, replace, hold, release, cancel and view. API, console,
// imports and commands call them with values, and turn what they return into messages. Nothing here knows HTTP, JSON or a page.
//
// The conditions of an order are joined in one place (checking.go), and so is the idempotency of what is created (once.go).
package orders
