package client

import (
	"fmt"
	"testing"
	"time"
)

const exampleUpdate = `"status":"PICKED_UP","updated_on":"2026-01-02T03:04:05.678901Z","description":"Picked up",` +
	`"country":"Singapore","address":"Jurong"`

func TestTrackUpdateFields(t *testing.T) {
	checkFields[TrackUpdate](t, `{"tracking_no":"WB1",`+exampleUpdate+`}`)
}

func TestTrack(t *testing.T) {
	s, c := newService(t, nil, reply{status: 200, body: `{"WB1":[{"tracking_no":"WB1",` + exampleUpdate + `}],"nope":[]}`})
	updates, err := c.Track(t.Context(), TrackQuery{TrackingNos: []string{"WB1", "nope"}, Related: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(updates) != 2 || len(updates["WB1"]) != 1 || updates["WB1"][0].Status != "PICKED_UP" || updates["nope"] == nil {
		t.Errorf("got %+v", updates)
	}
	if on := time.Date(2026, 1, 2, 3, 4, 5, 678901000, time.UTC); !updates["WB1"][0].UpdatedOn.Equal(on) {
		t.Errorf("updated on %v", updates["WB1"][0].UpdatedOn)
	}
	sent := s.requests()[0]
	if sent.method != "POST" || sent.uri != "/api/tracker/query-by-tracking-nos/" ||
		sent.body != `{"tracking_nos":["WB1","nope"],"get_related_updates":true}` {
		t.Errorf("sent %+v", sent)
	}
}

func TestTrackRefused(t *testing.T) {
	_, c := newService(t, nil, reply{status: 400, body: `{"tracking_nos":{"non_field_errors":["This list may not be empty."]}}`})
	_, err := c.Track(t.Context(), TrackQuery{})
	checkContains(t, fmt.Sprint(err), "waybill: tracking parcels:", "tracking_nos", "This list may not be empty.")
}
