package e2e_test

import (
	"testing"
	"time"

	"waybill/client"
	"waybill/test/harness"
)

// handoverParcels is how many parcels the hand-over list of the test has.
const handoverParcels = 10_000

// TestLongHandoverKilled kills the server while it carries the close of a list of 10,000 parcels to them: each becomes picked up
// once. It logs how long the close takes from the last start on.
func TestLongHandoverKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	onEngines(t, func(t *testing.T, s *server) {
		s.start()
		orders := make([]client.NewOrder, 1000)
		for i := range orders {
			orders[i] = harness.NewOrder(serviceInHouse)
		}
		for range handoverParcels / len(orders) {
			if _, err := s.sdk().CreateOrders(t.Context(), client.CreateRequest{Orders: orders}); err != nil {
				t.Fatal(err)
			}
		}
		db := s.openDatabase()
		for _, statement := range []string{
			`INSERT INTO handover_parcels (account_id, order_id, handover_id, tracking_no, weight, scanned_on, scanned_by, scan, carried)
				SELECT account_id, order_id, 1, tracking_no, 100, 1, 'ann', '', 0 FROM orders WHERE account_id = 1`,
			`INSERT INTO handovers (account_id, handover_id, service_id, place, state, opened_on, opened_by, reason, closed_on, closed_by, given_by,
				taken_by, signature, parcels, weight) VALUES (1, 1, 1, 'Dock', 'closing', 1, 'ann', '', 1, 'ann', 'Ann', 'Joko', '', 10000, 1000000)`,
		} {
			if _, err := db.ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		carried := func() int { return count(t, db, `SELECT count(*) FROM handover_parcels WHERE carried = 1`) }
		for kill := range 3 {
			s.eventually("parcels are picked up", func() bool { return carried() > kill*handoverParcels/5 })
			s.kill()
			s.start()
		}
		left, start := handoverParcels-carried(), time.Now()
		s.eventually("the list is closed", func() bool { return count(t, db, `SELECT count(*) FROM handovers WHERE state = 'closed'`) == 1 })
		t.Logf("%d parcels were carried in %v", left, time.Since(start).Round(100*time.Millisecond))
		for what, query := range map[string]string{
			"parcels that are carried":  `SELECT count(*) FROM handover_parcels WHERE carried = 1`,
			"orders that are picked up": `SELECT count(*) FROM orders WHERE tracker_status = 'PICKED_UP'`,
			"updates":                   `SELECT count(*) FROM tracking_events WHERE status = 'PICKED_UP'`,
			"orders with updates":       `SELECT count(DISTINCT order_id) FROM tracking_events WHERE status = 'PICKED_UP'`,
		} {
			if n := count(t, db, query); n != handoverParcels {
				t.Errorf("%s: %d, want %d", what, n, handoverParcels)
			}
		}
	})
}
