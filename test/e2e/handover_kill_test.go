package e2e_test

import (
	"database/sql"
	"fmt"
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
		s.createMany(handoverParcels)
		db := s.openDatabase()
		closeHandover(t, db, 1, 0, handoverParcels)
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

// createMany creates orders in batches of 1000.
func (s *server) createMany(count int) {
	s.t.Helper()
	orders := make([]client.NewOrder, 1000)
	for i := range orders {
		orders[i] = harness.NewOrder(serviceInHouse)
	}
	for range count / len(orders) {
		if _, err := s.sdk().CreateOrders(s.t.Context(), client.CreateRequest{Orders: orders}); err != nil {
			s.t.Fatal(err)
		}
	}
}

// closeHandover puts the next parcels orders after some on a list and closes it. The server carries this to the parcels.
func closeHandover(t *testing.T, db *sql.DB, id, after, parcels int) {
	t.Helper()
	for _, statement := range []string{
		`INSERT INTO handover_parcels (account_id, order_id, handover_id, tracking_no, weight, scanned_on, scanned_by, scan, carried)
			SELECT account_id, order_id, %[1]d, tracking_no, 100, 1, 'ann', '', 0 FROM orders WHERE account_id = 1
			ORDER BY order_id LIMIT %[2]d OFFSET %[3]d`,
		`INSERT INTO handovers (account_id, handover_id, service_id, place, state, opened_on, opened_by, reason, closed_on, closed_by, given_by,
			taken_by, signature, parcels, weight)
			VALUES (1, %[1]d, 1, 'Dock', 'closing', 1, 'ann', '', 1, 'ann', 'Ann', 'Joko', '', %[2]d, 1000000)`,
	} {
		if _, err := db.ExecContext(t.Context(), fmt.Sprintf(statement, id, parcels, after)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLongCreatesDuringHandover creates orders in turn without and with lists of 700 parcels that close, and logs how many orders a
// second were created. Each create succeeds, and each list closes.
func TestLongCreatesDuringHandover(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	onEngines(t, func(t *testing.T, s *server) {
		s.start()
		const rounds, parcels, without, with = 2, 700, 0, 1
		s.createMany(rounds * parcels)
		db := s.openDatabase()
		var created [2]int
		var took [2]time.Duration
		create := func(phase int, more func() bool) {
			for start := time.Now(); more(); took[phase], start = took[phase]+time.Since(start), time.Now() {
				request := client.CreateRequest{Orders: []client.NewOrder{harness.NewOrder(serviceInHouse), harness.NewOrder(serviceInHouse)}}
				if _, err := s.sdk().CreateOrders(t.Context(), request); err != nil {
					t.Fatal(err)
				}
				created[phase] += len(request.Orders)
			}
		}
		for round := range rounds {
			closeHandover(t, db, round+1, round*parcels, parcels)
			batches := 0
			create(with, func() bool {
				batches++
				return count(t, db, `SELECT count(*) FROM handovers WHERE state = 'closing'`) > 0
			})
			create(without, func() bool {
				batches--
				return count(t, db, `SELECT count(*) FROM handovers WHERE state = 'closing'`) == 0 && batches > 0
			})
		}
		rate := func(phase int) float64 { return float64(created[phase]) / took[phase].Seconds() }
		t.Logf("orders a second: %.0f without a close, %.0f with one: %.2f", rate(without), rate(with), rate(with)/rate(without))
		if n := count(t, db, `SELECT count(*) FROM handovers WHERE state = 'closed'`); n != rounds {
			t.Errorf("%d lists are closed, want %d", n, rounds)
		}
	})
}
