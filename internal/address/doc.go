// Package address suggests how an address is better written: the name of its country, its postal code, its phone number
// and its e-mail address as orders and partners take them. It refuses nothing and stores nothing.
//
// Check is in check.go, with a file for each kind of field: country.go, postal.go, phone.go, email.go and text.go. What
// is known about postal codes is in package rules, and what is known about phone numbers in the library phonenumbers.
package address
