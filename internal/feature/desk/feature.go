package desk

import (
	"context"
	"embed"

	"github.com/spf13/cobra"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/cli/command"
	"waybill/internal/console/web"
	"waybill/internal/feature"
	"waybill/internal/feature/desk/parcels"
)

//go:embed templates texts
var files embed.FS

//go:embed commands.txt
var commands command.Texts

// Feature is the feature.
func Feature(p feature.Process) feature.Feature {
	return feature.Feature{
		Name: "desk", Part: parcels.Part(), Routes: newRoutes, Pages: newPages, Adds: newAdditions, Files: files,
		Commands: newCommands, Work: func(ctx context.Context) { carry(ctx, p) },
		States: map[string]map[string]string{"handover.state": web.TextsOf(handoverStates)},
		Responses: openapi.Responses{
			"HandoverList":       openapi.Describe("A list of parcels that a driver takes over.", writeHandover),
			"HandoverPage":       openapi.Describe("", answer.PageOf("HandoverList", writeHandover)),
			"HandoverParcel":     openapi.Describe("", writeHandoverParcel),
			"HandoverParcelPage": openapi.Describe("", answer.PageOf("HandoverParcel", writeHandoverParcel)),
			"Run":                openapi.Describe("What a van takes from several shippers.", writeRun(true)),
			"RunPage":            openapi.Describe("", answer.PageOf("Run", writeRun(false))),
			"PrintJob":           openapi.Describe("A label for a printer. Only the agent that took it gets the lease.", writePrintJob(true)),
		},
	}
}

// newCommands are the commands of hand-over lists, packed parcels and print agents.
func newCommands(p command.Process) map[string][]*cobra.Command {
	return map[string][]*cobra.Command{"": {newHandover(p), newPrintAgent(p)}, "order": {newOrderPack(p)}, "floor": {newRun(p)}}
}
