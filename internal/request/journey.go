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

// SimulateJourney is the body of a request for a journey.
var SimulateJourney = newBody(
	text(trackingNoField, required, textMax, "Tracking number of the order.", func(r *JourneyRequest) *string { return &r.TrackingNo }),
	choice("journey", optional, shipment.JourneyNames(), "What happens to the parcel, default normal.",
		func(r *JourneyRequest) *string { return &r.Journey }),
	bind(field("pause", optional, Type{Name: TypeDecimal, Digits: 6, Places: 3}, "Seconds between two steps, default 5."),
		readDecimal, func(r *JourneyRequest) *shipment.Thousandths { return &r.Pause }),
).withDefaults(JourneyRequest{Pause: defaultPause}).also(func(_ *Form, r *JourneyRequest, problems Problems) Problems {
	r.Journey = cmp.Or(r.Journey, shipment.JourneyNames()[0])
	return problems
})
