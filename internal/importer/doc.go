// Package importer turns spreadsheets into orders. It reads a CSV or XLSX file into a Table, finds out which column
// is which field (a Mapping), groups the rows into Drafts of orders, and checks these with the validator of the
// API. Problems are located by row, column and cell. It takes the bytes of a file, and
// returns orders and problems of cells.
//
// read.go recognises the format: csv.go, charset.go and delimiter.go read CSV; task.go lets a process of package
// sandbox read XLSX with package xlsx. builder.go applies the limits, and table.go keeps the cells. mapping.go has
// the Mapping. suggest.go proposes one: finders (candidate.go) say which columns may be which fields, and the surest are taken.
// question.go has the columns that somebody must decide about. plan.go finds the rows of each order, draft.go makes
// orders of them, cell.go makes values of cells, and check.go checks them. export.go writes files.
//
// The columns are the fields of package shipment (order_fields.go). data/headings has the headings by which each is
// recognised and the words of cells, a file a language, and data/presets those of the files of shops. A file more needs no code.
//
// There is no HTTP and no SQL here. Which orders are created, and when, does not belong here.
package importer
