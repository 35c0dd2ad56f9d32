// Package inspect reads the labels that partners draw, PDF and PNG. It takes a file, and returns encoded pages, which
// can be copied into other files, or pictures of the pages for label printers, or an error that tells why the label is
// refused. The files are untrusted, so the package runs only in the processes of package sandbox.
package inspect
