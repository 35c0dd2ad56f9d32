package request

import (
	"cmp"

	"waybill/internal/shipment"
)

// JourneyRequest asks for a journey of an order.
type JourneyRequest struct {
	TrackingNo string
	Journey    string
	Pause      shipment.Thousandths // between two steps, in seconds
}

// defaultPause makes the longest journey last less than a minute.
const defaultPause shipment.Thousandths = 5000

// JourneyFields are the fields of a request for a journey.
func JourneyFields() []Field { return journeyTable.fields() }

var journeyTable = newTable(
	text(trackingNoField, required, textMax, "Tracking number of the order.", func(r *JourneyRequest) *string { return &r.TrackingNo }),
	choice("journey", optional, shipment.JourneyNames(), "What happens to the parcel, default normal.",
		func(r *JourneyRequest) *string { return &r.Journey }),
	bind(field("pause", optional, Type{Name: TypeDecimal, Digits: 6, Places: 3}, "Seconds between two steps, default 5."),
		readDecimal, func(r *JourneyRequest) *shipment.Thousandths { return &r.Pause }),
)

// JourneyShape is the shape of a request for a journey.
func JourneyShape() *Shape { return journeyShape }

var journeyShape = ownShape(journeyTable.keys...)

// ReadJourney reads a request for a journey.
func ReadJourney(f *Form) (JourneyRequest, Problems) {
	r := JourneyRequest{Pause: defaultPause}
	if problems := objectProblem(f.top()); problems != nil {
		return r, problems
	}
	problems := journeyTable.read(f, &r)
	r.Journey = cmp.Or(r.Journey, shipment.JourneyNames()[0])
	return r, problems
}
