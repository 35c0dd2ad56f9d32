// Package console holds the pages where people work: shippers on the orders of an account, and the operator's people
// on everything. The pages are rendered by the server and need no script for any task.
//
// Package web is the base: router, permissions, sessions, templates, texts. Beside it is one package per area: orders, settings (of an
// account), operator, and people (sign-in, users, passkeys). Each has a table of its routes with the permission that each needs
// (routes.go), and a file for each page. Packing, hand-over, imports and books have theirs in their folders of internal/feature
// (pages.go). Here are the list of all areas, the start page, the style guide, and the tests, which visit the pages over HTTP. Package
// orderform describes the form of an order; package public has the pages for consignees.
//
// Pages call the functions that the API calls: operations of packages orders, printing and feature/…, and methods of the store. So their
// rules, messages and limits hold. There is no SQL here, and no rule about a field.
package console
