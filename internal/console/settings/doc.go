// Package settings holds the console's pages for the settings of an account: language, keys, webhooks, labels, customs
// and templates of orders.
package settings
