// Package cli is the commands of the binary: arguments and environment enter; tables
// for people, JSON for programs and an exit code leave. serve.go is the only place
// where the house is wired. A command calls store verbs and prints; what an order is,
// how it is stored and how it is served stand elsewhere.
package cli
