// Package guides shows the guides for integrators and operators at /docs: pages of the repository as HTML and as Markdown, with their
// contents, a search, the reader's own address in the examples, the files that they link to, and the table of codes of package problem
// as one page more. It reads the pages at the first request. It knows nothing of orders, accounts and keys.
package guides
