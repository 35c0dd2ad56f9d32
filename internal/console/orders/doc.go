// Package orders holds the console's pages of an account's orders: its home, the list, the page of an order, the forms
// for orders and returns, and batches.
package orders
