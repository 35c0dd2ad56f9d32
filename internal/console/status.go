package console

import "waybill/internal/shipment"

// statusView is a status as a badge shows it.
type statusView struct {
	Tone string // good, warn, bad, active or "": nothing has happened yet
	Text string // a key of texts
}

// statuses are the badges of tracker statuses.
var statuses = map[shipment.TrackerStatus]statusView{
	shipment.OrderCreated:                      {"", key("Created")},
	shipment.PendingPickup:                     {"", key("Waiting for pickup")},
	shipment.FailedPickup:                      {"warn", key("Pickup failed")},
	shipment.PickedUp:                          {"active", key("Picked up")},
	shipment.InTransitWithinOriginCountry:      {"active", key("In transit, origin")},
	shipment.CrossBorderTransit:                {"active", key("Crossing the border")},
	shipment.DestinationCountryCustoms:         {"active", key("In customs")},
	shipment.InTransitWithinDestinationCountry: {"active", key("In transit, destination")},
	shipment.ReadyForCollection:                {"active", key("Ready for collection")},
	shipment.DeliveryInProgress:                {"active", key("Out for delivery")},
	shipment.FailedDelivery:                    {"warn", key("Delivery failed")},
	shipment.Exception:                         {"bad", key("Exception")},
	shipment.Success:                           {"good", key("Delivered")},
	shipment.ReturnToSender:                    {"warn", key("Returning to sender")},
	shipment.Returned:                          {"bad", key("Returned")},
	shipment.Cancelled:                         {"off", key("Cancelled")},
}

// statusOf is the badge of a tracker status; an unknown one is shown as it is.
func statusOf(s shipment.TrackerStatus) statusView {
	if known, ok := statuses[s]; ok {
		return known
	}
	return statusView{Text: string(s)}
}
