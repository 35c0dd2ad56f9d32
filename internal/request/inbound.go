package request

import (
	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// Inbound is a request that opens or closes the inbound of a consignment, or a scan at it.
type Inbound struct {
	HubID, Missing, OrderID int64
	State, Reason           string
	Code, Scan, Note        string
	Weight                  shipment.Thousandths // kg; 0: it was not weighed
}

// The states in which a bag or a parcel comes, and an inbound that is not closed.
const (
	Received = "received"
	Damaged  = "damaged"
	Open     = "open"
)

// ArrivalStates are the states of parcels and codes in the list of an inbound.
var ArrivalStates = []string{Received, "in_bag", Damaged, "found", "missing", "awaited", "elsewhere", "surplus", "unknown"}

// InboundQuery has the filter of the list.
var InboundQuery = Query[string]{table: tableOf[string]("list_inbound")}

// MoveInbound is the body of a request that opens or closes an inbound.
var MoveInbound = bodyOf[Inbound]("move_inbound")

// ScanInbound is the body of a request with a scan of a bag or a parcel.
var ScanInbound = bodyOf[Inbound]("scan_inbound").withDefaults(Inbound{State: Received}).also(
	func(_ *Form, i *Inbound, problems Problems) Problems {
		if problems == nil && i.Note == "" && (i.Code == "" || i.State == Damaged) {
			problems = Problems{{"note", Messages{problem.Required}}}
		}
		return problems
	})
