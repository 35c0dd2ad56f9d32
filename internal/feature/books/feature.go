package books

import (
	"embed"

	"github.com/spf13/cobra"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/cli/command"
	"waybill/internal/feature"
	"waybill/internal/shipment"
)

//go:embed templates texts
var files embed.FS

//go:embed commands.txt
var commands command.Texts

// Feature is the feature.
func Feature() feature.Feature {
	responses := openapi.Responses{
		"OrderTemplate": openapi.Describe("", writeEntry(shipment.Templates)),
		"Entry":         openapi.Describe("", writeEntry(shipment.Drafts)),
		"EntryList":     openapi.Describe("", answer.PageOf("Entry", writeEntry(shipment.Drafts))),
	}
	return feature.Feature{Name: "books", Routes: newRoutes, Pages: newPages, Files: files, Commands: newCommands, Responses: responses}
}

// newCommands are the commands of books.
func newCommands(p command.Process) map[string][]*cobra.Command {
	return map[string][]*cobra.Command{"": {newBook(p)}}
}
