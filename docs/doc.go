// Package docs has no code. Its tests run the commands of the pages of the documentation, and follow their links. Package guides shows
// the pages at /docs.
package docs
