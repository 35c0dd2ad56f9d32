package web

import "waybill/internal/shipment"

// StatusView is a status as a badge shows it.
type StatusView struct {
	Tone string // good, warn, bad, active or "": nothing has happened yet
	Text string // a key of texts
}

// TextsOf are the texts of states.
func TextsOf[S ~string](states map[S]StatusView) map[string]string {
	texts := make(map[string]string, len(states))
	for state, view := range states {
		texts[string(state)] = view.Text
	}
	return texts
}

// Statuses are the badges of tracker statuses.
var Statuses = map[shipment.TrackerStatus]StatusView{
	shipment.OrderCreated:                      {"", Key("Created")},
	shipment.PendingPickup:                     {"", Key("Waiting for pickup")},
	shipment.FailedPickup:                      {"warn", Key("Pickup failed")},
	shipment.PickedUp:                          {"active", Key("Picked up")},
	shipment.InTransitWithinOriginCountry:      {"active", Key("In transit, origin")},
	shipment.CrossBorderTransit:                {"active", Key("Crossing the border")},
	shipment.DestinationCountryCustoms:         {"active", Key("In customs")},
	shipment.InTransitWithinDestinationCountry: {"active", Key("In transit, destination")},
	shipment.ReadyForCollection:                {"active", Key("Ready for collection")},
	shipment.DeliveryInProgress:                {"active", Key("Out for delivery")},
	shipment.FailedDelivery:                    {"warn", Key("Delivery failed")},
	shipment.Exception:                         {"bad", Key("Exception")},
	shipment.Success:                           {"good", Key("Delivered")},
	shipment.ReturnToSender:                    {"warn", Key("Returning to sender")},
	shipment.Returned:                          {"bad", Key("Returned")},
	shipment.Cancelled:                         {"off", Key("Cancelled")},
}

// statusIcons are the icons of tracker statuses.
var statusIcons = map[shipment.TrackerStatus]string{
	shipment.OrderCreated:                      "package",
	shipment.PendingPickup:                     "clock",
	shipment.FailedPickup:                      "triangle-alert",
	shipment.PickedUp:                          "package-check",
	shipment.InTransitWithinOriginCountry:      "truck",
	shipment.CrossBorderTransit:                "plane",
	shipment.DestinationCountryCustoms:         "landmark",
	shipment.InTransitWithinDestinationCountry: "truck",
	shipment.ReadyForCollection:                "map-pin",
	shipment.DeliveryInProgress:                "navigation",
	shipment.FailedDelivery:                    "triangle-alert",
	shipment.Exception:                         "circle-alert",
	shipment.Success:                           "circle-check",
	shipment.ReturnToSender:                    "undo-2",
	shipment.Returned:                          "undo-2",
	shipment.Cancelled:                         "ban",
}

// StatusOf is the badge of a tracker status; an unknown one is shown as it is.
func StatusOf(s shipment.TrackerStatus) StatusView {
	return Badge(Statuses, s)
}

// Badge is the badge of a state; one that is not known is shown as it is.
func Badge[S ~string](known map[S]StatusView, state S) StatusView {
	if badge, ok := known[state]; ok {
		return badge
	}
	return StatusView{Text: string(state)}
}

// Attention is something that a person should look at.
type Attention struct {
	Tone, Text string
	Path       string
}
