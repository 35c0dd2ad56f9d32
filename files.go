// Package waybill has the files of the repository that the server itself serves at /docs: its guides, and what they link to. It has no
// code: package guides shows them.
package waybill

import "embed"

// Files are the pages of the documentation, the examples, and the sources of the SDKs.
//
//go:embed CHANGELOG.md README.md LICENSE go.mod docs/*.md docs/operations/*.md docs/operations/*.csv docs/examples/*.json docs/partner-openapi.json
//go:embed client/*.go clients/README.md clients/methods.csv clients/postman/*.json
//go:embed clients/python/LICENSE clients/python/README.md clients/python/pyproject.toml clients/python/waybill/*.py
//go:embed clients/python/waybill/py.typed
//go:embed clients/typescript/LICENSE clients/typescript/README.md clients/typescript/*.json clients/typescript/src/*.ts
//go:embed internal/guides/files.md internal/shipment/tariffs.csv internal/rules/default/*.csv
var Files embed.FS
