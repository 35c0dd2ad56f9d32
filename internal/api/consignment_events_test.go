package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/shipment"
)

// flight is a consignment with a bag of parcels of two shippers on a leg that is cleared, and a parcel of each that is in no bag.
type flight struct {
	*server
	key      string
	operator client.Administration
	shippers []*client.Client
	bagged   []string // by shipper
	rest     []string
}

func (s *server) newFlight(t *testing.T) *flight {
	t.Helper()
	f := &flight{server: s, key: s.keyWith(s.newAccount("operator", true), shipment.AllScopes, "")}
	f.operator = client.NewAdministration(s.client(f.key))
	f.shippers = []*client.Client{s.sdk, s.client(s.keyWith(s.newAccount("second", false), shipment.DefaultScopes, ""))}
	hub, err := f.operator.CreateHub(t.Context(), client.NewHub{Name: "Tuas", Country: "SG", Timezone: "Asia/Singapore"})
	if err == nil {
		_, err = f.operator.OpenBag(t.Context(), client.NewBag{HubID: hub.HubID, Tare: "0.35"})
	}
	for i := 0; i < len(f.shippers) && err == nil; i++ {
		var made client.CreateResult
		made, err = f.shippers[i].CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{exampleOrder(), exampleOrder()}})
		if err == nil {
			f.bagged, f.rest = append(f.bagged, made.Orders[0].TrackingNo), append(f.rest, made.Orders[1].TrackingNo)
			_, err = f.operator.AddToBag(t.Context(), 1, f.bagged[i], "")
		}
	}
	if err == nil {
		_, err = f.operator.CloseBag(t.Context(), 1)
	}
	if err == nil {
		_, err = f.operator.OpenConsignment(t.Context(), client.NewConsignment{Destination: "ID", Awb: "618-12345675", Broker: "Nusantara"})
	}
	if err == nil {
		_, err = f.operator.AddLeg(t.Context(), 1, client.NewLeg{Flight: "SQ322", From: "SIN", FromCountry: "SG", To: "CGK", ToCountry: "ID"})
	}
	if err == nil {
		_, err = f.operator.PutBags(t.Context(), 1, client.BagsMove{LegNo: 1, Bags: []string{"BG-00001"}})
	}
	if err == nil {
		_, err = f.operator.ChangeConsignment(t.Context(), 1, client.ConsignmentChange{State: new("cleared")})
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestEventsOfConsignments: an endpoint of the operator gets a departure and an arrival once, with the bags. A shipper's gets what happened
// to its own parcel, and nothing of the flight.
func TestEventsOfConsignments(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		f := s.newFlight(t)
		watch := s.receiveAs(s.client(f.key), http.StatusNoContent, "", "consignment.departed", "consignment.arrived")
		for _, shipper := range f.shippers { // for all events
			if _, err := shipper.CreateEndpoint(t.Context(), client.EndpointChange{}); err != nil {
				t.Fatal(err)
			}
		}
		s.deliverEvents()
		for range 2 { // the same request again
			if _, err := f.operator.DepartLeg(t.Context(), 1, 1, client.LegMove{}); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 {
			if _, err := f.operator.ArriveLeg(t.Context(), 1, 1, client.LegMove{}); err != nil {
				t.Fatal(err)
			}
		}
		for _, of := range []client.EventType{"consignment.departed", "consignment.arrived"} {
			event := <-watch.events
			var sent struct {
				Data struct {
					Consignment struct {
						Number, AWB, Broker, Destination string
						Leg                              map[string]any
						Bags                             []map[string]any
					}
				}
			}
			if err := json.Unmarshal(event.Raw, &sent); err != nil {
				t.Fatal(err)
			}
			c := sent.Data.Consignment
			got := fmt.Sprintln(event.Type, c.Number, c.AWB, c.Broker, c.Destination, c.Leg["flight"], c.Leg["parcels"], c.Bags,
				c.Leg["departed_on"] != nil, c.Leg["arrived_on"] != nil)
			want := fmt.Sprintln(of, "CN-00001 61812345675 Nusantara Indonesia SQ322 2 [map[number:BG-00001 parcels:2 weight:24]]", true,
				of == "consignment.arrived")
			if got != want {
				t.Errorf("sent %s, want %s", got, want)
			}
		}
		if len(watch.events) != 0 {
			t.Errorf("sent too: %+v", <-watch.events)
		}
		carried := &stored.Store{Store: s.api.Store}
		for done := false; !done; {
			var err error
			if done, _, err = carried.CarryEvents(t.Context(), 500, time.Hour); err != nil {
				t.Fatal(err)
			}
		}
		for i, shipper := range f.shippers {
			var got []string
			for e, err := range shipper.Events(t.Context(), client.EventRange{}) {
				if err != nil {
					t.Fatal(err)
				}
				raw := string(e.Raw)
				if strings.Contains(raw, "consignment") || strings.Contains(raw, "BG-0") || strings.Contains(raw, "SQ322") {
					t.Errorf("shipper %d got %s", i, e.Raw)
				}
				got = append(got, e.Data.TrackingNo)
			}
			if want := []string{f.bagged[i], f.bagged[i]}; !slices.Equal(got, want) { // departed and arrived
				t.Errorf("shipper %d got events of %v, want %v", i, got, want)
			}
		}
	})
}

// TestParcelsOfBags lists the parcels of all accounts by bag, consignment and what customs say.
func TestParcelsOfBags(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		f := s.newFlight(t)
		_, err := f.operator.AnswerCustoms(t.Context(), 1, []client.CustomsAnswer{
			{TrackingNo: f.bagged[1], Answer: "do_not_load"}, {TrackingNo: f.bagged[0], Answer: "assessed"},
		})
		if err != nil {
			t.Fatal(err)
		}
		newest := []string{f.bagged[1], f.bagged[0]}
		for query, want := range map[string][]string{
			"bag=BG-00001": newest, "bag=bg-1,BG-00002": newest, "bag=BG-00002": nil, "consignment=CN-00001": newest, "consignment=CN-00002": nil,
			"customs=do_not_load": newest[:1], "customs=assessed": newest[1:], "customs=screening": nil,
			"consignment=CN-00001&customs=assessed": newest[1:], "bag=BG-00001&customs=do_not_load&account_id=1": nil,
			"bag=BG-00001&account_id=1": newest[1:], "bag=BG-00001&held=true": nil,
		} {
			var page struct {
				Results []struct {
					TrackingNo string `json:"tracking_no"`
				}
			}
			s.as(f.key, http.MethodGet, "/api/operator/orders/?"+query, "", http.StatusOK, &page)
			var got []string
			for _, p := range page.Results {
				got = append(got, p.TrackingNo)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", query, got, want)
			}
		}
		for query, want := range map[string]string{
			"bag=CN-00001": "no bag with the number CN-00001", "consignment=x": "no consignment with the number x", "bag=,": "no bag with",
			"customs=maybe": "is not a valid choice", "bag=BG-00001&search=Susan": "without search",
			"hub_id=1&customs=assessed": "Send hub_id without",
		} {
			var problems json.RawMessage
			s.as(f.key, http.MethodGet, "/api/operator/orders/?"+query, "", http.StatusBadRequest, &problems)
			if !strings.Contains(string(problems), want) {
				t.Errorf("%s: %s, want %s", query, problems, want)
			}
		}
	})
}
