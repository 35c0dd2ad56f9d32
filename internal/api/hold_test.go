package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

const perfumeRule = `{"id":"perfume","severity":"hold","kind":"forbidden_words","field":"item_desc","words":["perfume"],
	"messages":{"en":"Perfume needs a permit.","id":"Parfum perlu izin."}}`

// perfume is an order that perfumeRule holds.
func perfume(o client.NewOrder) client.NewOrder {
	o.Items = append([]client.Item(nil), o.Items...)
	o.Items[0].Desc = "Perfume, 50 ml"
	return o
}

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
		if got := s.held(s.sdk.HoldOrders(t.Context(), numbers, "Check the address", true)); got != "held refused not_found held" {
			t.Errorf("a dry run: %s", got)
		}
		if d, err := s.sdk.Order(t.Context(), no); err != nil || d.Hold != nil {
			t.Errorf("a dry run holds: %+v, %v", d.Hold, err)
		}
		if got := s.held(s.sdk.HoldOrders(t.Context(), numbers, "Check the address", false)); got != "held refused not_found held" {
			t.Errorf("held: %s", got)
		}
		if got := s.held(s.sdk.HoldOrders(t.Context(), numbers[:1], " Check the address ", false)); got != "unchanged" {
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
		held, others := s.listed(client.Filter{Held: new(true)}), s.listed(client.Filter{Held: new(false)})
		if held != "ORDER123" || others != "OTHER" {
			t.Errorf("held %q, others %q", held, others)
		}
		s.edited(no, map[string]any{"consignee_city": "Bandung"})
		if s.detail(no).Hold == nil {
			t.Error("a change has released the order")
		}
		if got := s.held(s.sdk.ReleaseOrders(t.Context(), numbers, "", true)); got != "released unchanged not_found released" {
			t.Errorf("a dry run: %s", got)
		}
		if got := s.held(s.sdk.ReleaseOrders(t.Context(), numbers, "", false)); got != "released unchanged not_found released" {
			t.Errorf("released: %s", got)
		}
		if detail := s.detail(no); detail.Hold != nil || detail.OrderLabelURL == "" {
			t.Errorf("after the release: %+v", detail)
		}
		theirs := s.client(s.newKey("Other shipper"))
		if got := s.held(theirs.HoldOrders(t.Context(), numbers[:1], "x", false)); got != "not_found" {
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

// TestRulesHold: orders that a rule holds are created, and neither submitted nor given a label until they are released.
func TestRulesHold(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.setRules(perfumeRule)
		inHouse, partners := perfume(exampleOrder()), perfume(partnerOrder(""))
		made := s.create(inHouse, exampleOrder())
		if h := s.detail(made.Orders[0].TrackingNo).Hold; h == nil || h.Reason != "Perfume needs a permit." || h.RuleID != "perfume" ||
			h.ActorKind != "rule" || h.Actor != "perfume" {
			t.Errorf("hold: %+v", h)
		}
		if o := s.order(made.Orders[0].TrackingNo); o.StatusCode != "" || o.OrderLabelURL != "" {
			t.Errorf("held order: %+v", o)
		}
		if s.detail(made.Orders[1].TrackingNo).Hold != nil {
			t.Error("an order without perfume is held")
		}

		body := ordersBody(t, map[string]any{"blocking": true}, inHouse, partners, partnerOrder(""))
		header := []string{"Idempotency-Key", "held", "Accept-Language", "id"}
		res, text := s.send("POST", "/api/order/orders/", body, header...)
		var got struct {
			Orders []struct {
				TrackingNo string  `json:"tracking_no"`
				LabelURL   *string `json:"order_label_url"`
				Message    string
			}
		}
		if err := json.Unmarshal([]byte(text), &got); err != nil || res.StatusCode != http.StatusAccepted {
			t.Fatalf("%d %s", res.StatusCode, text)
		}
		for i, o := range got.Orders {
			isHeld := i < 2
			if (o.LabelURL == nil) != isHeld || (o.Message == "The order is held until it is released: Parfum perlu izin.") != isHeld {
				t.Errorf("order %d: %s", i, text)
			}
		}
		if res, again := s.send("POST", "/api/order/orders/", body, header...); res.StatusCode != http.StatusAccepted || again != text {
			t.Errorf("replayed: %d %s", res.StatusCode, again)
		}
		no := got.Orders[1].TrackingNo
		if sub := s.detail(no).Submissions[0]; sub.State != "held" || sub.Attempts != 0 {
			t.Errorf("submission: %+v", sub)
		}
		if got := s.held(s.sdk.ReleaseOrders(t.Context(), []string{got.Orders[0].TrackingNo, no}, "", false)); got != "released released" {
			t.Errorf("released: %s", got)
		}
		if s.order(got.Orders[0].TrackingNo).OrderLabelURL == "" {
			t.Error("an order in house has no label after the release")
		}
		s.eventually("the partner gets the order", func() bool { return s.order(no).StatusCode == "SUBMITTED" })

		// All are held: nobody waits for a partner.
		res, text = s.send("POST", "/api/order/orders/",
			ordersBody(t, map[string]any{"blocking": true, "accept_valid": true}, partners, client.NewOrder{}))
		if res.StatusCode != http.StatusMultiStatus || !strings.Contains(text, "held until it is released: Perfume needs a permit.") {
			t.Errorf("%d %s", res.StatusCode, text)
		}
		back := s.sendBack(`{"service_type":"PICKUP","consignee_email":"a@example.com","forward_tracking_no":"` +
			made.Orders[0].TrackingNo + `"}`)
		if back.Hold == nil || back.OrderLabelURL != "" {
			t.Errorf("a return of perfume: %+v", back.Hold)
		}
	})
}

