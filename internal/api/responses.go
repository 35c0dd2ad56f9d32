package api

import (
	"context"
	"maps"
	"net/http"
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/once"
)

// described are the schemas of responses in the OpenAPI document, made by the functions that write them.
func described() openapi.Responses {
	all := openapi.Responses{
		"Key":             openapi.Describe("", writeKey(shell.Call{}, time.Time{})),
		"KeyList":         openapi.Describe("", listOf("Key", writeKey(shell.Call{}, time.Time{}))),
		"NewKey":          openapi.Describe("", writeNewKey(shell.Call{}, time.Time{}, "")),
		"AccountSettings": openapi.Describe("", writeSettings),
		"AccountLabels":   openapi.Describe("", writeAccountLabels),

		"Endpoint":     openapi.Describe("", writeEndpoint),
		"EndpointList": openapi.Describe("", listOf("Endpoint", writeEndpoint)),
		"NewEndpoint":  openapi.Describe("", writeNewEndpoint("")),
		"Replayed":     openapi.Describe("", writeReplayed),
		"EndpointTest": openapi.Describe("", writeTest),
		"Delivery":     openapi.Describe("", writeDelivery),
		"DeliveryPage": openapi.Describe("", pageOf("Delivery", writeDelivery)),

		"ImportPage":        openapi.Describe("", pageOf("Import", new(importWriter).write)),
		"Import":            openapi.Describe("", new(importWriter).write),
		"ImportProblemPage": openapi.Describe("", new(importWriter).writeProblems),
		"CellProblem":       openapi.Describe("", writeCellProblem),

		"ServiceList":    openapi.Describe("", writeServices),
		"Service":        openapi.Describe("", writeService),
		"PortalServices": map[string]any{"type": "array", "items": openapi.Describe("", writePortalService)},
		"Limits":         openapi.Describe("Limits of the requests of the account.", writeLimits),
		"HSCodes":        openapi.Describe("", writeHSCodes),
		"RuleEntry":      openapi.Describe("", writeRule(time.Time{})),
		"OrderObstacles": openapi.Describe("", writeExplained),
		"Stats":          openapi.Describe("", writeStats),

		"AuditEntry":      openapi.Describe("", writeAuditEntry),
		"AuditPage":       openapi.Describe("", pageOf("AuditEntry", writeAuditEntry)),
		"RecordedRequest": openapi.Describe("", writeRequest),
		"RequestNote":     openapi.Describe("", writeRequestNote),
		"RequestPage":     openapi.Describe("", pageOf("RecordedRequest", writeRequest)),

		"LabelStatuses": openapi.Describe("", writeLabelStatusList),
		"LabelStatus":   openapi.Describe("", writeLabelStatus),
		"LabelWarning":  openapi.Describe("", writeLabelWarning),

		"ReportResponse": openapi.Describe("", writeReportResults),
		"Corrected":      openapi.Describe("", writeCorrection),

		"HandoverList":       openapi.Describe("A list of parcels that a driver takes over.", writeHandover),
		"HandoverPage":       openapi.Describe("", pageOf("HandoverList", writeHandover)),
		"HandoverParcel":     openapi.Describe("", writeHandoverParcel),
		"HandoverParcelPage": openapi.Describe("", pageOf("HandoverParcel", writeHandoverParcel)),
		"PrintJob":           openapi.Describe("A label for a printer. Only the agent that took it gets the lease.", writePrintJob(true)),

		"OrderTemplate": openapi.Describe("", writeBookEntry(shipment.Templates)),
		"Entry":         openapi.Describe("", writeBookEntry(shipment.Drafts)),
		"EntryList":     openapi.Describe("", pageOf("Entry", writeBookEntry(shipment.Drafts))),
	}
	maps.Copy(all, describedOrders())
	maps.Copy(all, describedAdministration())
	return all
}

// describedOrders are those about orders.
func describedOrders() openapi.Responses {
	return openapi.Responses{
		"OrderDetail":    openapi.Describe("", writeDetail),
		"OrderHold":      openapi.Describe("", writeHold),
		"OrderUpdate":    openapi.Describe("", writeUpdate),
		"OrderWarning":   openapi.Describe("What a rule says about an order that it does not refuse.", writeWarning(nil, true)),
		"OrderReturn":    openapi.Describe("", writeReturn),
		"OrderChange":    openapi.Describe("", writeChange),
		"OrderNote":      openapi.Describe("What a person or a key of the account wrote about an order.", writeNote),
		"OrderDocument":  openapi.Describe("", writeDocument),
		"LedgerEntry":    openapi.Describe("", writeLedgerEntry),
		"AddressFinding": openapi.Describe("", writeFinding),
		"HoldResponse": openapi.Describe("", writeResults(false, "`unchanged`: the order is held for this reason, or is not held.",
			"held", "released", "unchanged", "refused", "not_found")),
		"CancelResponse":  openapi.Describe("", writeResults(false, "", "cancelled", "cancelling", "refused", "not_found")),
		"PrintedResponse": openapi.Describe("", writeResults(false, "", "printed", "not_printed", "not_found")),
		"EditManyResponse": openapi.Describe("", writeResults(true,
			"`unchanged`: the order has these values. `not_tried`: the service could not go on; send the order again.",
			"changed", "unchanged", "refused", "not_found", "not_tried")),
		"ValidateResponse": openapi.Describe("", writeChecked(nil, true)),
		"CheckedOrder":     openapi.Describe("The problems and warnings of an order.", writeCheckedOrder(nil, true)),
		"RevokedAddresses": openapi.Describe("", writeLabelAddress),
		"Handover":         openapi.Describe("", writeManifests),
		"Manifest":         openapi.Describe("", writeManifest),
	}
}

