// Package inspecttest holds labels for tests: a good one, and a corpus of files that cost a careless reader
// its memory or its time.
package inspecttest
