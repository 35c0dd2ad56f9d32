package api

import (
	"net/http"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/shipment"
)

// held are the results of HoldOrders or ReleaseOrders.
func (s *server) held(results []client.HeldOrder, err error) string {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
	var all []string
	for _, r := range results {
		if r.Message == "" {
			s.t.Errorf("%+v has no message", r)
		}
		all = append(all, r.Result)
	}
	return strings.Join(all, " ")
}

// listed are the references of the orders of a filter.
func (s *server) listed(f client.Filter) string {
	s.t.Helper()
	var all []string
	for o, err := range s.sdk.AllOrders(s.t.Context(), f) {
		if err != nil {
			s.t.Fatal(err)
		}
		all = append(all, o.ShipperOrderID)
	}
	return strings.Join(all, " ")
}

func TestHoldOrders(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		first, second := exampleOrder(), exampleOrder()
		second.ShipperOrderID = "OTHER"
		made := s.create(first, second)
		no, late := made.Orders[0].TrackingNo, made.Orders[1].TrackingNo
		s.report(late, shipment.PickedUp, 0)
		numbers := []string{no, late, "UNKNOWN-1", strings.ToLower(no)}
		if got := s.held(s.sdk.HoldOrders(t.Context(), numbers, "Check the address")); got != "held refused not_found held" {
			t.Errorf("held: %s", got)
		}
		if got := s.held(s.sdk.HoldOrders(t.Context(), numbers[:1], " Check the address ")); got != "unchanged" {
			t.Errorf("held again: %s", got)
		}
		detail := s.detail(no)
		if h := detail.Hold; h == nil || h.Reason != "Check the address" || h.RuleID != "" || h.ActorKind != "key" || h.HeldOn.IsZero() {
			t.Errorf("hold: %+v", h)
		}
		if c := detail.Changes[0].Fields[0]; c.Field != "hold" || string(c.From) != "null" || string(c.To) != `"Check the address"` {
			t.Errorf("change: %+v", c)
		}
		why, err := s.sdk.ExplainOrder(t.Context(), no)
		if err != nil || len(why.Obstacles) != 1 || why.Obstacles[0].Kind != "hold" || why.Obstacles[0].Message != "Check the address" ||
			!strings.HasPrefix(why.Obstacles[0].ToDo, "Release") {
			t.Errorf("why: %+v, %v", why, err)
		}
		if held, others := s.listed(client.Filter{Held: new(true)}), s.listed(client.Filter{Held: new(false)}); held != "ORDER123" || others != "OTHER" {
			t.Errorf("held %q, others %q", held, others)
		}
		s.edited(no, map[string]any{"consignee_city": "Bandung"})
		if s.detail(no).Hold == nil {
			t.Error("a change has released the order")
		}
		if got := s.held(s.sdk.ReleaseOrders(t.Context(), numbers)); got != "released unchanged not_found released" {
			t.Errorf("released: %s", got)
		}
		if detail := s.detail(no); detail.Hold != nil || detail.OrderLabelURL == "" {
			t.Errorf("after the release: %+v", detail)
		}
		theirs := s.client(s.newKey("Other shipper"))
		if got := s.held(theirs.HoldOrders(t.Context(), numbers[:1], "x")); got != "not_found" {
			t.Errorf("by another account: %s", got)
		}
	})
}

func TestHoldRefuses(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for _, c := range []struct{ path, body, want string }{
			{"hold", `{}`, `{"tracking_nos":["This field is required."],"reason":["This field is required."]}`},
			{"hold", `{"tracking_nos":["X"],"reason":" "}`, `{"reason":["This field may not be blank."]}`},
			{
				"hold", `{"tracking_nos":["X"],"reason":"` + strings.Repeat("é", 501) + `"}`,
				`{"reason":["Ensure this field has no more than 500 characters."]}`,
			},
			{"release", `{"tracking_nos":[]}`, `{"tracking_nos":{"non_field_errors":["This list may not be empty."]}}`},
		} {
			res, body := s.send("POST", "/api/order/"+c.path+"/", c.body, "Authorization", "Bearer "+testKey)
			if res.StatusCode != http.StatusBadRequest || body != c.want {
				t.Errorf("%.60s: %d %s", c.body, res.StatusCode, body)
			}
		}
	})
}
