package request

import "waybill/internal/shipment"

// MaxHeld is how many orders a request may hold.
const MaxHeld = 200

// HoldRequest is a request to hold orders.
type HoldRequest struct {
	TrackingNos []string // as they were sent
	Reason      string
}

var holdTable = newTable(
	bind(field("reason", required, Type{Name: TypeText, MaxLength: shipment.MaxHoldReason}, "Why they are held."), readText,
		func(r *HoldRequest) *string { return &r.Reason }),
)

// HoldFields are the fields of a request to hold orders besides their tracking numbers.
func HoldFields() []Field { return holdTable.fields() }

// HoldShape is the shape of a request to hold orders.
func HoldShape() *Shape { return holdShape }

var holdShape = bodyShape(holdTable.keys...).withList(trackingNos, MaxHeld, numberShape)

// ReadHold reads a request to hold orders.
func ReadHold(f *Form) (r HoldRequest, problems Problems) {
	if problems := objectProblem(f.top()); problems != nil {
		return r, problems
	}
	numbers, wrong := readElements(f, readNumberElement)
	r.TrackingNos = numbers
	ofFields := holdTable.read(f, &r)
	return r, append(Problems(nil).with(trackingNos, wrong), ofFields...)
}
