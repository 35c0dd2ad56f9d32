// Package e2e holds the tests of Waybill as it is run: the built binary in a process of
// its own, on both engines, killed, starved of disk and database, and sent what no
// honest client sends; and called by clients that generators make of its document. Requests
// and signals go in; answers, exit codes and the data that is left come out and are audited.
// What a test inside the process can show does not belong here.
package e2e
