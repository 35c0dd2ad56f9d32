package request

import "waybill/internal/shipment"

// MaxHeld is how many orders a request may hold, or release.
const MaxHeld = 200

// HoldRequest is a request to hold orders, or to release them.
type HoldRequest struct {
	TrackingNos []string // as they were sent
	Reason      string   // why they are held
	DryRun      bool     // nothing is changed
}

var (
	dryRunOfHold = bind(field(dryRunField, optional, Type{Name: TypeBoolean}, "Whether nothing is changed, and the response says what "+
		"would come of it. Default false."), readBoolean, func(r *HoldRequest) *bool { return &r.DryRun })
	holdTable = newTable(
		bind(field("reason", required, Type{Name: TypeText, MaxLength: shipment.MaxHoldReason}, "Why they are held."), readText,
			func(r *HoldRequest) *string { return &r.Reason }),
		dryRunOfHold,
	)
	releaseTable = newTable(dryRunOfHold)
)

// HoldFields are the fields of a request to hold orders besides their tracking numbers.
func HoldFields() []Field { return holdTable.fields() }

// ReleaseFields are those of a request to release orders.
func ReleaseFields() []Field { return releaseTable.fields() }

// HoldShape is the shape of a request to hold orders.
func HoldShape() *Shape { return holdShape }

// ReleaseShape is the shape of a request to release orders.
func ReleaseShape() *Shape { return releaseShape }

var (
	holdShape    = ownShape(holdTable.keys...).withList(trackingNos, MaxHeld, numberShape)
	releaseShape = ownShape(releaseTable.keys...).withList(trackingNos, MaxHeld, numberShape)
)

// ReadHold reads a request to hold orders.
func ReadHold(f *Form) (HoldRequest, Problems) { return readHold(f, holdTable) }

// ReadRelease reads a request to release orders.
func ReadRelease(f *Form) (HoldRequest, Problems) { return readHold(f, releaseTable) }

func readHold(f *Form, t table[HoldRequest]) (r HoldRequest, problems Problems) {
	if problems := objectProblem(f.top()); problems != nil {
		return r, problems
	}
	numbers, wrong := readElements(f, readNumberElement)
	r.TrackingNos = numbers
	ofFields := t.read(f, &r)
	return r, append(Problems(nil).with(trackingNos, wrong), ofFields...)
}