// describedAdministration are those for operators.
func describedAdministration() openapi.Responses {
	return openapi.Responses{
		"OperatorEntry":     openapi.Describe("A submission or a cancellation of an order of any account.", writeOperatorEntry),
		"OperatorEntryPage": openapi.Describe("", pageOf("OperatorEntry", writeOperatorEntry)),
		"ViewedEntry":       openapi.Describe("", writeViewedEntry),
		"Attempt":           openapi.Describe("A call of a partner, or a decision.", writeAttempt),

		"OperatorAccount":     openapi.Describe("An account as operators see it.", writeAccount),
		"OperatorAccountPage": openapi.Describe("", pageOf("OperatorAccount", writeAccount)),
		"OperatorService":     openapi.Describe("A service as operators see it.", writeOperatorService),
		"OperatorServiceList": openapi.Describe("", listOf("OperatorService", writeOperatorService)),
		"ServiceLabels":       openapi.Describe("What a service sets for its labels.", writeServiceLabels),
		"Route":               openapi.Describe("Where the parcels to some postal codes are sorted.", writeRoute),
		"ServiceCustoms": openapi.Describe("What a service states for customs, for orders that do not say it, and whose account does not. "+
			"Null is not stated.", writeServiceCustoms),
		"OperatorUser":     openapi.Describe("A person who uses the console.", writeUser),
		"OperatorUserPage": openapi.Describe("", pageOf("OperatorUser", writeUser)),
		"NewOperatorUser":  openapi.Describe("", writeNewUser("")),
		"UserRole":         openapi.Describe("A role in an account.", writeMembership),

		"Partner":           openapi.Describe("A partner that is reached through an adapter.", writePartner),
		"ViewedPartner":     openapi.Describe("A partner with its open work.", writeViewedPartner),
		"ViewedPartnerList": openapi.Describe("", listOf("ViewedPartner", writeViewedPartner)),
		"NewPartner":        openapi.Describe("A partner with its secret.", writeNewPartner("")),
	}
}

// respond is a response with an object.
func respond[T any](status int, value *T, write func(*openapi.Object, *T)) shell.Response {
	var e jx.Encoder
	openapi.Write(&e, nil, value, write)
	return shell.Response{Status: status, Body: e.Bytes()}
}

// answers says that the response to the request, if its caller may repeat it, shows the T that is made; see once.Answer.
func answers[T any](ctx context.Context, status int, write func(*openapi.Object, *T)) {
	once.Answer(ctx, func(made *T) (int, []byte) {
		res := respond(status, made, write)
		return res.Status, res.Body
	})
}

// The first response alone has a secret. A repetition says how there is another one.
const (
	secretRotates = "Its secret was in the first response alone. Rotate it for another one."
	keyIsMadeOnce = "Its secret was in the first response alone. Revoke the key, and create another one."
	linkIsOver    = "The link was in the first response alone. The operator makes another one by waybill user reset, or in the console."
)

// writeOnce writes a secret, which no repetition of the response has. That says how there is another one.
func writeOnce(o *openapi.Object, name, secret, another string) *openapi.Property {
	o.If(secret == "").Text("message", another).About("In a repetition by the Idempotency-Key, in place of `" + name + "`.")
	return o.If(secret != "").Text(name, secret)
}

// stream is a response with an object that may be long.
func stream[T any](value *T, write func(*openapi.Object, *T)) shell.Response {
	return shell.Response{Status: http.StatusOK, Rows: func(w *shell.Rows) error {
		openapi.Write(w.Encoder, w.Flush, value, write)
		return nil
	}}
}

// page is a part of a list.
type page[T any] struct {
	next     string // the cursor of the next page, "" on the last one
	elements []T
}

// pageResponse is a page of a list by cursor. next is the cursor of the next page, "" on the last one.
func pageResponse[T any](next string, elements []T, write func(*openapi.Object, *T)) shell.Response {
	return stream(&page[T]{next, elements}, pageOf("", write))
}

// pageOf writes a page whose elements have a schema with a name.
func pageOf[T any](schema string, write func(*openapi.Object, *T)) func(*openapi.Object, *page[T]) {
	return func(o *openapi.Object, p *page[T]) {
		writeNext(o, p.next)
		openapi.List(o, "results", p.elements, write).Of(schema).MaxItems(store.PageSize)
	}
}

func writeNext(o *openapi.Object, next string) {
	o.TextOrNull("next_cursor", next).MinLength(1).About("The cursor of the next page. Null on the last page.")
}

// listResponse is a list that is not divided into pages.
func listResponse[T any](elements []T, write func(*openapi.Object, *T)) shell.Response {
	return stream(&elements, listOf("", write))
}

// listOf writes a list whose elements have a schema with a name.
func listOf[T any](schema string, write func(*openapi.Object, *T)) func(*openapi.Object, *[]T) {
	return func(o *openapi.Object, elements *[]T) { openapi.List(o, "results", *elements, write).Of(schema) }
}
