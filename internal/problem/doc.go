// Package problem has what can be wrong, and what comes of requests, as messages: codes with arguments. A message is handed over and
// stored with its code: nothing finds the code of an English text. Packages that find problems make messages of the variables here;
// nobody else writes a sentence. It imports no other package.
//
// codes.json is the table of codes. It has sections, whose heading is "about", and for each code: its variable in Go, the English of the
// API, the command line and files of refused rows, and the texts of the console in its languages. The console has a text in English where
// it says something else. "when" and "do", of the code or else of its section, are for the page of all codes in the guides: the cause, and
// the remedy. "only" names where a code occurs that the API never sends. The built-in rules of tables, and
// schemes of numbers, have their English themselves. go generate writes the
// variables to codes_gen.go.
package problem

//go:generate go run ./codegen
