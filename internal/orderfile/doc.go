// Package orderfile writes the orders of an account to files, CSV or XLSX. A file of the form Orders has all fields and items, and
// package importer reads it back equal, by its headings. One of the form Tracking tells a shop the tracking numbers.
// It reads the orders of the store page by page, so a file of any size takes the memory of a page.
//
// There is no HTTP here.
package orderfile
