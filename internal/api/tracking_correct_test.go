package api

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
)

const correctPath = "/api/operator/tracking/correct/"

// TestCorrectAWrongDelivery corrects a delivery that did not happen. What the partner repeats of it changes nothing.
func TestCorrectAWrongDelivery(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.clock.stop()
		r, no := newReporting(s)
		if _, err := s.sdk.CreateEndpoint(t.Context(), client.EndpointChange{URL: new("https://shop.example.com")}); err != nil {
			t.Fatal(err)
		}
		s.clock.advance(time.Hour)
		delivered := sentEvent{"acme", shipment.Success, 10 * time.Minute, true}
		r.report(no, sentEvent{"acme", shipment.DeliveryInProgress, time.Hour, true}, "")
		r.report(no, delivered, `,"event_id":"7"`)
		if result := r.report(no, sentEvent{"operator", shipment.FailedDelivery, 0, false}, ""); result != "recorded" {
			t.Errorf("a failure after the delivery: %s", result)
		}
		s.wantUnmoved(1)
		operator := s.client(r.operators["operator"])
		before, err := operator.CorrectTracking(t.Context(), client.StatusCorrection{
			TrackingNo: strings.ToLower(no), Status: "delivery_in_progress", Reason: "Another parcel was scanned",
		})
		if err != nil || before != "SUCCESS" {
			t.Fatalf("corrected %q, %v", before, err)
		}
		s.wantUnmoved(0)
		s.wantStatus(no, shipment.DeliveryInProgress)
		if result := r.report(no, delivered, `,"event_id":"7"`); result != "known" {
			t.Errorf("the delivery again: %s", result)
		}
		if result := r.report(no, delivered, `,"event_id":"8"`); result != "taken false" {
			t.Errorf("the delivery as another event: %s", result)
		}
		s.wantStatus(no, shipment.DeliveryInProgress)
		s.wantUnmoved(1)
		for range 2 { // the second one has nothing to do
			if before, err := operator.CorrectTracking(t.Context(), client.StatusCorrection{
				TrackingNo: no, Status: "DELIVERY_IN_PROGRESS", Reason: "The consignee has called",
			}); err != nil || before != "DELIVERY_IN_PROGRESS" {
				t.Errorf("confirmed %q, %v", before, err)
			}
			s.wantUnmoved(0)
		}
		s.clock.advance(time.Hour)
		if result := r.report(no, sentEvent{"acme", shipment.Success, 0, true}, ""); result != "taken" {
			t.Errorf("the right delivery: %s", result)
		}
		s.wantStatus(no, shipment.Success)

		detail, err := s.sdk.Order(t.Context(), no)
		if err != nil {
			t.Fatal(err)
		}
		var sources []string
		for _, u := range detail.Tracking {
			sources = append(sources, u.Status+" "+u.Source)
		}
		want := "SUCCESS acme, DELIVERY_IN_PROGRESS correction, DELIVERY_IN_PROGRESS correction, DELIVERY_IN_PROGRESS correction, " +
			"FAILED_DELIVERY operator, SUCCESS acme, SUCCESS acme, DELIVERY_IN_PROGRESS acme, ORDER_CREATED service"
		if got := strings.Join(sources, ", "); got != want {
			t.Errorf("tracking\n got %s\nwant %s", got, want)
		}
		if got := s.webhooksOf("corrects"); got != "order.tracking_updated DELIVERY_IN_PROGRESS corrects SUCCESS, "+
			"order.tracking_updated DELIVERY_IN_PROGRESS corrects DELIVERY_IN_PROGRESS, "+
			"order.tracking_updated DELIVERY_IN_PROGRESS corrects DELIVERY_IN_PROGRESS" {
			t.Errorf("webhooks: %s", got)
		}
		s.wantReporters(no, map[string]string{"acme": "partner acme", "operator": "key 2", "correction": "key 2", "service": " "})
		ofOrder := audit.Filter{AccountID: new(s.accountID()), SubjectKind: audit.SubjectOrder, Subject: no}
		entries, _, err := s.api.Store.Audit.List(t.Context(), ofOrder, "", 10)
		if err != nil || len(entries) != 3 || !strings.Contains(entries[2].New, "Another parcel was scanned") ||
			!strings.Contains(entries[2].Old, "SUCCESS") || entries[2].Action != "correct" {
			t.Errorf("audit log: %+v, %v", entries, err)
		}
	})
}

