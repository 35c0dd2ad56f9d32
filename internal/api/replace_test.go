package api

import (
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"

	"waybill/client"
	"waybill/internal/shipment"
)

// replace replaces an order, and returns the number of the new one.
func (s *server) replace(trackingNo string, changes map[string]any) string {
	s.t.Helper()
	made, err := s.sdk.ReplaceOrder(s.t.Context(), trackingNo, "", changes)
	if err != nil {
		s.t.Fatal(err)
	}
	return made
}

// wantConflict wants a 409 with a text, and whether the caller is to come back.
func wantConflict(t *testing.T, err error, text string, later bool) {
	t.Helper()
	failed, ok := errors.AsType[*client.Error](err)
	if !ok || failed.StatusCode != http.StatusConflict || !strings.Contains(failed.Error(), text) || (failed.RetryAfter > 0) != later {
		t.Errorf("%+v, want a 409 with %q, again later: %v", err, text, later)
	}
}

func TestReplaceOrder(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		first := exampleOrder()
		first.ShipperOrderID, first.Metadata = "REF-1", map[string]string{"shop": "7", "gone": "x"}
		old := s.create(first).Orders[0].TrackingNo
		before := s.detail(old)
		if before.Replaces != "" || before.ReplacedBy != "" {
			t.Errorf("links of a new order: %q, %q", before.Replaces, before.ReplacedBy)
		}
		made := s.replace(old, map[string]any{"order_weight": "2.5", "metadata": map[string]any{"gone": nil}})
		after, replaced := s.detail(made), s.detail(old)
		if after.OrderWeight != "2.5" || len(after.Metadata) != 1 || after.ShipperOrderID != "REF-1" || after.OrderLabelURL == "" ||
			after.ConsigneeName != before.ConsigneeName || len(after.Items) != len(before.Items) || after.Version() != 0 {
			t.Errorf("replacement: %+v", after)
		}
		if after.Replaces != old || after.ReplacedBy != "" || replaced.ReplacedBy != made || replaced.Replaces != "" ||
			replaced.TrackerStatusCode != "CANCELLED" {
			t.Errorf("links: %+v, %+v", after.Replaces, replaced.ReplacedBy)
		}
		_, err := s.sdk.ReplaceOrder(t.Context(), old, "", nil)
		wantConflict(t, err, "Order "+made+" replaces this order already.", false)

		// Another country, which the number names, and a number of the shipper.
		items := []map[string]any{{"item_desc": "Cap", "item_quantity": 1, "item_price_value": "2.50", "item_price_currency": "MYR"}}
		abroad := s.replace(made, map[string]any{
			"consignee_country": "MY", "consignee_number": "+60312345678", "service_id": 3, "items": items,
		})
		if !strings.HasSuffix(abroad, "MY") {
			t.Errorf("the number of an order to Malaysia is %s", abroad)
		}
		if own := s.replace(abroad, map[string]any{"tracking_no": "OWN-REPLACED-1"}); own != "OWN-REPLACED-1" {
			t.Errorf("number %s", own)
		}
	})
}

func TestReplaceOrderRefuses(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		no, late := s.create(exampleOrder()).Orders[0].TrackingNo, s.create(exampleOrder()).Orders[0].TrackingNo
		path := func(no string) string { return "/api/order/order/" + no + "/replace/" }
		for _, c := range []struct {
			path, body string
			status     int
			want       string
		}{
			{path(no), `{"order_weight":"heavy","colour":1}`, 400, `{"colour":["An order has no such field."]}`},
			{path(no), `{"order_weight":"heavy"}`, 400, `{"order_weight":["A valid number is required."]}`},
			{path(no), `{"tracking_no":"` + late + `"}`, 400, `{"tracking_no":["`},
			{path(no), `{"items":[]}`, 400, `{"items":`},
			{path(no), `[]`, 400, "Send the fields that change as a JSON object."},
			{path(no), `{`, 400, "JSON parse error"},
			{path("UNKNOWN-1"), `{}`, 404, "Not found."},
		} {
			got, text := s.send("POST", c.path, c.body, "Authorization", "Bearer "+testKey)
			if got.StatusCode != c.status || !strings.Contains(text, c.want) {
				t.Errorf("%s: %d %s", c.body, got.StatusCode, text)
			}
		}
		if o := s.order(no); o.TrackerStatusCode != "ORDER_CREATED" || o.OrderLabelURL == "" {
			t.Errorf("after what was refused the order is %s", o.TrackerStatusCode)
		}
		_, err := s.client(s.newKey("Other")).ReplaceOrder(t.Context(), no, "", nil)
		if !errors.Is(err, client.ErrNotFound) {
			t.Errorf("of another account: %v", err)
		}
		s.report(late, shipment.PickedUp, 0)
		_, err = s.sdk.ReplaceOrder(t.Context(), late, "", nil)
		wantConflict(t, err, "The parcel was picked up, so the order cannot be cancelled.", false)
	})
}

