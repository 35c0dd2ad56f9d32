package api

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/partner/simulated"
)

// TestExplainOrder: the account sees what its order waits for and what to do, and nothing of other accounts.
func TestExplainOrder(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		explain := func(trackingNo string) client.OrderObstacles {
			t.Helper()
			found, err := s.sdk.ExplainOrder(t.Context(), trackingNo)
			if err != nil {
				t.Fatal(err)
			}
			return found
		}
		done := s.create(exampleOrder()).Orders[0].TrackingNo
		if found := explain(strings.ToLower(done)); found.TrackingNo != done || found.StatusCode != "SUBMITTED" || len(found.Obstacles) > 0 {
			t.Errorf("an order in house: %+v", found)
		}
		refused := s.create(partnerOrder(simulated.ScriptFail)).Orders[0].TrackingNo
		s.eventually("the partner refuses it", func() bool { return explain(refused).StatusCode == "SUBMISSION_FAILED" })
		found := explain(refused)
		if len(found.Obstacles) != 1 {
			t.Fatalf("%+v", found)
		}
		o := found.Obstacles[0]
		message := s.detail(refused).Submissions[0].Message
		if o.Kind != "submission" || o.State != "failed" || o.Attempts != 1 || o.Message != message || message == "" ||
			o.Reason != "Partner simulated refused the order: "+message || !o.NextAttemptOn.IsZero() ||
			!strings.HasPrefix(o.ToDo, "Correct the order") || time.Since(o.Since) > time.Minute {
			t.Errorf("a refused order: %+v, want the message %q", o, message)
		}

		s.receive(http.StatusNoContent, "?token=hunter2") // nothing delivers its events
		waiting := s.create(exampleOrder()).Orders[0].TrackingNo
		found = explain(waiting)
		if len(found.Obstacles) == 0 {
			t.Fatal("an event that waits is no obstacle")
		}
		o = found.Obstacles[0]
		if o.Kind != "webhook" || o.State != "pending" || !strings.HasPrefix(o.Target, "order.") ||
			o.NextAttemptOn.IsZero() || o.Message+o.Reason != "" {
			t.Errorf("an event that waits: %+v", o)
		}
		if _, body := s.send("GET", "/api/order/order/"+waiting+"/why/?secret_key="+testKey, ""); strings.Contains(body, "hunter2") {
			t.Errorf("it shows the address of the endpoint: %s", body)
		}

		other := s.newKey("Other shipper")
		for what, path := range map[string]string{"another account's": refused, "an unknown one": "WB00000000000ID", "no number": "why"} {
			res, body := s.send("GET", "/api/order/order/"+path+"/why/", "", "Authorization", "Bearer "+other)
			if res.StatusCode != http.StatusNotFound || body != `{"detail":"Not found."}` {
				t.Errorf("%s: %d %s", what, res.StatusCode, body)
			}
		}
	})
}

// TestStats counts the account's own orders by day, service and state.
func TestStats(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		now := s.clock.now().UTC()
		noon := now.Truncate(24 * time.Hour).Add(36 * time.Hour) // no order is made at midnight
		s.clock.stop()
		s.clock.advance(noon.Sub(s.clock.now()))
		day := func(ago int) string { return s.clock.now().UTC().AddDate(0, 0, -ago).Format(time.DateOnly) }
		s.create(exampleOrder())
		s.clock.advance(24 * time.Hour)
		today := s.create(exampleOrder(), exampleOrder())
		if _, err := s.sdk.CancelOrders(t.Context(), []string{today.Orders[0].TrackingNo}); err != nil {
			t.Fatal(err)
		}
		otherKey := s.newKey("Other shipper")
		if _, err := s.client(otherKey).CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{exampleOrder()}}); err != nil {
			t.Fatal(err)
		}
		want := []client.DayCount{
			{Day: day(1), ServiceID: 1, TrackerStatusCode: "ORDER_CREATED", Orders: 1},
			{Day: day(0), ServiceID: 1, TrackerStatusCode: "CANCELLED", Orders: 1},
			{Day: day(0), ServiceID: 1, TrackerStatusCode: "ORDER_CREATED", Orders: 1},
		}
		for days, wanted := range map[int][]client.DayCount{0: want, 31: want, 1: want[1:]} {
			stats, err := s.sdk.Stats(t.Context(), days)
			first := day(max(days-1, 0))
			if days == 0 {
				first = day(6)
			}
			if err != nil || stats.From != first || stats.To != day(0) || !slices.Equal(stats.Counts, wanted) {
				t.Errorf("%d days: %+v, %v, want %+v", days, stats, err, wanted)
			}
		}
		s.clock.advance(time.Minute)
		if stats, err := s.client(otherKey).Stats(t.Context(), 0); err != nil || len(stats.Counts) != 1 || stats.Counts[0].Orders != 1 {
			t.Errorf("the other account: %+v, %v", stats, err)
		}
	})
}

// TestStatsAreLimited: a count reads many rows, so that days and requests have limits.
func TestStatsAreLimited(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for query, want := range map[string]string{
			"days=32":                   `{"days":["Ensure this value is less than or equal to 31."]}`,
			"days=0":                    `{"days":["Ensure this value is greater than or equal to 1."]}`,
			"days=week":                 `{"days":["A valid integer is required."]}`,
			"day=3&account=1":           `{"account":["Unknown parameter. Known: days."],"day":["Unknown parameter. Did you mean days?"]}`,
			"days=99999999999999999999": `{"days":["Ensure this value is less than or equal to 31."]}`,
		} {
			res, body := s.send("GET", "/api/order/stats/?"+query, "", "Authorization", "Bearer "+testKey)
			if res.StatusCode != http.StatusBadRequest || body != want {
				t.Errorf("%s: %d %s, want %s", query, res.StatusCode, body, want)
			}
		}
		s.clock.stop()
		for range statsLimit.Burst {
			if _, err := s.sdk.Stats(t.Context(), 1); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.sdk.Stats(t.Context(), 1); !errors.Is(err, client.ErrThrottled) {
			t.Errorf("one more: %v", err)
		}
		s.clock.advance(time.Second)
		if _, err := s.sdk.Stats(t.Context(), 1); err != nil {
			t.Errorf("a second later: %v", err)
		}
	})
}
