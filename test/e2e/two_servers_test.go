package e2e_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"

	"waybill/internal/store/storetest"
)

// startTwo starts two servers on one PostgreSQL with one simulated partner.
func startTwo(t *testing.T) [2]*server {
	t.Helper()
	databaseURL, folder := storetest.Postgres(t), t.TempDir()
	var two [2]*server
	for i := range two {
		two[i] = newServer(t, databaseURL, folder, quickPartners...)
		two[i].start()
	}
	return two
}

// TestTwoServersOneKey sends each request to both servers at once. The slower one may respond that the request
// is running at the other; after that both give the same response.
func TestTwoServersOneKey(t *testing.T) {
	t.Parallel()
	two := startTwo(t)
	shapes := []shape{
		{orders: 3, service: serviceInHouse, keyed: true},
		{orders: 1, service: serviceInHouse, keyed: true, ownNumber: true},
		{orders: 2, service: serviceInHouse, keyed: true, blocking: true},
		{orders: 2, service: servicePartner, keyed: true, blocking: true},
	}
	var requests []*request
	n := 40
	if testing.Short() {
		n = 3 * len(shapes)
	}
	for n := range n {
		r := newRequest(t, fmt.Sprintf("K%03d", n), shapes[n%len(shapes)])
		var first [2]response
		var both sync.WaitGroup
		for i, s := range two {
			both.Go(func() {
				var err error
				if first[i], err = s.post(r.body, r.key); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		winner := slices.IndexFunc(first[:], func(a response) bool {
			return a.status == http.StatusCreated && a.header.Get("Idempotency-Replayed") == ""
		})
		if winner < 0 {
			t.Fatalf("request %s: neither server created it: %d %s, %d %s", r.id, first[0].status, first[0].body, first[1].status, first[1].body)
		}
		if status := first[1-winner].status; status != http.StatusCreated && status != http.StatusConflict {
			t.Errorf("request %s: the other server says %d: %s", r.id, status, first[1-winner].body)
		}
		for _, s := range two {
			again, err := s.post(r.body, r.key)
			if err != nil || again.header.Get("Idempotency-Replayed") != "true" || !bytes.Equal(again.body, first[winner].body) {
				t.Errorf("request %s, repeated: status %d, %s, %v; want %s", r.id, again.status, again.body, err, first[winner].body)
			}
		}
		var err error
		if r.response, err = acknowledged(first[winner]); err != nil {
			t.Fatal(err)
		}
		requests = append(requests, r)
	}
	partnerOrders := audit(t, two[0], requests)
	for _, s := range two {
		if code := s.stop(); code != 0 {
			t.Errorf("exit code %d", code)
		}
	}
	auditData(t, two[0])
	auditLedger(t, two[0], partnerOrders)
}

// TestLongTwoServersOneDies kills one of two servers under load. When its leases end, the other takes over its
// submissions.
func TestLongTwoServersOneDies(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	two := startTwo(t)
	rng := seeded(t)
	shapes := slices.Concat(inHouseShapes, partnerShapes)
	heir, dying := startLoad(two[0], "H", rng, shapes), startLoad(two[1], "D", rng, shapes)
	dying.awaitResponses(30)
	heir.awaitResponses(30)
	dying.sendAndCatch(shape{orders: 4, service: servicePartner, script: "[timeout]"})
	two[1].kill()
	heir.awaitResponses(60)
	two[1].process.Store(two[0].process.Load()) // its clients use the other one
	heir.finish()
	dying.finish()
	two[0].awaitSubmissions()
	partnerOrders := audit(t, two[0], slices.Concat(heir.requests, dying.requests))
	if code := two[0].stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	auditData(t, two[0])
	auditLedger(t, two[0], partnerOrders)
}

// sendAndCatch sends a request for the simulated partner, and returns while all its orders are at the partner, without a response. A busy
// machine may come later.
func (l *load) sendAndCatch(sh shape) {
	l.s.t.Helper()
	r := newRequest(l.s.t, l.name+"caught", sh)
	l.add(r)
	l.workers.Go(func() { r.send(l.s) })
	db := l.s.openDatabase()
	l.s.eventually("the orders are at the partner", func() bool {
		return count(l.s.t, db, `SELECT count(*) FROM submissions s JOIN orders o ON o.account_id = s.account_id AND o.order_id = s.order_id
			WHERE s.state <> 'pending' AND o.shipper_order_id LIKE '%caught%'`) == sh.orders
	})
}
