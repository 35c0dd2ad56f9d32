// Package partnerlabel stores the label files that partners draw. It takes a label and the name of its partner. A
// process of package sandbox inspects the file once, before it is stored, and turns a PDF or PNG into pages that
// are stored beside it; after that only such a process reads the partner's file again, to draw its pages for a format
// that they do not have. It returns the name of the stored file, and later its content and its pages. Package
// label/inspect reads the files, and package blob stores them. Which order a label belongs to, and who may fetch it,
// is not known here.
package partnerlabel
