// Package problem has what can be wrong, and what comes of requests, as messages: codes with arguments. The table of codes
// has their English texts, which the API, the command line and files of refused rows show. The console has texts of its own for each
// code. A message is handed over and stored with its code: nothing finds the code of an English text. Packages that find problems
// make messages of the variables here; nobody else writes a sentence. It imports no other package.
package problem
