// Package imports makes orders of the rows of files: a shipper uploads one, package job reads and checks it in the background, and the
// shipper says how it is read, corrects cells, and has its orders created.
//
// Service has the operations (imports.go, reading.go, files.go); they know no HTTP and no JSON, and their context names the actor. The
// routes of the JSON API (routes*.go) and the pages of the console (pages.go, page_*.go, templates, texts) call them. Package stored stores
// files and results, and package importer, which exports and books use too, knows columns and cells.
package imports
