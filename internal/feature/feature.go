// Package feature says what a part of the product that has a folder of its own adds to the core. The folders are below this one, and
// package all lists them. The core imports none of them, and they do not import each other.
package feature

import (
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
)

// Feature is a part of the product.
type Feature struct {
	Name      string
	Routes    func(*shell.Shell) []shell.Route // of the JSON API
	Responses openapi.Responses                // of its routes, by the names that the OpenAPI document gives them
}