// TestSanctionsHold: an order of a listed name is held, until somebody releases it for a reason, which no edit undoes.
func TestSanctionsHold(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		names := "{\"list\":\"un\"}\nQDi.901\tDOE, Jane\n"
		if err := s.api.Store.MasterData.SetLoaded(t.Context(), masterdata.LoadedSanctions("un"), names); err != nil {
			t.Fatal(err)
		}
		s.clock.advance(2 * time.Second)
		o := exampleOrder()
		o.ConsigneeName = "Jane Doé"
		const message = "A person must look at this parcel before it leaves: " +
			"the list of sanctions un has this name in its entry QDi.901, as DOE, Jane."
		checked, err := s.sdk.ValidateOrders(t.Context(), []client.NewOrder{o})
		if err != nil || len(checked[0].Problems) != 0 || !slices.ContainsFunc(checked[0].Warnings, func(w client.Warning) bool {
			return w.RuleID == "sanctions" && w.Field == "consignee_name" && w.Message == message
		}) {
			t.Errorf("validated: %+v, %v", checked, err)
		}
		no := s.create(o).Orders[0].TrackingNo
		if h := s.detail(no).Hold; h == nil || h.Reason != message || h.RuleID != "sanctions" {
			t.Errorf("hold: %+v", h)
		}
		results, err := s.sdk.ReleaseOrders(t.Context(), []string{no}, "", false)
		if err != nil || results[0].Result != "refused" || results[0].Message != "State a reason: a list of sanctions has a name of this order." {
			t.Errorf("without a reason: %+v, %v", results, err)
		}
		if got := s.held(s.sdk.ReleaseOrders(t.Context(), []string{no}, "Born in another year", false)); got != "released" {
			t.Errorf("released: %s", got)
		}
		detail := s.detail(no)
		if f := detail.Changes[0].Fields; len(f) != 2 || f[1].Field != "release_reason" || string(f[1].To) != `"Born in another year"` {
			t.Errorf("changes: %+v", f)
		}
		detail, err = s.sdk.EditOrder(t.Context(), no, detail.Version(), map[string]any{"delivery_note": "Ring twice"})
		if err != nil || detail.Hold != nil {
			t.Errorf("after an edit: %+v, %v", detail.Hold, err)
		}
		other := s.create(exampleOrder()).Orders[0].TrackingNo
		_, err = s.sdk.EditOrder(t.Context(), other, client.AnyVersion, map[string]any{"consignee_name": "DOE, Jane"})
		if invalid, is := errors.AsType[*client.ValidationError](err); !is || !strings.Contains(invalid.Error(), "QDi.901") {
			t.Errorf("a listed name in an edit: %v", err)
		}
	})
}

// TestImportsHold: a row that a rule holds becomes a held order.
func TestImportsHold(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.setRules(perfumeRule)
		detail := s.imported(client.ImportRequest{
			File: bytes.Replace(importFile(t, 0, 1), []byte("Shirt"), []byte("Perfume"), 1),
		})
		if detail.Hold == nil || detail.Hold.RuleID != "perfume" {
			t.Errorf("hold: %+v", detail.Hold)
		}
	})
}
