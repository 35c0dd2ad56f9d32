package api

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/feature/desk"
	"waybill/internal/shipment"
)

// TestEventsOfTheFloor: an endpoint of the operator gets what happens on the floor, once and as the API shows it. A shipper neither names
// these events nor gets them.
func TestEventsOfTheFloor(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		key := s.keyWith(s.newAccount("operator", true), shipment.AllScopes, "")
		sdk := s.client(key)
		operator := client.NewAdministration(sdk)
		watch := s.receiveAs(sdk, http.StatusNoContent, "", client.EventRunSigned, client.EventRunCarried, client.EventParcelStopped,
			client.EventParcelStopLifted, client.EventScanUnknown)
		if _, err := s.sdk.CreateEndpoint(t.Context(), client.EndpointChange{}); err != nil { // of a shipper, for all events
			t.Fatal(err)
		}
		s.deliverEvents()
		hub, err := operator.CreateHub(t.Context(), client.NewHub{Name: "Tuas", Country: "SG", Timezone: "Asia/Singapore"})
		if err != nil {
			t.Fatal(err)
		}
		number := s.create(exampleOrder()).Orders[0].TrackingNo
		wants := func(of client.EventType, thing, list string) {
			t.Helper()
			event := <-watch.events
			var sent struct{ Data map[string]json.RawMessage }
			var listed struct{ Results []json.RawMessage }
			s.as(key, http.MethodGet, list, "", http.StatusOK, &listed)
			if err := json.Unmarshal(event.Raw, &sent); err != nil || event.Type != of || len(sent.Data) != 3 {
				t.Errorf("sent %s %s, %v, want %s", event.Type, event.Raw, err, of)
			}
			if len(listed.Results) > 0 && string(sent.Data[thing]) != string(listed.Results[0]) {
				t.Errorf("%s has\n%s\nand %s\n%s", of, sent.Data[thing], list, listed.Results[0])
			}
		}
		for range 2 { // the same request again
			_, err := operator.ScanInHub(t.Context(), client.HubScans{HubID: hub.HubID, Activity: "inbound", Scans: []client.HubScan{
				{Scan: "s1", Code: "NO-SUCH-PARCEL"},
			}})
			if err != nil {
				t.Fatal(err)
			}
		}
		wants(client.EventScanUnknown, "unknown_scan", "/api/operator/scans/unknown/")
		for range 2 {
			if _, err := operator.StopParcels(t.Context(), []string{number}, "Customs asks"); err != nil {
				t.Fatal(err)
			}
		}
		wants(client.EventParcelStopped, "stop", "/api/operator/stops/")
		if _, err := operator.LiftStops(t.Context(), []string{number}); err != nil {
			t.Fatal(err)
		}
		wants(client.EventParcelStopLifted, "stop", "/api/operator/stops/")

		run, err := operator.OpenRun(t.Context(), client.NewRun{Van: "SGX 1234 A", Driver: "Joko", Place: "Depot", Date: "2026-11-30"})
		if err == nil {
			_, err = operator.AddToRun(t.Context(), run.RunID, number, "s")
		}
		if err == nil {
			_, err = operator.CountRun(t.Context(), run.RunID)
		}
		if err == nil {
			_, err = operator.SignRun(t.Context(), run.RunID, client.HandoverClose{Parcels: 1, GivenBy: "Ann", TakenBy: "Joko"})
		}
		if err != nil {
			t.Fatal(err)
		}
		wants(client.EventRunSigned, "run", "/api/operator/runs/")
		worker := desk.New(s.api.Orders).Parcels
		for range 2 {
			if _, _, err := worker.CarryHandovers(t.Context(), 10); err != nil {
				t.Fatal(err)
			}
			if err := worker.CarryRuns(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		wants(client.EventRunCarried, "run", "/api/operator/runs/")
		if len(watch.events) != 0 {
			t.Errorf("sent too: %+v", <-watch.events)
		}
		s.shipperGetsNone(t)
	})
}

// shipperGetsNone checks that the demo account, which gets all events, has none of the operator, and cannot ask for one.
func (s *server) shipperGetsNone(t *testing.T) {
	t.Helper()
	got := map[client.EventType]int{}
	for e, err := range s.sdk.Events(t.Context(), client.EventRange{}) {
		if err != nil {
			t.Fatal(err)
		}
		got[e.Type]++
		if shipment.EventType(e.Type).OfOperator() || strings.Contains(string(e.Raw), "Customs asks") {
			t.Errorf("the shipper got %s", e.Raw)
		}
	}
	if got[client.EventOrderCreated] != 1 || got[client.EventTrackingUpdated] != 1 {
		t.Errorf("the shipper got %v", got)
	}
	endpoint, err := s.sdk.CreateEndpoint(t.Context(), client.EndpointChange{URL: new("https://shop.example/hook")})
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range shipment.EventTypes() {
		types := []client.EventType{client.EventOrderCreated, client.EventType(of)}
		_, created := s.sdk.CreateEndpoint(t.Context(), client.EndpointChange{Events: &types})
		_, changed := s.sdk.UpdateEndpoint(t.Context(), endpoint.ID, client.EndpointChange{Events: &types})
		for _, err := range []error{created, changed} {
			invalid, refused := errors.AsType[*client.ValidationError](err)
			if refused != of.OfOperator() || refused && !slices.ContainsFunc(invalid.Problems, func(p client.Problem) bool {
				return p.Field == "events" && strings.Contains(p.String(), "Only the operator's accounts get "+string(of))
			}) {
				t.Errorf("an endpoint for %s: %v", of, err)
			}
		}
		if _, err := s.sdk.SendExample(t.Context(), endpoint.ID, client.EventType(of)); of.OfOperator() && err == nil {
			t.Errorf("there is an example of %s", of)
		}
	}
}
