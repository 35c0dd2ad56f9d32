package request

import (
	"math"
	"regexp"

	"waybill/internal/problem"
)

// HandoverRequest is a request about a hand-over list: to open it, to put a parcel on it, to close it, or to open it again.
type HandoverRequest struct {
	ServiceID, OrderID                  int64
	Place                               string
	Code, Scan                          string
	GivenBy, TakenBy, Signature, Reason string
	Parcels                             int64
}

const (
	// maxHandoverText is how many characters a name, a place, a reason, or the code or name of a scan may have.
	maxHandoverText = 100
	maxSignature    = 20_000
)

const aboutCode = "Tracking number, partner's number or reference (`shipper_order_id`) of the order, as it is typed or scanned."

// chosenOrder is the field that says which order is meant of several with a code.
var chosenOrder = field("order_id", optional, Type{Name: TypeInteger, Min: 1, Max: math.MaxInt64},
	"Which order is meant if several have the code: one of the `candidates` of the response 409.")

// signatureShape is the path of an SVG of 600 by 200, of straight lines.
var signatureShape = regexp.MustCompile(`^(M\d{1,3} \d{1,3}(L\d{1,3} \d{1,3})*)+$`)

// The bodies of requests about hand-over lists.
var (
	OpenHandover = newBody(
		bind(field("service_id", required, Type{Name: TypeService}, "Service of the parcels."), readInt64,
			func(r *HandoverRequest) *int64 { return &r.ServiceID }),
		text("place", required, maxHandoverText, "Where the parcels are handed over.", func(r *HandoverRequest) *string { return &r.Place }),
	)
	AddToHandover = newBody(
		text("code", required, maxHandoverText, aboutCode,
			func(r *HandoverRequest) *string { return &r.Code }),
		text("scan", optional, maxHandoverText, "Names the scan, so that one that is sent again has the same result.",
			func(r *HandoverRequest) *string { return &r.Scan }),
		bind(chosenOrder, readInteger, func(r *HandoverRequest) *int64 { return &r.OrderID }),
	)
	CloseHandover = newBody(
		text("given_by", required, maxHandoverText, "Name of who hands the parcels over.",
			func(r *HandoverRequest) *string { return &r.GivenBy }),
		text("taken_by", required, maxHandoverText, "Name of the driver.", func(r *HandoverRequest) *string { return &r.TakenBy }),
		bind(field("signature", optional, Type{Name: TypeText, MaxLength: maxSignature},
			"Signature of the driver: straight lines as in the path of an SVG of 600 by 200, such as M10 20L300 150. Default: on paper."),
			readSignature, func(r *HandoverRequest) *string { return &r.Signature }),
		bind(field("parcels", required, Type{Name: TypeInteger, Min: 1, Max: 1_000_000},
			"How many parcels people have counted. The list is closed only if it has as many."), readInteger,
			func(r *HandoverRequest) *int64 { return &r.Parcels }),
	)
	ReopenHandover = newBody(
		text("reason", required, maxHandoverText, "Why it is opened again.", func(r *HandoverRequest) *string { return &r.Reason }),
	)
)

var readSignature = fitting(signatureShape.MatchString, problem.NotSignature)
