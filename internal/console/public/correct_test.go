package public

import (
	"strings"
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

// TestCorrectedEventsAreNotShown: the stages and the history of the page are as if the event had not been reported.
func TestCorrectedEventsAreNotShown(t *testing.T) {
	track := store.Track{Origin: "SG", Destination: "ID", Status: shipment.ReturnToSender, Events: []shipment.TrackingEvent{
		{Status: shipment.ReturnToSender, Moved: true, Source: shipment.SourceCorrection, Corrects: 3, Reason: "The driver was wrong"},
		{Status: shipment.Success, Corrected: true}, // as the store reads it
		{Status: shipment.DestinationCountryCustoms, Moved: true},
		{Status: shipment.OrderCreated, Moved: true},
	}}
	journey, now := journeyOf(&track)
	if journey[now] != stageReturning || now != 4 { // after customs
		t.Errorf("stage %s of %v", journey[now], journey)
	}
	view := newParcelView(&track, acceptedLocale("en"))
	for _, u := range view.Updates {
		if u.Status == "Delivered" || strings.Contains(u.Note, "driver") {
			t.Errorf("the page has %+v", u)
		}
	}
	if len(view.Updates) != 3 || view.Now.Status == "Delivered" {
		t.Errorf("%+v", view)
	}
}
