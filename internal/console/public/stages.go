package public

import (
	"slices"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

// stage is a part of a parcel's journey, as the consignee sees it.
type stage string

// The stages of a journey to another country, then those of a journey that ends otherwise.
const (
	stageOrdered   stage = "ordered"
	stagePickedUp  stage = "picked_up"
	stageBorder    stage = "border"
	stageCustoms   stage = "customs"
	stageCountry   stage = "country"
	stageDelivery  stage = "delivery"
	stageDelivered stage = "delivered"

	stageReturning stage = "returning"
	stageReturned  stage = "returned"
	stageCancelled stage = "cancelled"
)

var (
	abroad   = []stage{stageOrdered, stagePickedUp, stageBorder, stageCustoms, stageCountry, stageDelivery, stageDelivered}
	domestic = []stage{stageOrdered, stagePickedUp, stageDelivery, stageDelivered}
)

// stages has the stage of each status but Exception, which interrupts every stage.
var stages = map[shipment.TrackerStatus]stage{
	shipment.OrderCreated:                      stageOrdered,
	shipment.PendingPickup:                     stageOrdered,
	shipment.FailedPickup:                      stageOrdered,
	shipment.PickedUp:                          stagePickedUp,
	shipment.InTransitWithinOriginCountry:      stagePickedUp,
	shipment.CrossBorderTransit:                stageBorder,
	shipment.DestinationCountryCustoms:         stageCustoms,
	shipment.InTransitWithinDestinationCountry: stageCountry,
	shipment.ReadyForCollection:                stageDelivery,
	shipment.DeliveryInProgress:                stageDelivery,
	shipment.FailedDelivery:                    stageDelivery,
	shipment.Success:                           stageDelivered,
	shipment.ReturnToSender:                    stageReturning,
	shipment.Returned:                          stageReturned,
	shipment.Cancelled:                         stageCancelled,
}

// journeyOf returns the stages of a parcel and the index of the current one. A return or a cancellation
// replaces the stages that the parcel did not reach.
func journeyOf(track *store.Track) (journey []stage, now int) {
	journey = abroad
	if track.Origin != "" && track.Origin == track.Destination {
		journey = domestic
	}
	status := track.Status
	if status == shipment.Exception {
		status = interrupted(track.Events)
	}
	reached := 0
	for _, e := range track.Events {
		if e.Moved {
			reached = max(reached, position(journey, e.Status))
		}
	}
	switch status {
	case shipment.ReturnToSender:
		return append(slices.Clone(journey[:reached+1]), stageReturning, stageReturned), reached + 1
	case shipment.Returned:
		return append(slices.Clone(journey[:reached+1]), stageReturning, stageReturned), reached + 2
	case shipment.Cancelled:
		return append(slices.Clone(journey[:reached+1]), stageCancelled), reached + 1
	}
	return journey, position(journey, status)
}

// interrupted returns the status before an exception.
func interrupted(events []shipment.TrackingEvent) shipment.TrackerStatus {
	for _, e := range events { // newest first
		if e.Moved && e.Status != shipment.Exception {
			return e.Status
		}
	}
	return shipment.OrderCreated
}

// position returns the index of a status in a journey. The stages at the border are part of the pickup on a
// domestic one.
func position(journey []stage, status shipment.TrackerStatus) int {
	for s := slices.Index(abroad, stages[status]); s > 0; s-- {
		if i := slices.Index(journey, abroad[s]); i >= 0 {
			return i
		}
	}
	return 0
}
