// Command bench measures Waybill as its callers see it. It starts the real server as a process of its own,
// sends it prepared requests over loopback, and prints each figure beside a reference of the same run: the
// same rows written by the bare driver, or a handler that does nothing. It imports no package of the server,
// and no test depends on its times.
package main
