package api

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/signature"
	"waybill/internal/store/masterdata"
)

// sentEvent is an event of a source: a key of the operator, or the partner acme.
type sentEvent struct {
	source string // operator, scanner, or acme
	status shipment.TrackerStatus
	ago    time.Duration // before the present time of the server; negative: in the future
	timed  bool          // the event states a time
}

// reporting sends events of several sources about the orders of a test.
type reporting struct {
	*server
	key       signature.Keys
	operators map[string]string
}

func newReporting(s *server) (r *reporting, trackingNo string) {
	trackingNo, key := s.orderOfAcme()
	return &reporting{s, key, map[string]string{
		"operator": s.operatorKey(), "scanner": s.keyOf(masterdata.Account{Name: "Another operator", Operator: true}),
	}}, trackingNo
}

// report sends an event and returns its result: moved, recorded, duplicate, or an outcome of the partner protocol and its moved.
func (r *reporting) report(trackingNo string, e sentEvent, more string) (result string) {
	r.t.Helper()
	fields := fmt.Sprintf(`"tracking_no":"%s","status":"%s"%s`, trackingNo, e.status, more)
	if e.timed {
		fields += `,"occurred_on":"` + r.clock.now().Add(-e.ago).UTC().Format(time.RFC3339Nano) + `"`
	}
	if key := r.operators[e.source]; key != "" {
		res, text := r.send("POST", operatorPath, `{"events":[{`+fields+`}]}`, "Authorization", "Bearer "+key)
		var got struct{ Events []struct{ Result string } }
		if err := json.Unmarshal([]byte(text), &got); err != nil || res.StatusCode != http.StatusOK {
			r.t.Fatalf("%d %s", res.StatusCode, text)
		}
		return got.Events[0].Result
	}
	status, text := r.callBack(r.key, acmePath, rand.Text(), `{"events":[{"type":"tracking",`+fields+`}]}`, r.clock.now())
	var got struct {
		Results []struct {
			Outcome, Message string
			Moved            *bool
		}
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil || status != http.StatusOK {
		r.t.Fatalf("%d %s", status, text)
	}
	result = got.Results[0].Outcome
	if got.Results[0].Moved != nil {
		result += fmt.Sprint(" ", *got.Results[0].Moved)
	}
	return result
}

// TestEventsOfDifferentClocks reports an event and, from another clock or the same one, one that seems to be earlier.
func TestEventsOfDifferentClocks(t *testing.T) {
	const delivering, failed, exception = shipment.DeliveryInProgress, shipment.FailedDelivery, shipment.Exception
	const back = shipment.ReturnToSender
	for name, c := range map[string]struct {
		first, second sentEvent
		moves         bool
	}{
		"a partner's slow clock":   {sentEvent{"operator", delivering, 0, false}, sentEvent{"acme", failed, 4 * time.Minute, true}, true},
		"slower than the setting":  {sentEvent{"operator", delivering, 0, false}, sentEvent{"acme", failed, 16 * time.Minute, true}, false},
		"another key":              {sentEvent{"operator", delivering, 0, true}, sentEvent{"scanner", failed, 4 * time.Minute, true}, true},
		"the same key":             {sentEvent{"operator", delivering, 0, true}, sentEvent{"operator", failed, 2 * time.Second, true}, false},
		"the same key, same time":  {sentEvent{"operator", delivering, time.Hour, true}, sentEvent{"operator", failed, time.Hour, true}, true},
		"no time before":           {sentEvent{"acme", delivering, 0, false}, sentEvent{"acme", failed, 4 * time.Minute, true}, true},
		"no time after":            {sentEvent{"acme", delivering, 0, true}, sentEvent{"acme", failed, 0, false}, true},
		"a zone, cut to now":       {sentEvent{"acme", delivering, -8 * time.Hour, true}, sentEvent{"scanner", failed, time.Minute, true}, true},
		"both of that zone, late":  {sentEvent{"acme", delivering, -8 * time.Hour, true}, sentEvent{"acme", failed, -7 * time.Hour, true}, false},
		"both of that zone":        {sentEvent{"acme", delivering, -8 * time.Hour, true}, sentEvent{"acme", failed, -9 * time.Hour, true}, true},
		"the zone is mended":       {sentEvent{"acme", delivering, -8 * time.Hour, true}, sentEvent{"acme", failed, 2 * time.Minute, true}, true},
		"a release":                {sentEvent{"operator", exception, 0, true}, sentEvent{"acme", delivering, 3 * time.Minute, true}, true},
		"a release that is late":   {sentEvent{"operator", exception, 0, true}, sentEvent{"acme", delivering, time.Hour, true}, false},
		"a return":                 {sentEvent{"operator", failed, 0, true}, sentEvent{"acme", back, 9 * time.Minute, true}, true},
		"a failure after delivery": {sentEvent{"operator", shipment.Success, 0, true}, sentEvent{"acme", failed, 0, false}, false},
	} {
		t.Run(name, func(t *testing.T) {
			onEngines(t, func(t *testing.T, s *server) {
				s.clock.stop()
				r, trackingNo := newReporting(s)
				s.clock.advance(time.Hour)
				if result := r.report(trackingNo, c.first, ""); result != "moved" && result != "taken" {
					t.Fatalf("the first event: %s", result)
				}
				s.clock.advance(time.Second)
				result := r.report(trackingNo, c.second, "")
				want := map[bool]string{true: "moved", false: "recorded"}[c.moves]
				if c.second.source == "acme" {
					want = map[bool]string{true: "taken", false: "taken false"}[c.moves]
				}
				status := map[bool]shipment.TrackerStatus{true: c.second.status, false: c.first.status}[c.moves]
				if got := s.order(trackingNo).TrackerStatusCode; result != want || got != string(status) {
					t.Errorf("result %q, want %q; status %s, want %s", result, want, got, status)
				}
				if again := r.report(trackingNo, c.second, ""); again != "duplicate" && again != "known" {
					t.Errorf("the second event again: %s", again)
				}
				unmoved, err := s.api.Store.Unmoved(t.Context())
				if err != nil || (len(unmoved) == 0) != c.moves {
					t.Errorf("orders that need attention: %v, %v", unmoved, err)
				}
			})
		})
	}
}

// TestRefusedDeliveriesOfADay: the operator scans parcels without a time, and the partner's clock is some minutes slow.
func TestRefusedDeliveriesOfADay(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		r, _ := newReporting(s)
		for i := range 21 {
			placed := exampleOrder()
			placed.ServiceID = 90
			no := s.create(placed).Orders[0].TrackingNo
			r.report(no, sentEvent{"operator", shipment.DeliveryInProgress, 0, false}, "")
			result := r.report(no, sentEvent{"acme", shipment.FailedDelivery, time.Duration(i) * 40 * time.Second, true}, "")
			if status := s.order(no).TrackerStatusCode; status != "FAILED_DELIVERY" {
				t.Errorf("%d: %s, %s", i, result, status)
			}
		}
	})
}

