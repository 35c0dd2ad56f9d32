package api

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/shipment"
)

// edited changes an order, and returns it as it is then.
func (s *server) edited(trackingNo string, changes map[string]any) client.OrderDetail {
	s.t.Helper()
	detail, err := s.sdk.EditOrder(s.t.Context(), trackingNo, client.AnyVersion, changes)
	if err != nil {
		s.t.Fatal(err)
	}
	return detail
}

// patch sends a change as it is, and returns the status with the response.
func (s *server) patch(trackingNo, body string, header ...string) (status int, text string) {
	s.t.Helper()
	header = append([]string{"Authorization", "Bearer " + testKey, "Content-Type", "application/json"}, header...)
	got, text := s.send(http.MethodPatch, "/api/order/order/"+trackingNo+"/", body, header...)
	return got.StatusCode, text
}

func TestEditOrder(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		no := s.create(exampleOrder()).Orders[0].TrackingNo
		before := s.detail(no)
		after := s.edited(no, map[string]any{
			"consignee_city": "Bandung", "order_weight": "2.5", "metadata": map[string]any{"shop": "7", "gone": "x"}, "delivery_note": "Ring",
		})
		if after.ConsigneeCity != "Bandung" || after.OrderWeight != "2.5" || after.Metadata["shop"] != "7" || !after.LabelStale {
			t.Errorf("after the change: %+v", after)
		}
		if after.ConsigneeName != before.ConsigneeName || after.OrderLabelURL != before.OrderLabelURL || len(after.Items) != len(before.Items) {
			t.Errorf("what should stay: %+v", after)
		}
		c := after.Changes[0]
		if after.Version() != 1 || c.ActorKind != "key" || c.Fields[0].Field != "order_weight" || string(c.Fields[0].To) != "2.5" {
			t.Errorf("change: %+v", c)
		}
		if _, err := s.sdk.MarkPrinted(t.Context(), []string{no}); err != nil {
			t.Fatal(err)
		}
		after = s.edited(no, map[string]any{"metadata": map[string]any{"gone": nil, "new": "1"}})
		if len(after.Metadata) != 2 || after.Metadata["new"] != "1" || after.LabelStale || after.Version() != 2 {
			t.Errorf("after a change that is not printed: %+v", after)
		}
		if same := s.edited(no, map[string]any{"consignee_city": "Bandung"}); same.Version() != 2 {
			t.Errorf("version %d after a change of nothing", same.Version())
		}
		after = s.edited(no, map[string]any{"delivery_note": nil, "items": []map[string]any{
			{"item_desc": "Cap", "item_quantity": 1, "item_price_value": "2.50", "item_price_currency": "IDR", "item_hs_code": "6505.00"},
		}})
		if len(after.Items) != 1 || after.Items[0].HSCode != "650500" || after.DeliveryNote != "" || !after.LabelStale {
			t.Errorf("items: %+v, note %q, stale %v", after.Items, after.DeliveryNote, after.LabelStale)
		}
	})
}

func TestEditOrderRefuses(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		no := s.create(exampleOrder()).Orders[0].TrackingNo
		for _, c := range []struct {
			body, header string
			status       int
			want         string
		}{
			{`{"tracking_no":"X-123456"}`, "", 400, `{"tracking_no":["This field cannot be changed. Cancel and replace the order."]}`},
			{`{"colour":1}`, "", 400, `{"colour":["An order has no such field."]}`},
			{`{"consignee_nmae":1}`, "", 400, `{"consignee_nmae":["An order has no such field. Did you mean consignee_name?"]}`},
			{`{"tax_ids":[{"typ":"VAT"}]}`, "", 400, `{"tax_ids":[{"typ":["Unknown field. Did you mean type?"]}]}`},
			{`{"items":[{},{"item_qantity":2}]}`, "", 400, `{"items":[{},{"item_qantity":["Unknown field. Did you mean item_quantity?"]}]}`},
			{`{"order_weight":"heavy","consignee_name":null}`, "", 400, `"order_weight":["A valid number is required."]`},
			{`{"consignee_country":"Malaysia"}`, "", 400, `{"consignee_country":["The tracking number names the country.`},
			{`{"items":[{}]}`, "", 400, `{"items":[{"item_desc":["This field is required."]`},
			{`{"service_id":5}`, "", 400, `"service_id":["One of the two services is fulfilled by a partner`},
			{`[]`, "", 400, "Send the fields that change as a JSON object."},
			{`{`, "", 400, "JSON parse error"},
			{`{}`, `"7"`, 412, "If-Match is not its ETag"},
			{`{}`, `"7", "0"`, 200, `"tracking_no":"` + no},
			{`{}`, `W/"0"`, 200, `"tracking_no":"` + no},
			{`{"metadata":{"gone":null}}`, "", 200, `"tracking_no":"` + no},
			{`{}`, `*`, 200, `"tracking_no":"` + no},
		} {
			status, text := s.patch(no, c.body, "If-Match", c.header)
			if status != c.status || !strings.Contains(text, c.want) {
				t.Errorf("%s: %d %s", c.body, status, text)
			}
		}
		if status, _ := s.patch("UNKNOWN-1", `{}`); status != 404 {
			t.Errorf("unknown: %d", status)
		}
		_, err := s.client(s.newKey("Other")).EditOrder(t.Context(), no, client.AnyVersion, map[string]any{"delivery_note": "x"})
		if !errors.Is(err, client.ErrNotFound) {
			t.Errorf("of another account: %v", err)
		}
		s.edited(no, map[string]any{"delivery_note": "first"})
		_, err = s.sdk.EditOrder(t.Context(), no, 0, map[string]any{"delivery_note": "second"})
		if failed, ok := errors.AsType[*client.Error](err); !ok || failed.StatusCode != http.StatusPreconditionFailed {
			t.Errorf("of an old version: %v", err)
		}
		s.report(no, shipment.PickedUp, 0)
		if status, text := s.patch(no, `{"delivery_note":"x"}`); status != 409 || !strings.Contains(text, "picked up") {
			t.Errorf("after the pickup: %d %s", status, text)
		}
	})
}

