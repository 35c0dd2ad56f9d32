// Package e2e tests Waybill as it is run: the built binary in a process of its own, on both engines. It is
// killed, starved of disk, memory and database, sent hostile requests, put behind proxies, and called by
// generated clients. Requests and signals go in; responses, exit codes and the stored data are checked.
// A test that can run inside one process belongs to the package that it tests.
package e2e
