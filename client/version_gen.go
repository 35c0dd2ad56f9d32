// Code generated from the OpenAPI document by go test ./internal/api -run TestClientFilesAreCurrent -update; DO NOT EDIT.

package client

// Version is the version of this package, which the header User-Agent has.
const Version = "0.2.0"
