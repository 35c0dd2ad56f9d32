// Package problem has what can be wrong, and what comes of requests, as messages: codes with arguments. The table of codes
// has their English texts, which the API, the command line and files of refused rows show, and which are stored. The console has
// texts of its own for each code. Packages that find problems make messages of the variables here; nobody else writes a sentence.
// It imports no other package.
package problem
