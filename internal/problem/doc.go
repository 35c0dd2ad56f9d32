// Package problem has what can be wrong, and what comes of requests, as messages: codes with arguments. The table of codes
// has their English texts, which the API, the command line and files of refused rows show. The console has texts of its own for each
// code, in web/texts/problems.json. A message is handed over and stored with its code: nothing finds the code of an English text.
// Packages that find problems make messages of the variables here; nobody else writes a sentence. It imports no other package.
//
// fields.go has the problems of fields. service.go has those of any request, and of orders that are held, cancelled, labelled, packed or
// handed over. imports.go and rules.go have those of their packages, account.go those of an account's settings, and settings.go those of
// what operators set, and of users.
package problem
