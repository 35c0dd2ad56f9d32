// Package harness is what e2e, bench and faults share: it builds the programs under test, starts each
// as a process, waits until it serves, stops or kills it, and keeps its output; and it makes schemas
// in a PostgreSQL and tables in Markdown. It knows nothing of the server but the SDK's order.
package harness
