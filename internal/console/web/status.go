package web

import "waybill/internal/shipment"

// StatusView is a status as a badge shows it.
type StatusView struct {
	Tone string // good, warn, bad, active or "": nothing has happened yet
	Text string // a key of texts
	Icon string // of a tracker status
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
	shipment.OrderCreated:                      {"", Key("Created"), "package"},
	shipment.PendingPickup:                     {"", Key("Waiting for pickup"), "clock"},
	shipment.FailedPickup:                      {"warn", Key("Pickup failed"), "triangle-alert"},
	shipment.PickedUp:                          {"active", Key("Picked up"), "package-check"},
	shipment.InTransitWithinOriginCountry:      {"active", Key("In transit, origin"), "truck"},
	shipment.CrossBorderTransit:                {"active", Key("Crossing the border"), "plane"},
	shipment.DestinationCountryCustoms:         {"active", Key("In customs"), "landmark"},
	shipment.InTransitWithinDestinationCountry: {"active", Key("In transit, destination"), "truck"},
	shipment.ReadyForCollection:                {"active", Key("Ready for collection"), "map-pin"},
	shipment.DeliveryInProgress:                {"active", Key("Out for delivery"), "navigation"},
	shipment.FailedDelivery:                    {"warn", Key("Delivery failed"), "triangle-alert"},
	shipment.Exception:                         {"bad", Key("Exception"), "circle-alert"},
	shipment.Success:                           {"good", Key("Delivered"), "circle-check"},
	shipment.ReturnToSender:                    {"warn", Key("Returning to sender"), "undo-2"},
	shipment.Returned:                          {"bad", Key("Returned"), "undo-2"},
	shipment.Cancelled:                         {"off", Key("Cancelled"), "ban"},
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

// Queues are the queues of orders in words, as tabs and as badges; "" are all orders.
var Queues = map[shipment.Queue]StatusView{
	"":                     {Text: Key("All")},
	shipment.QueuePrint:    {Text: Key("To print")},
	shipment.QueuePack:     {Tone: "active", Text: Key("To pack")},
	shipment.QueueHandOver: {Tone: "active", Text: Key("To hand over")},
	shipment.QueuePartner:  {Text: Key("Waiting for a partner")},
	shipment.QueueProblem:  {Tone: "bad", Text: Key("Problem")},
	shipment.QueueOnTheWay: {Tone: "active", Text: Key("On the way")},
	shipment.QueueDone:     {Tone: "good", Text: Key("Done")},
}
