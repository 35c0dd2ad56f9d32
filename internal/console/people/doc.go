// Package people holds the console's pages about users: signing in by password, passkey or identity provider, links by
// mail, a user's own page, and the users of an account and of the operator.
package people
