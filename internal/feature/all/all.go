// Package all lists the features of the product. Only server, and tests of the whole, import it.
package all

import (
	"waybill/internal/feature"
	"waybill/internal/feature/books"
)

// Features returns all features.
func Features() []feature.Feature { return []feature.Feature{books.Feature()} }
