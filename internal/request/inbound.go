package request

import (
	"math"

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
var InboundQuery = Query[string]{table: newTable(choice("state", optional, ArrivalStates, "Only those in this state.",
	func(state *string) *string { return state }))}

// MoveInbound is the body of a request that opens or closes an inbound.
var MoveInbound = newBody(
	choice("state", required, []string{Open, Closed}, "`closed`: what is missing or damaged is recorded.",
		func(i *Inbound) *string { return &i.State }),
	bind(field("hub_id", optional, Type{Name: TypeInteger, Min: 1, Max: math.MaxInt64}, "The hub in which it is opened."), readInteger,
		func(i *Inbound) *int64 { return &i.HubID }),
	bind(field("missing", optional, Type{Name: TypeInteger, Max: math.MaxInt64},
		"How many parcels are missing. It is closed only if as many are. Default: none."), readInteger,
		func(i *Inbound) *int64 { return &i.Missing }),
	text("reason", optional, maxHandoverText, "Why it is opened again.", func(i *Inbound) *string { return &i.Reason }),
)

// ScanInbound is the body of a request with a scan of a bag or a parcel.
var ScanInbound = newBody(
	text("scan", required, maxHandoverText, "Names the scan, so that one that is sent again has the same result.",
		func(i *Inbound) *string { return &i.Scan }),
	text("code", optional, maxHandoverText, "Number of a bag, or tracking number, partner's number or reference of a parcel. Without a code "+
		"the parcel has no label that can be read: it gets a temporary number.", func(i *Inbound) *string { return &i.Code }),
	bind(chosenOrder, readInteger, func(i *Inbound) *int64 { return &i.OrderID }),
	choice("state", optional, []string{Received, Damaged}, "Default: `received`.", func(i *Inbound) *string { return &i.State }),
	text("note", optional, shipment.MaxHoldReason, "What is seen of it. What is damaged, or has no code, needs one.",
		func(i *Inbound) *string { return &i.Note }),
	bind(field("weight", optional, Type{Name: TypeDecimal, Digits: 10, Places: 3, Min: 1}, "Measured weight, in kg."),
		readDecimal[shipment.Thousandths], func(i *Inbound) *shipment.Thousandths { return &i.Weight }),
).withDefaults(Inbound{State: Received}).also(func(_ *Form, i *Inbound, problems Problems) Problems {
	if problems == nil && i.Note == "" && (i.Code == "" || i.State == Damaged) {
		problems = Problems{{"note", Messages{problem.Required}}}
	}
	return problems
})
