package e2e_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"testing"

	"waybill/client"
	"waybill/test/harness"
)

// TestConsignmentKilled kills the server while it carries the departure of a flight with bags of several shippers, some of which were left
// behind for the next flight: each parcel gets the event of its own flight once. One kill, or ten with the long tests.
func TestConsignmentKilled(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, s *server) {
		const shippers, bags, left, each = 5, 20, 5, 200
		kills := 1
		if !testing.Short() {
			kills = 10
		}
		s.start()
		db := s.openDatabase()
		s.mustWaybill("account", "update", "1", "--operator")
		key := s.secretOf("1", "--scopes", "floor:read,floor:write,tracking:write,administration")
		operator := s.asOperator(key)
		hub := result[client.Hub](t)(operator.CreateHub(t.Context(), client.NewHub{Name: "Tuas", Country: "SG", Timezone: "Asia/Singapore"}))
		var numbers []string
		for i := range shippers {
			var account struct {
				ID int64 `json:"account_id"`
			}
			if err := json.Unmarshal(s.mustWaybill("account", "create", "--json", fmt.Sprint("shipper ", i)), &account); err != nil {
				t.Fatal(err)
			}
			orders := make([]client.NewOrder, each)
			for j := range orders {
				orders[j] = harness.NewOrder(serviceInHouse)
			}
			made, err := s.sdkWith(s.secretOf(strconv.FormatInt(account.ID, 10))).CreateOrders(t.Context(), client.CreateRequest{Orders: orders})
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range made.Orders {
				numbers = append(numbers, o.TrackingNo)
			}
		}
		var names []string
		for i := range bags {
			bag := result[client.Bag](t)(operator.OpenBag(t.Context(), client.NewBag{HubID: hub.HubID}))
			for j := i; j < len(numbers); j += bags {
				if scan, err := operator.AddToBag(t.Context(), bag.BagID, numbers[j], "s"); err != nil || scan.Result != "added" {
					t.Fatalf("%+v, %v", scan, err)
				}
			}
			result[client.Bag](t)(operator.CloseBag(t.Context(), bag.BagID))
			names = append(names, bag.Number)
		}
		c := result[client.Consignment](t)(operator.OpenConsignment(t.Context(), client.NewConsignment{
			Destination: "Indonesia", Awb: "61812345675",
		}))
		for leg, on := range [][]string{names[left:], names[:left]} {
			result[client.Consignment](t)(operator.AddLeg(t.Context(), c.ConsignmentID, client.NewLeg{
				Flight: fmt.Sprint("SQ", leg), From: "SIN", FromCountry: "SG", To: "CGK", ToCountry: "ID",
			}))
			result[client.Consignment](t)(operator.PutBags(t.Context(), c.ConsignmentID, client.BagsMove{LegNo: int64(leg + 1), Bags: on}))
		}
		moved := client.LegMove{Reason: "Cleared by phone"}
		carried := func() bool {
			for e, err := range s.asOperator(key).ConsignmentEvents(t.Context(), c.ConsignmentID) {
				if err != nil || !e.Carried {
					return false
				}
			}
			return true
		}
		for leg := range int64(2) {
			for kill := range kills {
				operator := s.asOperator(key)
				s.killDuring(func() { _, _ = operator.DepartLeg(t.Context(), c.ConsignmentID, leg+1, moved) }, 20*kill)
			}
			result[client.Consignment](t)(s.asOperator(key).DepartLeg(t.Context(), c.ConsignmentID, leg+1, moved))
		}
		s.eventually("the events are carried", carried)
		for what, query := range map[string]string{
			"events":                    `SELECT count(*) FROM tracking_events WHERE source = 'consignment'`,
			"parcels with one":          `SELECT count(DISTINCT order_id) FROM tracking_events WHERE source = 'consignment'`,
			"parcels across the border": `SELECT count(*) FROM orders WHERE tracker_status = 'CROSS_BORDER_TRANSIT'`,
			"events of their own flight": `SELECT count(*) FROM tracking_events e JOIN bag_parcels p ON p.account_id = e.account_id
				AND p.order_id = e.order_id JOIN leg_bags l ON l.bag_id = p.bag_id
				WHERE e.source_event_id = 'CN-00001-leg-' || l.leg_no || '-departed'`,
		} {
			if n := count(t, db, query); n != len(numbers) {
				t.Errorf("%s: %d, want %d", what, n, len(numbers))
			}
		}
	})
}

// result returns the result of a call that must not fail.
func result[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}