// TestReplaceAsksThePartner: nothing is created before the partner has agreed, and nothing if it does not.
func TestReplaceAsksThePartner(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.create(partnerOrder(""), partnerOrder("[keep]"), partnerOrder("[fail]"))
		given, kept, refused := created.Orders[0].TrackingNo, created.Orders[1].TrackingNo, created.Orders[2].TrackingNo
		s.eventually("the partner answers", func() bool {
			return s.order(given).StatusCode == "SUBMITTED" && s.order(kept).StatusCode == "SUBMITTED" &&
				s.order(refused).StatusCode == "SUBMISSION_FAILED"
		})
		for _, no := range []string{given, kept} {
			_, err := s.sdk.ReplaceOrder(t.Context(), no, "key-"+no, map[string]any{"order_weight": 2})
			wantConflict(t, err, "Nothing is created yet: send the request again when the order is cancelled.", true)
			if by := s.detail(no).ReplacedBy; by != "" {
				t.Errorf("%s is replaced by %s", no, by)
			}
		}
		s.eventually("the partner gives one back and keeps the other", func() bool {
			return strings.Join(s.cancel(given, kept), " ") == "cancelled refused"
		})
		made, err := s.sdk.ReplaceOrder(t.Context(), given, "key-"+given, map[string]any{"order_weight": 2})
		if err != nil {
			t.Fatal(err)
		}
		if again, err := s.sdk.ReplaceOrder(t.Context(), given, "key-"+given, map[string]any{"order_weight": 2}); err != nil || again != made {
			t.Errorf("with the same key: %s, %v", again, err)
		}
		_, err = s.sdk.ReplaceOrder(t.Context(), given, "key-"+given, map[string]any{"order_weight": 3})
		if failed, ok := errors.AsType[*client.Error](err); !ok || failed.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("another request with the same key: %v", err)
		}
		_, err = s.sdk.ReplaceOrder(t.Context(), kept, "", nil)
		wantConflict(t, err, "on its way", false)
		s.eventually("the partner has the replacement", func() bool { return s.order(made).StatusCode == "SUBMITTED" })
		if no := s.replace(refused, map[string]any{"consignee_name": "Susan"}); s.detail(no).Replaces != refused {
			t.Errorf("%s does not replace the order that the partner refused", no)
		}
	})
}

// TestReplacesAtOnce: of requests at the same time one creates an order.
func TestReplacesAtOnce(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		old := s.create(partnerOrder("")).Orders[0].TrackingNo
		made, failed := make([]string, 6), make([]error, 6)
		s.eventually("it is replaced", func() bool {
			var all sync.WaitGroup
			for i := range made {
				all.Go(func() {
					no, err := s.sdk.ReplaceOrder(t.Context(), old, "", nil)
					made[i] += no
					failed[i] = err
				})
			}
			all.Wait()
			return s.detail(old).ReplacedBy != ""
		})
		by := s.detail(old).ReplacedBy
		if got := strings.Join(made, ""); got != by {
			t.Errorf("created %s, and replaced by %s: %v", got, by, failed)
		}
		if o := s.order(old); o.TrackerStatusCode != "CANCELLED" {
			t.Errorf("the replaced order is %s", o.TrackerStatusCode)
		}
	})
}
