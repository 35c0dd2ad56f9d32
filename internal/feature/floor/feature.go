package floor

import (
	"context"
	"embed"

	"github.com/spf13/cobra"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/cli/command"
	"waybill/internal/feature"
	"waybill/internal/feature/floor/stored"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/engine"
)

//go:embed templates texts
var files embed.FS

//go:embed commands.txt
var commands command.Texts

// Feature is the feature.
func Feature(p feature.Process) feature.Feature {
	part := stored.Part()
	part.Stopped = func(ctx context.Context, s *store.Store, q engine.Querier, t shipment.EventType, stop store.Stop) error {
		return s.Webhooks.RecordOperatorEvent(ctx, q, t, openapi.EventOf("stop", &stop, writeStop))
	}
	return feature.Feature{
		Name: "floor", Part: part, Routes: newRoutes, Pages: newPages, Adds: newAdditions, Files: files, Commands: newCommands,
		Work: func(ctx context.Context) { measureLanes(ctx, p) },
		Responses: openapi.Responses{
			"Hub":                  openapi.Describe("A place where the operator sorts parcels.", writeHub),
			"HubList":              openapi.Describe("", answer.ListOf("Hub", writeHub)),
			"HubScansResponse":     openapi.Describe("What came of each scan, and where its parcel goes next.", writeResults(nil)),
			"ParcelChangeResponse": openapi.Describe("What comes of a change of parcels.", writeChosen),
			"ParcelJob":            openapi.Describe("What comes of the parcels of an account.", writeGroup),
			"StopResponse":         openapi.Describe("", writeStopped),
			"UnknownScan":          openapi.Describe("A code that was scanned in a hub and that no order has.", writeUnknown),
			"UnknownScanPage":      openapi.Describe("", answer.PageOf("UnknownScan", writeUnknown)),
			"Parcel":               openapi.Describe("A parcel of any account, without prices.", writeParcel),
			"ParcelPage":           openapi.Describe("", answer.PageOf("Parcel", writeParcel)),
			"ParcelStop":           openapi.Describe("Why a parcel goes no further.", writeStop),
			"ParcelStopPage":       openapi.Describe("", answer.PageOf("ParcelStop", writeStop)),
		},
	}
}

func newCommands(p command.Process) map[string][]*cobra.Command {
	return map[string][]*cobra.Command{"": {newFloor(p)}}
}
