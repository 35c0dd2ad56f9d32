// Package cli is the commands of waybill. Arguments and environment enter; tables for people, JSON for
// programs, and an exit code leave. A command reads its flags and settings, calls one method of the
// store or one function of package server, and prints the result. It holds no rule of what an order is,
// how it is stored or how it is served.
//
// Each command is in a file of its own name, and its test is a script in testdata/script. doctor_*.go
// are the checks of waybill doctor.
package cli
