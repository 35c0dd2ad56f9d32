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
var SimulateJourney = bodyOf[JourneyRequest]("journey").withDefaults(JourneyRequest{Pause: defaultPause}).
	also(func(_ *Form, r *JourneyRequest, problems Problems) Problems {
		r.Journey = cmp.Or(r.Journey, shipment.JourneyNames()[0])
		return problems
	})
