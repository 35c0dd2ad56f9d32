package shipment

import (
	"slices"
	"time"
)

// Journey is a scripted journey of a parcel, for testing programs against the service.
type Journey struct {
	Name  string
	About string
	Steps []JourneyStep
}

// JourneyStep is one report of a journey.
type JourneyStep struct {
	Status TrackerStatus
	Text   string // "" is the status's own
	Place  string
	Abroad bool // in the country of destination, else in the country of origin
}

// The parts that journeys share.
var (
	atOrigin = []JourneyStep{
		{Status: PendingPickup},
		{Status: PickedUp, Place: "Pickup point"},
		{Status: InTransitWithinOriginCountry, Place: "Sorting centre"},
		{Status: CrossBorderTransit, Place: "Airport", Text: "Departed on a flight"},
	}
	inCustoms     = JourneyStep{Status: DestinationCountryCustoms, Place: "Customs", Abroad: true}
	atDestination = JourneyStep{Status: InTransitWithinDestinationCountry, Place: "Sorting centre", Abroad: true}
	onTheRoad     = JourneyStep{Status: DeliveryInProgress, Place: "Depot", Abroad: true}
	notThere      = JourneyStep{Status: FailedDelivery, Place: "Depot", Text: "Nobody was there to take the parcel", Abroad: true}
	handedOver    = JourneyStep{Status: Success, Abroad: true}
)

// Journeys are all journeys, the default first.
func Journeys() []Journey {
	return []Journey{
		{"normal", "delivered at the first attempt", journey(inCustoms, atDestination, onTheRoad, handedOver)},
		{"failed_delivery", "delivered at the second attempt", journey(inCustoms, atDestination, onTheRoad, notThere, onTheRoad, handedOver)},
		{"customs_hold", "held by customs, then delivered", journey(
			inCustoms,
			JourneyStep{Status: Exception, Place: "Customs", Text: "Held by customs: an invoice is missing", Abroad: true},
			JourneyStep{Status: DestinationCountryCustoms, Place: "Customs", Text: "Released by customs", Abroad: true},
			atDestination, onTheRoad, handedOver,
		)},
		{"return_to_sender", "not delivered, and returned", journey(
			inCustoms, atDestination, onTheRoad, notThere,
			JourneyStep{Status: ReturnToSender, Place: "Depot", Abroad: true},
			JourneyStep{Status: Returned, Place: "Pickup point"},
		)},
		{"lost", "lost in the country of destination", journey(
			inCustoms, atDestination,
			JourneyStep{Status: Exception, Place: "Sorting centre", Text: LostText, Abroad: true},
		)},
	}
}

func journey(steps ...JourneyStep) []JourneyStep { return slices.Concat(atOrigin, steps) }

// JourneyNames are the names of the journeys, the default first.
func JourneyNames() []string {
	var names []string
	for _, j := range Journeys() {
		names = append(names, j.Name)
	}
	return names
}

// JourneyByName finds a journey.
func JourneyByName(name string) (Journey, bool) {
	all := Journeys()
	i := slices.IndexFunc(all, func(j Journey) bool { return j.Name == name })
	if i < 0 {
		return Journey{}, false
	}
	return all[i], true
}

// Event is the event that a step reports for an order at a time.
func (s JourneyStep) Event(o *Order, now time.Time) TrackingEvent {
	country := o.Pickup.Country
	if s.Abroad {
		country = o.Consignee.Country
	}
	return TrackingEvent{Status: s.Status, Text: s.Text, Country: country, Place: s.Place, OccurredOn: now, Source: SourceSimulated}
}
