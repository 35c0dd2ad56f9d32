package books

import (
	"embed"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/feature"
	"waybill/internal/shipment"
)

//go:embed templates texts
var files embed.FS

// Feature is the feature.
func Feature() feature.Feature {
	return feature.Feature{Name: "books", Routes: newRoutes, Pages: newPages, Files: files, Responses: openapi.Responses{
		"OrderTemplate": openapi.Describe("", writeEntry(shipment.Templates)),
		"Entry":         openapi.Describe("", writeEntry(shipment.Drafts)),
		"EntryList":     openapi.Describe("", answer.PageOf("Entry", writeEntry(shipment.Drafts))),
	}}
}
