package api

import (
	"maps"
	"time"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
)

// described are the schemas of responses in the OpenAPI document, made by the functions that write them.
func (a *API) described() openapi.Responses {
	all := openapi.Responses{
		"Key":             openapi.Describe("", writeKey(shell.Call{}, time.Time{})),
		"KeyList":         openapi.Describe("", answer.ListOf("Key", writeKey(shell.Call{}, time.Time{}))),
		"NewKey":          openapi.Describe("", writeNewKey(shell.Call{}, time.Time{}, "")),
		"AccountSettings": openapi.Describe("", writeSettings),
		"AccountLabels":   openapi.Describe("", writeAccountLabels),

		"Endpoint":     openapi.Describe("", writeEndpoint),
		"EndpointList": openapi.Describe("", answer.ListOf("Endpoint", writeEndpoint)),
		"NewEndpoint":  openapi.Describe("", writeNewEndpoint("")),
		"Replayed":     openapi.Describe("", writeReplayed),
		"EndpointTest": openapi.Describe("", writeTest),
		"Delivery":     openapi.Describe("", writeDelivery),
		"DeliveryPage": openapi.Describe("", answer.PageOf("Delivery", writeDelivery)),

		"ServiceList":    openapi.Describe("", writeServices),
		"Service":        openapi.Describe("", writeService),
		"PortalServices": map[string]any{"type": "array", "items": openapi.Describe("", writePortalService)},
		"Limits":         openapi.Describe("Limits of the requests of the account.", writeLimits),
		"HSCodes":        openapi.Describe("", writeHSCodes),
		"RuleEntry":      openapi.Describe("", writeRule(time.Time{})),
		"OrderObstacles": openapi.Describe("", writeExplained),
		"Stats":          openapi.Describe("", writeStats),

		"AuditEntry":      openapi.Describe("", writeAuditEntry),
		"AuditPage":       openapi.Describe("", answer.PageOf("AuditEntry", writeAuditEntry)),
		"RecordedRequest": openapi.Describe("", writeRequest),
		"RequestNote":     openapi.Describe("", writeRequestNote),
		"RequestPage":     openapi.Describe("", answer.PageOf("RecordedRequest", writeRequest)),

		"LabelStatuses": openapi.Describe("", writeLabelStatusList),
		"LabelStatus":   openapi.Describe("", writeLabelStatus),
		"LabelWarning":  openapi.Describe("", writeLabelWarning),

		"ReportResponse": openapi.Describe("", writeReportResults),
		"Corrected":      openapi.Describe("", writeCorrection),
	}
	maps.Copy(all, describedOrders())
	maps.Copy(all, describedAdministration())
	for _, f := range a.Features {
		maps.Copy(all, f.Responses)
	}
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
		"ListedRecord":   openapi.Describe("A record of a list, with what `expand` asks for.", writeExpanded),
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
		"OperatorEntryPage": openapi.Describe("", answer.PageOf("OperatorEntry", writeOperatorEntry)),
		"ViewedEntry":       openapi.Describe("", writeViewedEntry),
		"Attempt":           openapi.Describe("A call of a partner, or a decision.", writeAttempt),

		"OperatorAccount":     openapi.Describe("An account as operators see it.", writeAccount),
		"OperatorAccountPage": openapi.Describe("", answer.PageOf("OperatorAccount", writeAccount)),
		"OperatorService":     openapi.Describe("A service as operators see it.", writeOperatorService),
		"OperatorServiceList": openapi.Describe("", answer.ListOf("OperatorService", writeOperatorService)),
		"ServiceLabels":       openapi.Describe("What a service sets for its labels.", writeServiceLabels),
		"Route":               openapi.Describe("Where the parcels to some postal codes are sorted.", writeRoute),
		"ServiceCustoms": openapi.Describe("What a service states for customs, for orders that do not say it, and whose account does not. "+
			"Null is not stated.", writeServiceCustoms),
		"OperatorUser":     openapi.Describe("A person who uses the console.", writeUser),
		"OperatorUserPage": openapi.Describe("", answer.PageOf("OperatorUser", writeUser)),
		"NewOperatorUser":  openapi.Describe("", writeNewUser("")),
		"UserRole":         openapi.Describe("A role in an account.", writeMembership),

		"Partner":           openapi.Describe("A partner that is reached through an adapter.", writePartner),
		"ViewedPartner":     openapi.Describe("A partner with its open work.", writeViewedPartner),
		"ViewedPartnerList": openapi.Describe("", answer.ListOf("ViewedPartner", writeViewedPartner)),
		"NewPartner":        openapi.Describe("A partner with its secret.", writeNewPartner("")),
	}
}

// The first response alone has a secret. A repetition says how there is another one.
const (
	secretRotates = "Its secret was in the first response alone. Rotate it for another one."
	keyIsMadeOnce = "Its secret was in the first response alone. Revoke the key, and create another one."
	linkIsOver    = "The link was in the first response alone. The operator makes another one by waybill user reset, or in the console."
)
