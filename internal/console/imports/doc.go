// Package imports holds the console's pages for imports of spreadsheets: upload, the mapping of columns, problems, and
// the orders that were created.
package imports
