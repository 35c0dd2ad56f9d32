package request

import (
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

// signatureShape is the path of an SVG of 600 by 200, of straight lines.
var signatureShape = regexp.MustCompile(`^(M\d{1,3} \d{1,3}(L\d{1,3} \d{1,3})*)+$`)

// The bodies of requests about hand-over lists.
var (
	OpenHandover   = bodyOf[HandoverRequest]("open_handover")
	AddToHandover  = bodyOf[HandoverRequest]("add_to_handover")
	CloseHandover  = bodyOf[HandoverRequest]("close_handover")
	ReopenHandover = bodyOf[HandoverRequest]("reopen_handover")
)

var readSignature = fitting(signatureShape.MatchString, problem.NotSignature)
