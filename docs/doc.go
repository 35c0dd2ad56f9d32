// Package docs has the pages of the documentation that the server itself shows, at /docs. It has no code: package guides renders
// them. The tests beside it run the commands of all pages.
package docs

import "embed"

// Pages are the guides for integrators.
//
//go:embed quickstart.md integrating.md keys.md fields.md preparing.md errors-and-retries.md lists.md finding.md orders.md labels.md
//go:embed handover.md returns.md webhooks.md tracking.md test-mode.md sdks.md
//go:embed import.md import-files.md customs.md interface.md versions.md
var Pages embed.FS