// TestCorrectionsThatAreRefused names what is wrong, and changes nothing.
func TestCorrectionsThatAreRefused(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		key, no := s.operatorKey(), s.create(exampleOrder()).Orders[0].TrackingNo
		cancelled := s.create(exampleOrder()).Orders[0].TrackingNo
		if _, err := s.sdk.CancelOrders(t.Context(), []string{cancelled}); err != nil {
			t.Fatal(err)
		}
		for name, c := range map[string]struct {
			body   string
			status int
			want   string
		}{
			"no reason":    {`"tracking_no":"` + no + `","status":"SUCCESS"`, http.StatusBadRequest, `{"reason":["This field is required."]}`},
			"an empty one": {`"tracking_no":"` + no + `","status":"SUCCESS","reason":" "`, http.StatusBadRequest, `"reason"`},
			"a long one": {`"tracking_no":"` + no + `","status":"SUCCESS","reason":"` +
				strings.Repeat("x", 256) + `"`, http.StatusBadRequest, `255`},
			"cancel":        {`"tracking_no":"` + no + `","status":"CANCELLED","reason":"r"`, http.StatusBadRequest, `not a valid choice`},
			"lost, moving":  {`"tracking_no":"` + no + `","status":"PICKED_UP","lost":true,"reason":"r"`, http.StatusBadRequest, `"lost"`},
			"unknown field": {`"tracking_no":"` + no + `","status":"SUCCESS","reason":"r","text":"t"`, http.StatusBadRequest, `"text"`},
			"unknown":       {`"tracking_no":"UNKNOWN-1","status":"SUCCESS","reason":"r"`, http.StatusNotFound, `Not found.`},
			"cancelled": {
				`"tracking_no":"` + cancelled + `","status":"ORDER_CREATED","reason":"r"`,
				http.StatusConflict, `The order is cancelled.`,
			},
		} {
			res, text := s.send("POST", correctPath, `{`+c.body+`}`, "Authorization", "Bearer "+key)
			if res.StatusCode != c.status || !strings.Contains(text, c.want) {
				t.Errorf("%s: %d %s", name, res.StatusCode, text)
			}
		}
		if _, err := s.sdk.CorrectTracking(t.Context(), client.StatusCorrection{TrackingNo: no, Status: "SUCCESS", Reason: "r"}); !errors.Is(
			err, client.ErrForbidden) {
			t.Errorf("a shipper: %v", err)
		}
		s.wantStatus(no, shipment.OrderCreated)
		right := client.StatusCorrection{TrackingNo: cancelled, Status: "DELIVERY_IN_PROGRESS", Reason: "It was sent nevertheless"}
		if before, err := s.client(key).CorrectTracking(t.Context(), right); err != nil || before != "CANCELLED" {
			t.Errorf("a cancelled parcel that was sent: %q, %v", before, err)
		}
		if o := s.order(cancelled); o.StatusCode != "SUBMITTED" || o.TrackerStatusCode != "DELIVERY_IN_PROGRESS" {
			t.Errorf("%+v", o)
		}
	})
}

// TestADeliveryAfterACorrectionIsNoRepetition: a scanner without times and ids reports what it reported before the correction. It happened
// again, also if others have reported between.
func TestADeliveryAfterACorrectionIsNoRepetition(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		r, no := newReporting(s)
		operator, delivered := s.client(r.operators["operator"]), sentEvent{"operator", shipment.Success, 0, false}
		r.report(no, delivered, "")
		for _, between := range []bool{false, true} {
			lost := client.StatusCorrection{TrackingNo: no, Status: "EXCEPTION", Lost: true, Reason: "Another parcel was delivered"}
			if _, err := operator.CorrectTracking(t.Context(), lost); err != nil {
				t.Fatal(err)
			}
			if between {
				r.report(no, sentEvent{"acme", shipment.DeliveryInProgress, 0, false}, "")
			}
			if result := r.report(no, delivered, ""); result != "moved" {
				t.Errorf("the delivery: %s", result)
			}
			s.wantStatus(no, shipment.Success)
			if o, err := s.api.Store.OrderByTrackingNo(t.Context(), no); err != nil || !o.LostOn.IsZero() {
				t.Errorf("it is lost and delivered: %v, %v", o.LostOn, err)
			}
			if result := r.report(no, delivered, ""); result != "duplicate" {
				t.Errorf("the delivery again: %s", result)
			}
		}
	})
}