// TestAFutureTimeRepeats: an event whose time was in the future is known when it is sent again, also when that time has come.
func TestAFutureTimeRepeats(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.clock.stop()
		r, no := newReporting(s)
		failed := sentEvent{"acme", shipment.FailedDelivery, -8 * time.Hour, true}
		r.report(no, failed, "")
		for range 9 {
			s.clock.advance(time.Hour)
			failed.ago += time.Hour
			r.report(no, sentEvent{"operator", shipment.DeliveryInProgress, 0, false}, "")
			if result := r.report(no, failed, ""); result != "known" {
				t.Errorf("again %s before its time: %s", -failed.ago, result)
			}
		}
		if status := s.order(no).TrackerStatusCode; status != "DELIVERY_IN_PROGRESS" {
			t.Errorf("a repeated failure turned the order back: %s", status)
		}
	})
}

// TestManyEventsOfAParcel: after 500 events only one is taken, which ends the journey.
func TestManyEventsOfAParcel(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		r, no := newReporting(s)
		var events []string
		for i := range shipment.MaxEvents {
			events = append(events, fmt.Sprintf(`{"tracking_no":%q,"status":"PICKED_UP","event_id":"%d"}`, no, i))
		}
		body := `{"events":[` + strings.Join(events, ",") + `]}`
		key := r.operators["operator"]
		if res, text := s.send("POST", operatorPath, body, "Authorization", "Bearer "+key); strings.Count(text, `"recorded"`) != len(events)-1 {
			t.Fatalf("%d %.300s", res.StatusCode, text)
		}
		if res, text := s.send("POST", operatorPath, body, "Authorization", "Bearer "+key); strings.Count(text, `"duplicate"`) != len(events) {
			t.Errorf("again: %d %.300s", res.StatusCode, text)
		}
		if result := r.report(no, sentEvent{"operator", shipment.DeliveryInProgress, 0, false}, ""); result != "full" {
			t.Errorf("one more: %s", result)
		}
		if result := r.report(no, sentEvent{"acme", shipment.DeliveryInProgress, 0, false}, ""); result != "refused" {
			t.Errorf("one more of the partner: %s", result)
		}
		_, text := s.callBack(r.key, acmePath, rand.Text(),
			`{"events":[{"type":"tracking","tracking_no":"`+no+`","status":"EXCEPTION"}]}`, s.clock.now())
		if !strings.Contains(text, `"message":"the parcel has 500 events: the event was not recorded"`) {
			t.Errorf("the partner reads %s", text)
		}
		if result := r.report(no, sentEvent{"acme", shipment.Success, 0, false}, ""); result != "taken" {
			t.Errorf("the delivery: %s", result)
		}
		if status := s.order(no).TrackerStatusCode; status != "SUCCESS" {
			t.Errorf("status %s", status)
		}
	})
}
