package api

import (
	"net/http"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
)

// TestCancelTries: with dry_run the results are those of the request, and nothing is changed or asked.
func TestCancelTries(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.create(exampleOrder(), exampleOrder(), exampleOrder(), partnerOrder(""), partnerOrder("[keep]"))
		numbers := make([]string, 0, 6)
		for _, o := range created.Orders {
			numbers = append(numbers, o.TrackingNo)
		}
		house, late, before, given := numbers[0], numbers[1], numbers[2], numbers[3]
		numbers = append(numbers, "UNKNOWN-1")
		s.report(late, shipment.PickedUp, 0)
		s.cancel(before)
		s.eventually("the partner has the orders", func() bool {
			return s.order(given).StatusCode == "SUBMITTED" && s.order(numbers[4]).StatusCode == "SUBMITTED"
		})
		audited := func() int {
			entries, _, err := s.api.Store.Audit.List(t.Context(), audit.Filter{}, "", 100)
			if err != nil {
				t.Fatal(err)
			}
			return len(entries)
		}
		entries := audited()
		for range 2 {
			tried, err := s.sdk.TryCancelOrders(t.Context(), numbers)
			if err != nil {
				t.Fatal(err)
			}
			var said []string
			for _, o := range tried {
				said = append(said, string(o.Result)+": "+o.Message)
			}
			want := []string{
				"cancelled: The order would be cancelled.", "refused: The parcel was picked up, so the order cannot be cancelled.",
				"cancelled: The order is cancelled.", "cancelling: The partner would be asked to give the order back.",
				"cancelling: The partner would be asked to give the order back.", "not_found: Not found.",
			}
			if strings.Join(said, "\n") != strings.Join(want, "\n") {
				t.Errorf("%s", strings.Join(said, "\n"))
			}
		}
		for _, no := range []string{house, given} {
			if o := s.order(no); o.StatusCode != "SUBMITTED" || o.OrderLabelURL == "" {
				t.Errorf("after a dry run: %+v", o)
			}
		}
		if got := audited(); got != entries {
			t.Errorf("%d entries in the audit log, before %d", got, entries)
		}
		body := `{"tracking_nos":["` + house + `"],"dry_run":`
		for value, want := range map[string]int{`"maybe"`: 400, `[]`: 400, `null`: 200, `"true"`: 200} {
			got, text := s.send("POST", cancelPath, body+value+"}", "Authorization", "Bearer "+testKey, "Content-Type", "application/json")
			if got.StatusCode != want || want == http.StatusBadRequest && !strings.HasPrefix(text, `{"dry_run":[`) {
				t.Errorf("dry_run %s: %d %s", value, got.StatusCode, text)
			}
		}
		if got := strings.Join(s.cancel(house, given), " "); got != string(client.CancelDone)+" "+string(client.CancelPending) {
			t.Errorf("cancelled then: %s", got)
		}
	})
}
