// Package orders holds the console's pages of an account's orders: its home, the list, the page of an order, the forms
// for orders and returns, and batches. order.go is the page of an order, with the facts of facts.go.
package orders
