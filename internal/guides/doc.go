// Package guides shows the guides for integrators at /docs: pages of package docs as HTML, with their contents, a search, and the
// reader's own address in the examples, and the table of codes of package problem as one page more. It reads the Markdown at the start,
// and responds with HTML. It knows nothing of orders, accounts and keys.
package guides