// TestEditOfAnOrderWithProblems: what was wrong before, in other fields, is a warning.
func TestEditOfAnOrderWithProblems(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		no := s.create(exampleOrder()).Orders[0].TrackingNo
		s.setRules(`{"id":"heavy","severity":"error","kind":"max_weight","kg":1}`,
			`{"id":"far","severity":"error","kind":"forbidden_words","field":"delivery_note","words":["roof"]}`)
		after := s.edited(no, map[string]any{"consignee_city": "Bandung"})
		isKnown := func(w client.Warning) bool { return w.RuleID == "validation" && w.Field == "order_weight" }
		if !slices.ContainsFunc(after.Warnings, isKnown) {
			t.Errorf("warnings: %+v", after.Warnings)
		}
		for _, body := range []string{`{"order_weight":11}`, `{"delivery_note":"On the roof"}`} {
			if status, text := s.patch(no, body); status != 400 {
				t.Errorf("%s: %d %s", body, status, text)
			}
		}
		if mended := s.edited(no, map[string]any{"order_weight": 1}); mended.OrderWeight != "1" {
			t.Errorf("mended: %+v", mended.OrderWeight)
		}
	})
}

// TestEditAfterARefusal: a partner that refused the order gets it as it is then, and the old data never.
func TestEditAfterARefusal(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		no := s.create(partnerOrder("[fail]")).Orders[0].TrackingNo
		s.eventually("the partner refuses", func() bool { return s.order(no).StatusCode == "SUBMISSION_FAILED" })
		after := s.edited(no, map[string]any{"consignee_name": "Susan"})
		if after.Changes[0].Refusal == "" {
			t.Errorf("change: %+v", after.Changes[0])
		}
		s.eventually("the partner accepts", func() bool { return s.order(no).StatusCode == "SUBMITTED" && s.order(no).HAWBNo != "" })
		if status, text := s.patch(no, `{"consignee_name":"Ann"}`); status != 409 || !strings.Contains(text, "The partner has the order") {
			t.Errorf("after the acceptance: %d %s", status, text)
		}
	})
}

func TestEditOfAReturn(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		no := s.create(exampleOrder()).Orders[0].TrackingNo
		back := s.sendBack(`{"service_type":"dropoff","forward_tracking_no":"` + no + `","consignee_email":"w@example.com"}`)
		after := s.edited(back.TrackingNo, map[string]any{"order_weight": "3", "pickup_contact_email": "new@example.com"})
		if after.OrderWeight != "3" || after.PickupContactEmail != "new@example.com" || after.ForwardTrackingNo != no {
			t.Errorf("return: %+v", after)
		}
		if status, text := s.patch(back.TrackingNo, `{"forward_tracking_no":null}`); status != 400 {
			t.Errorf("%d %s", status, text)
		}
	})
}

func TestEditOrders(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.create(exampleOrder(), exampleOrder(), exampleOrder()).Orders
		late := created[2].TrackingNo
		s.report(late, shipment.PickedUp, 0)
		numbers := []string{created[0].TrackingNo, "UNKNOWN-1", strings.ToLower(created[1].TrackingNo), late}
		results := func(changes map[string]any, dryRun bool) string {
			t.Helper()
			edited, err := s.sdk.EditOrders(t.Context(), numbers, changes, dryRun)
			if err != nil {
				t.Fatal(err)
			}
			var all []string
			for i, o := range edited {
				if o.TrackingNo != numbers[i] || o.Message == "" {
					t.Errorf("%+v", o)
				}
				all = append(all, o.Result)
			}
			return strings.Join(all, " ")
		}
		changes := map[string]any{"item_hs_code": "6109.10", "pickup_date": "2026-12-01"}
		for _, dryRun := range []bool{true, true, false} {
			if got := results(changes, dryRun); got != "changed not_found changed refused" {
				t.Errorf("dry run %t: %s", dryRun, got)
			}
			o := s.detail(numbers[0])
			if isNew := o.Items[0].HSCode == "610910" && o.PickupDate == "2026-12-01"; isNew == dryRun || (o.Version() != 0) == dryRun {
				t.Errorf("dry run %t: %+v", dryRun, o)
			}
		}
		if got := results(changes, false); got != "unchanged not_found unchanged refused" {
			t.Errorf("again: %s", got)
		}
		if got := results(map[string]any{"item_hs_code": "1", "tracking_no": "X"}, false); got != "refused not_found refused refused" {
			t.Errorf("invalid: %s", got)
		}
		got := results(map[string]any{"item_hs_code": nil}, false) // the last order has none
		if code := s.detail(numbers[0]).Items[0].HSCode; got != "changed not_found changed unchanged" || code != "" {
			t.Errorf("removed: %s, %s", got, code)
		}
		for _, body := range []string{
			`{}`, `{"tracking_nos":[],"changes":{}}`, `{"tracking_nos":["A"],"changes":[]}`, `{"tracking_nos":["A"],"changes":{},"dry_run":7}`,
		} {
			got, text := s.send(http.MethodPost, "/api/order/edit/", body, "Authorization", "Bearer "+testKey, "Content-Type", "application/json")
			if got.StatusCode != http.StatusBadRequest {
				t.Errorf("%s: %d %s", body, got.StatusCode, text)
			}
		}
	})
}
