// Package console tests the pages where people work in a real browser, against the binary: one file an area. Without
// tests it has the demonstration that they use: orders in all states, with hostile texts in them.
//
// The tests share a server, on which newSite makes an account for each, and a browser, in which each has windows of its own: see package
// browser. A server of its own has a test of settings, of rules, and of the pages of all accounts.
//
// screens_test.go has the list of pages. TestLongPagesOfTheConsoleAreAccessible checks each with axe-core in light colours, some in dark
// ones, and that it fits a narrow window; with WAYBILL_SCREENSHOTS=folder (make screenshots, each night) it checks each in three widths,
// light and dark, and writes a picture of each. An area adds its pages in a file screens_AREA_test.go.
package console
