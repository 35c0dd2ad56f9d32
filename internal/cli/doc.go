// Package cli is the commands of waybill. Arguments and environment enter; tables for people, JSON for
// programs, and an exit code leave. A command reads its flags and settings, calls one method of the
// store or one function of package server, and prints the result. It holds no rule of what an order is,
// how it is stored or how it is served.
//
// A group of commands is one file, and most tests are scripts in testdata/script. configflags.go makes
// flags of the settings of package config. doctor_*.go are the checks of waybill doctor.
package cli
