package request

import (
	"slices"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// CorrectTracking is the body of a request that corrects the status of an order.
var CorrectTracking = bodyOf[shipment.Correction]("correct_tracking").
	also(func(_ *Form, c *shipment.Correction, problems Problems) Problems {
		c.TrackingNo = shipment.TrackingKey(c.TrackingNo)
		return checkCorrection(c, problems)
	})

// correctionTable are the fields of a correction that say what is right.
var correctionTable = tableOf[shipment.Correction]("correction")

func checkCorrection(c *shipment.Correction, problems Problems) Problems {
	if problems == nil && c.Lost && c.Status != shipment.Exception {
		problems = Problems{{lostField, Messages{problem.LostIsException}}}
	}
	return problems
}

const lostField = "lost"

// correctable are the statuses that a correction may set. An order is cancelled by another operation.
func correctable() []string {
	return texts(slices.DeleteFunc(shipment.TrackerStatuses(), func(s shipment.TrackerStatus) bool { return s == shipment.Cancelled }))
}

// ReadCorrection reads a correction from the JSON text of the request.
func ReadCorrection(body []byte) (shipment.Correction, error) {
	return readFile(body, CorrectTracking.Shape(), CorrectTracking.Read)
}