// TestLostParcels: a parcel that the operator confirms as lost has ended, until it is found.
func TestLostParcels(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		r, no := newReporting(s)
		operator := s.client(r.operators["operator"])
		r.report(no, sentEvent{"acme", shipment.Exception, 0, false}, "")
		ended := func() bool {
			o, err := s.api.Store.OrderByTrackingNo(t.Context(), no)
			if err != nil {
				t.Fatal(err)
			}
			aged, err := s.api.Store.AgedOrders(t.Context(), o.OrderID-1)
			if err != nil || aged[0].HasEnded != o.HasEnded() {
				t.Errorf("retention: %+v, %v", aged, err)
			}
			return o.HasEnded()
		}
		if ended() {
			t.Error("an exception ends the order")
		}
		lost := client.StatusCorrection{TrackingNo: no, Status: "EXCEPTION", Lost: true, Reason: "Searched for twice"}
		if _, err := operator.CorrectTracking(t.Context(), lost); err != nil || !ended() {
			t.Errorf("it is not lost: %v", err)
		}
		s.wantStatus(no, shipment.Exception)
		detail, err := s.sdk.Order(t.Context(), no)
		if err != nil || detail.Tracking[0].Description != shipment.LostText {
			t.Errorf("%+v, %v", detail.Tracking[0], err)
		}
		for _, again := range []client.StatusCorrection{{Status: "EXCEPTION"}, {Status: "EXCEPTION"}, lost, lost} {
			again.TrackingNo, again.Reason = no, "Found, and lost again"
			if _, err := operator.CorrectTracking(t.Context(), again); err != nil || ended() != again.Lost {
				t.Errorf("lost %t: ended %t, %v", again.Lost, ended(), err)
			}
		}
		if result := r.report(no, sentEvent{"acme", shipment.Success, 0, false}, ""); result != "taken" {
			t.Errorf("found: %s", result)
		}
		if o, err := s.api.Store.OrderByTrackingNo(t.Context(), no); err != nil || !o.LostOn.IsZero() {
			t.Errorf("it is lost and delivered: %v, %v", o.LostOn, err)
		}
	})
}

func (s *server) wantStatus(trackingNo string, want shipment.TrackerStatus) {
	s.t.Helper()
	if got := s.order(trackingNo).TrackerStatusCode; got != string(want) {
		s.t.Errorf("status %s, want %s", got, want)
	}
}

// wantUnmoved compares the number of orders that need attention because of an event.
func (s *server) wantUnmoved(want int64) {
	s.t.Helper()
	counts, err := s.api.Store.Unmoved(s.t.Context())
	var got int64
	for _, of := range counts {
		got += of[1]
	}
	if err != nil || got != want {
		s.t.Errorf("%d orders need attention, want %d: %v", got, want, err)
	}
}

// wantReporters compares who reported the events of an order, by their source.
func (s *server) wantReporters(trackingNo string, want map[string]string) {
	s.t.Helper()
	tracks, err := s.api.Store.TrackOrders(s.t.Context(), []string{trackingNo}, 0)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, e := range tracks[trackingNo][0].Events {
		kind, _, _ := strings.Cut(want[e.Source], " ")
		if e.ActorKind != kind || kind != "" && e.Actor == "" || kind == "partner" && e.Actor != e.Source {
			s.t.Errorf("%s of %s: reported by %s %s, want %s", e.Status, e.Source, e.ActorKind, e.Actor, want[e.Source])
		}
	}
}

// accountID is the account of the orders.
func (s *server) accountID() int64 {
	s.t.Helper()
	accounts, err := s.api.Store.MasterData.Accounts(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return accounts[0].AccountID
}

// webhooksOf are the events of the account that have a key, with their status and the key.
func (s *server) webhooksOf(key string) string {
	s.t.Helper()
	events, _, err := s.api.Store.Webhooks.EventsAfter(s.t.Context(), s.accountID(), shipment.EventRange{}, "")
	if err != nil {
		s.t.Fatal(err)
	}
	var found []string
	for _, e := range events {
		var data map[string]any
		if err := json.Unmarshal(e.Data, &data); err != nil {
			s.t.Fatal(err)
		}
		if value, has := data[key].(string); has {
			found = append(found, string(e.Type)+" "+data["status"].(string)+" "+key+" "+value)
		}
	}
	return strings.Join(found, ", ")
}
