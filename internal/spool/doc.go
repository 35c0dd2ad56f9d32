// Package spool keeps parts of requests on disk that are too large to wait in memory. Its
// files have no name and end with the process; a start removes what a crash may have left.
package spool
