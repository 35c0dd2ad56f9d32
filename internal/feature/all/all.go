// Package all lists the features of the product. Only server, cli and tests of the whole import it.
package all

import (
	"waybill/internal/each"
	"waybill/internal/feature"
	"waybill/internal/feature/books"
	"waybill/internal/feature/consolidation"
	"waybill/internal/feature/desk"
	"waybill/internal/feature/floor"
	"waybill/internal/feature/imports"
	"waybill/internal/jobs"
	"waybill/internal/store"
)

// Parts are what features, and the jobs of the core, add to a store.
func Parts() []store.Part {
	return append(each.Of(Features(feature.Process{}), func(f feature.Feature) store.Part { return f.Part }), jobs.Part())
}

// Features returns all features, with their workers for a process.
func Features(p feature.Process) []feature.Feature {
	return []feature.Feature{books.Feature(), consolidation.Feature(p), desk.Feature(p), floor.Feature(p), imports.Feature(p)}
}
