package public

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

func TestStages(t *testing.T) {
	for _, c := range []struct {
		destination shipment.Country
		statuses    []shipment.TrackerStatus // as they were reported
		want        string
	}{
		{"ID", nil, "[ordered] picked_up border customs country delivery delivered"},
		{"ID", []shipment.TrackerStatus{shipment.FailedPickup}, "[ordered] picked_up border customs country delivery delivered"},
		{"ID", []shipment.TrackerStatus{shipment.PickedUp, shipment.Exception}, "ordered [picked_up] border customs country delivery delivered"},
		{"ID", []shipment.TrackerStatus{shipment.Exception}, "[ordered] picked_up border customs country delivery delivered"},
		{"ID", []shipment.TrackerStatus{shipment.Success}, "ordered picked_up border customs country delivery [delivered]"},
		{"ID", []shipment.TrackerStatus{shipment.Cancelled}, "ordered [cancelled]"},
		{
			"ID",
			[]shipment.TrackerStatus{shipment.DestinationCountryCustoms, shipment.ReturnToSender},
			"ordered picked_up border customs [returning] returned",
		},
		{
			"ID",
			[]shipment.TrackerStatus{shipment.FailedDelivery, shipment.ReturnToSender, shipment.Exception},
			"ordered picked_up border customs country delivery [returning] returned",
		},
		{"ID", []shipment.TrackerStatus{shipment.PickedUp, shipment.Returned}, "ordered picked_up returning [returned]"},
		{"SG", []shipment.TrackerStatus{shipment.InTransitWithinDestinationCountry}, "ordered [picked_up] delivery delivered"},
		{"SG", []shipment.TrackerStatus{shipment.DeliveryInProgress}, "ordered picked_up [delivery] delivered"},
	} {
		track := store.Track{Origin: "SG", Destination: c.destination, Status: shipment.OrderCreated}
		standing := shipment.NewStanding()
		for i, status := range c.statuses {
			var moved bool
			standing, moved = standing.After(shipment.TrackingEvent{Status: status, OccurredOn: time.Unix(int64(i), 0)}, 0)
			track.Events = slices.Insert(track.Events, 0, shipment.TrackingEvent{Status: status, Moved: moved})
		}
		track.Status = standing.Status
		journey, now := journeyOf(&track)
		journey = slices.Clone(journey)
		journey[now] = "[" + journey[now] + "]"
		if got := fmt.Sprint(journey); got != "["+c.want+"]" {
			t.Errorf("%s %v: %s, want %s", c.destination, c.statuses, got, c.want)
		}
	}
	for _, status := range shipment.TrackerStatuses() {
		if stages[status] == "" && status != shipment.Exception {
			t.Errorf("%s has no stage", status)
		}
	}
}
