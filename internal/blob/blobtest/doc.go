// Package blobtest is the suite that every blob.Store passes, and the S3 server that tests use, a process
// that S3 starts. It is for tests only.
package blobtest
