package consolidation

import (
	"context"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/console/web"
	"waybill/internal/feature"
	"waybill/internal/feature/consolidation/stored"
)

// Feature is the feature.
func Feature(p feature.Process) feature.Feature {
	return feature.Feature{
		Name: "consolidation", Part: stored.Part(), Routes: func(c feature.Core) []shell.Route { return newRoutes(c, p.Runner) },
		Work: func(ctx context.Context) { carry(ctx, p) }, Commands: newCommands,
		Pages: func(c feature.Core) []web.Route { return newPages(c, p.Runner) }, Files: files,
		States: map[string]map[string]string{"bag.state": web.TextsOf(bagStates)},
		Responses: openapi.Responses{
			"Bag":                     openapi.Describe("A bag in which parcels of all shippers fly.", writeBag),
			"BagPage":                 openapi.Describe("", answer.PageOf("Bag", writeBag)),
			"BagScan":                 openapi.Describe("What came of a scan of a parcel into a bag.", writeScan(nil)),
			"BagParcel":               openapi.Describe("A parcel of a bag.", writeListed),
			"BagParcelPage":           openapi.Describe("", answer.PageOf("BagParcel", writeListed)),
			"Consignment":             openapi.Describe("Bags under one air waybill, or on one truck.", writeConsignment),
			"ConsignmentPage":         openapi.Describe("", answer.PageOf("Consignment", writeConsignment)),
			"ConsignmentMoved":        openapi.Describe("A consignment whose leg has departed or arrived.", writeMoved),
			"ConsignmentEvent":        openapi.Describe("What happened to a consignment.", writeEvent),
			"ConsignmentEventPage":    openapi.Describe("", answer.PageOf("ConsignmentEvent", writeEvent)),
			"CustomsAnswersResponse":  openapi.Describe("What came of each answer.", writeAnswers),
			"CustomsResult":           openapi.Describe("What came, or would come, of answers of customs.", writeCustoms),
			"ConsignmentManifest":     openapi.Describe("A version of the manifest of a consignment.", writeManifest),
			"ConsignmentManifestList": openapi.Describe("", answer.ListOf("ConsignmentManifest", writeManifest)),
			"ManifestRows":            openapi.Describe("The newest version of the manifest of a consignment, with its rows.", writePaper(nil, nil)),
			"ConsignmentChecks":       openapi.Describe("What stands against a consignment.", writeFindings(nil)),
			"Inbound":                 openapi.Describe("What of a consignment has come to a hub.", writeInbound),
			"InboundParcel":           openapi.Describe("A parcel of a consignment, or what came and is not of it.", writeArrival),
			"InboundParcelPage":       openapi.Describe("", answer.PageOf("InboundParcel", writeArrival)),
			"ManifestTemplate":        openapi.Describe("Which columns a broker wants in manifests.", writeTemplate),
			"ManifestTemplateList":    openapi.Describe("", answer.ListOf("ManifestTemplate", writeTemplate)),
		},
	}
}
