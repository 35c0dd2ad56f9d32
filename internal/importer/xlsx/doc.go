// Package xlsx reads the cells of a sheet of an XLSX file (ECMA-376, also its strict form), row by row. Formulas
// are read as the values that the file stores of them. The file is untrusted, so the package runs only in the
// processes of package sandbox.
//
// book.go opens the file and finds its sheets; part.go opens a part of it, with a limit of what is unzipped;
// styles.go finds out which cells are dates, strings.go reads the shared texts, rows.go the rows of the sheet, and
// value.go makes the values of cells.
//
// Why no library does it: docs/adr/0041-xlsx-files-are-read-by-our-own-reader.md.
package xlsx
