// Package sanctions compares names with lists of sanctions that the operator loads.
//
// Read reads the file of a publisher as a stream (read.go). NewSet makes a Set of lists, in which a name is found by its words in Latin
// letters, in any order (set.go). Nothing is guessed: all words must be equal.
//
// There is no HTTP, no SQL and no clock here, and it imports no other package of this module. Names are compared in this process:
// they are sent to nobody.
package sanctions
