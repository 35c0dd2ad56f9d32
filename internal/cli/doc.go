// Package cli is the commands of waybill. A run takes arguments and environment, and gives tables for
// people, JSON for programs, and an exit code. A command reads its flags and settings, calls one method of the
// store or one function of package server, and prints the result. It holds no rule of what an order is,
// how it is stored or how it is served.
//
// This package is the root command, serve and version; the others are in packages by area: operator, orders,
// maintenance and doctor, and in the folders of internal/feature (command*.go), all upon package command. Most tests are
// scripts in testdata/script.
package cli
