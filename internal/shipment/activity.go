package shipment

// Activity is what is done with a parcel that is scanned in a hub.
type Activity string

// The activities.
const (
	ActivityInbound  Activity = "inbound"         // it came to the hub
	ActivityOutbound Activity = "outbound"        // it leaves the hub
	ActivityReturn   Activity = "return_received" // it came back, on its way to the shipper
	ActivityFound    Activity = "found"           // it was missing
	ActivityDamaged  Activity = "damaged"
	ActivityMeasured Activity = "measured"
)

// activityTexts say to consignees what was done.
var activityTexts = map[Activity]string{
	ActivityInbound: "Arrived at the hub", ActivityOutbound: "Left the hub", ActivityReturn: "Returned to the hub",
	ActivityFound: "Found in the hub", ActivityDamaged: "Damaged", ActivityMeasured: "Measured in the hub",
}

// Activities are all activities.
func Activities() []Activity {
	return []Activity{ActivityInbound, ActivityOutbound, ActivityReturn, ActivityFound, ActivityDamaged, ActivityMeasured}
}

// Text is the activity in words, in English.
func (a Activity) Text() string { return activityTexts[a] }

// Status is the status of an order whose parcel is scanned with the activity in a hub in a country. A parcel that goes no further, one
// whose data is erased and one that is only measured keep their status.
func (a Activity) Status(o *Order, hub Country) TrackerStatus {
	switch {
	case a == ActivityMeasured, o.TrackerStatus.Final(), !o.ErasedOn.IsZero():
		return o.TrackerStatus
	case a == ActivityDamaged:
		return Exception
	case a == ActivityReturn, o.TrackerStatus == ReturnToSender:
		return ReturnToSender
	case hub == o.Pickup.Country:
		return InTransitWithinOriginCountry
	case hub == o.Consignee.Country:
		return InTransitWithinDestinationCountry
	}
	return CrossBorderTransit
}
