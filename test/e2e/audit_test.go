package e2e_test

import (
	"cmp"
	"database/sql"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"waybill/client"
	"waybill/test/database"
	"waybill/test/harness"
)

// audit compares the orders of a server with all requests that were sent to it. Every acknowledged request is
// there once and complete, every other one once and complete or not at all, and there are no other orders.
// It returns the orders of the simulated partner.
func audit(t *testing.T, s *server, requests []*request) (partnerOrders []client.Order) {
	t.Helper()
	sdk := s.sdk()
	batches, trackingNos := make(map[string][]client.Order), make(map[string]bool)
	for o, err := range sdk.AllOrders(t.Context(), client.Filter{WithItems: true}) {
		if err != nil {
			t.Fatal(err)
		}
		batches[o.UploadBatchNo] = append(batches[o.UploadBatchNo], o)
		if trackingNos[o.TrackingNo] {
			t.Errorf("tracking number %s is there twice", o.TrackingNo)
		}
		trackingNos[o.TrackingNo] = true
		if o.ServiceID == servicePartner {
			partnerOrders = append(partnerOrders, o)
		}
	}
	page, err := sdk.Orders(t.Context(), client.Filter{})
	if err != nil || page.Count != int64(len(trackingNos)) {
		t.Errorf("the view counts %d orders, there are %d (%v)", page.Count, len(trackingNos), err)
	}

	byID := make(map[string]*request, len(requests))
	for _, r := range requests {
		byID[r.id] = r
	}
	seen := make(map[string]string) // batch by request
	for batchNo, orders := range batches {
		slices.SortFunc(orders, func(a, b client.Order) int { return cmp.Compare(a.OrderID, b.OrderID) })
		id, _, _ := strings.Cut(orders[0].ShipperOrderID, "/")
		r := byID[id]
		switch {
		case r == nil:
			t.Errorf("batch %s holds order %q, which was never sent", batchNo, orders[0].ShipperOrderID)
			continue
		case seen[id] != "":
			t.Errorf("request %s made two batches: %s and %s", id, seen[id], batchNo)
		case r.response != nil && r.response.batchNo != batchNo:
			t.Errorf("request %s was answered with batch %s, but made %s", id, r.response.batchNo, batchNo)
		}
		seen[id] = batchNo
		auditBatch(t, r, orders)
	}
	for _, r := range requests {
		if r.response != nil && seen[r.id] == "" {
			t.Errorf("request %s was acknowledged with batch %s, which is lost", r.id, r.response.batchNo)
		}
	}
	t.Logf("%d orders in %d batches", len(trackingNos), len(batches))
	return partnerOrders
}

// auditBatch compares the orders of a batch with what was sent.
func auditBatch(t *testing.T, r *request, orders []client.Order) {
	t.Helper()
	if len(orders) != len(r.orders) {
		t.Errorf("request %s: %d orders of %d are there", r.id, len(orders), len(r.orders))
		return
	}
	for i, o := range orders {
		sent := r.orders[i]
		if o.ShipperOrderID != sent.ShipperOrderID || o.ConsigneeName != sent.ConsigneeName || !slices.Equal(o.Items, sent.Items) {
			t.Errorf("request %s: order %d is not as it was sent: %+v", r.id, i, o)
		}
		if sent.TrackingNo != "" && o.TrackingNo != sent.TrackingNo {
			t.Errorf("request %s: order %d was sent with tracking number %s and has %s", r.id, i, sent.TrackingNo, o.TrackingNo)
		}
		if r.response != nil && o.TrackingNo != r.response.trackingNos[i] {
			t.Errorf("request %s: order %d was answered as %s and is %s", r.id, i, r.response.trackingNos[i], o.TrackingNo)
		}
	}
}

// auditLedger compares the simulated partner's ledger with the orders that it should have: each accepted once,
// and each with its label.
func auditLedger(t *testing.T, s *server, orders []client.Order) {
	t.Helper()
	accepted, err := harness.Acceptances(t.Context(), filepath.Join(s.folder, "simulated-courier.db"))
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range orders {
		if n := accepted[o.TrackingNo]; n != 1 {
			t.Errorf("the partner accepted %s %d times", o.TrackingNo, n)
		}
		if o.OrderLabelURL == "" || o.HAWBNo == "" {
			t.Errorf("order %s has label %q and HAWB number %q", o.TrackingNo, o.OrderLabelURL, o.HAWBNo)
		}
	}
	if len(accepted) != len(orders) {
		t.Errorf("the partner accepted %d orders, there are %d", len(accepted), len(orders))
	}
	t.Logf("%d orders of the partner", len(orders))
}

// invariants count the rows that a partly stored batch would leave; each must be 0.
var invariants = map[string]string{
	"batches without all their orders": `SELECT count(*) FROM (SELECT upload_batch_no FROM orders GROUP BY account_id, upload_batch_no
		HAVING count(*) <> max(batch_size) OR count(*) <> min(batch_size) OR count(*) <> max(order_id) - min(order_id) + 1) AS broken`,
	"orders without items":           `SELECT count(*) FROM orders WHERE json_array_length(items) = 0`,
	"tracking numbers of two orders": `SELECT count(*) - count(DISTINCT tracking_no) FROM orders`,
	"client-supplied tracking numbers without their order": `SELECT count(*) FROM tracking_numbers n WHERE NOT EXISTS
		(SELECT 1 FROM orders o WHERE o.order_id = n.order_id AND o.tracking_no = n.tracking_no)`,
	"orders that the counters miss": `SELECT CAST(sum(orders) AS BIGINT) - (SELECT count(*) FROM orders) FROM order_counts`,
	"partner orders without a submission": `SELECT count(*) FROM orders o WHERE service_id = 5 AND NOT EXISTS
		(SELECT 1 FROM submissions s WHERE s.account_id = o.account_id AND s.order_id = o.order_id)`,
	"submissions without a partner order": `SELECT count(*) FROM submissions s WHERE NOT EXISTS
		(SELECT 1 FROM orders o WHERE o.account_id = s.account_id AND o.order_id = s.order_id AND service_id = 5)`,
	"idempotent responses of creates without a batch": `SELECT count(*) FROM idempotent_responses
		WHERE upload_batch_no <> '' AND upload_batch_no NOT IN (SELECT upload_batch_no FROM orders)`,
}

// auditData checks the tables for rows that the API does not show.
func auditData(t *testing.T, s *server) {
	t.Helper()
	db := s.openDatabase()
	for what, query := range invariants {
		if n := count(t, db, query); n != 0 {
			t.Errorf("%s: %d", what, n)
		}
	}
}

// openDatabase opens the server's database until the test ends.
func (s *server) openDatabase() *sql.DB {
	s.t.Helper()
	return database.Open(s.t, cmp.Or(s.databaseURL, "sqlite:"+filepath.Join(s.folder, "waybill.db")))
}

func count(t *testing.T, db *sql.DB, query string) (n int) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), query).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

// awaitSubmissions waits until no submission is open. It removes the waits between attempts, which grow to
// minutes, but not the leases.
func (s *server) awaitSubmissions() {
	s.t.Helper()
	db := s.openDatabase()
	s.eventually("every order of the partner is submitted", func() bool {
		if _, err := db.ExecContext(s.t.Context(), `UPDATE submissions SET due_on = 1 WHERE lease_owner = '' AND due_on > 1`); err != nil {
			s.t.Fatal(err)
		}
		return count(s.t, db, `SELECT count(*) FROM submissions WHERE state IN ('pending', 'submitted', 'unknown')`) == 0
	})
}
