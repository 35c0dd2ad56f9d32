package api

import (
	"net/http"
	"testing"

	"waybill/client"
	"waybill/internal/shipment"
)

const journeyPath = "/api/simulate/journey/"

// walk starts a journey of an order.
func (s *server) walk(trackingNo, more string) (int, string) {
	s.t.Helper()
	res, body := s.send("POST", journeyPath, `{"secret_key":"`+testKey+`","tracking_no":"`+trackingNo+`"`+more+`}`)
	return res.StatusCode, body
}

// TestEveryJourney watches an order on each journey, in house and by a partner.
func TestEveryJourney(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for i, journey := range shipment.Journeys() {
			order := []client.NewOrder{exampleOrder(), partnerOrder("")}[i%2]
			no := s.create(order).Orders[0].TrackingNo
			if status, body := s.walk(no, `,"journey":"`+journey.Name+`","pause":0`); status != http.StatusAccepted {
				t.Fatalf("%d %s", status, body)
			}
			s.eventually(journey.Name+" ends", func() bool {
				updates, err := s.sdk.Track(t.Context(), client.TrackQuery{TrackingNos: []string{no}})
				return err == nil && len(updates[no]) == len(journey.Steps)+1
			})
			if want := journey.Steps[len(journey.Steps)-1].Status; s.order(no).TrackerStatusCode != string(want) {
				t.Errorf("%s ends with %s", journey.Name, s.order(no).TrackerStatusCode)
			}
		}
	})
}

func TestJourneyRequests(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		no := s.create(exampleOrder()).Orders[0].TrackingNo
		start := `{"tracking_no":"` + no + `","journey":"normal","pause":`
		for _, c := range []struct {
			no, more string
			status   int
			want     string
		}{
			{no, `,"pause":999.999`, 202, start + `999.999,`},
			{no, ``, 202, start + `5,`},
			{no, `,"journey":null,"pause":null`, 202, start + `5,`},
			{
				no, `,"journey":"teleport","pause":-1`, 400,
				`{"journey":["\"teleport\" is not a valid choice."],"pause":["Ensure this value is greater than or equal to 0."]}`,
			},
			{" ", ``, 400, `{"tracking_no":["This field may not be blank."]}`},
			{"UNKNOWN-1", ``, 404, `{"detail":"Not found."}`},
		} {
			if status, body := s.walk(c.no, c.more); status != c.status || len(body) < len(c.want) || body[:len(c.want)] != c.want {
				t.Errorf("%s: %d %s", c.more, status, body)
			}
		}
		if res, body := s.send("POST", journeyPath, `{"tracking_no":"`+no+`"}`, "Authorization",
			"Bearer "+s.newKey("Other shipper")); res.StatusCode != http.StatusNotFound {
			t.Errorf("another account's: %d %s", res.StatusCode, body)
		}
	})
}

func TestJourneysAreRefusedInProduction(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.api.Simulate = false
		no := s.create(exampleOrder()).Orders[0].TrackingNo
		if status, body := s.walk(no, ""); status != http.StatusForbidden || body != `{"detail":"Journeys are simulated in development only."}` {
			t.Errorf("%d %s", status, body)
		}
		if o := s.order(no); o.TrackerStatusCode != "ORDER_CREATED" {
			t.Errorf("the order is %s", o.TrackerStatusCode)
		}
	})
}
