package e2e_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// keyedShapes are repeated until they are answered.
func keyedShapes(shapes []shape) []shape {
	return slices.DeleteFunc(slices.Clone(shapes), func(sh shape) bool { return !sh.keyed })
}

// isUnready reports whether a server says that it does not take requests.
func (s *server) isUnready() bool {
	a, err := s.get("/readyz")
	return err == nil && a.status == http.StatusServiceUnavailable
}

// auditAll ends a load and compares its requests, and earlier ones,
// with the records of the new primary and the partner.
func (p pair) auditAll(l *load, earlier []*request) {
	p.t.Helper()
	l.finish()
	l.repeatAcknowledged(50, true)
	p.databaseURL = p.standby.URL
	p.awaitSubmissions()
	partnerOrders := audit(p.t, p.server, slices.Concat(l.requests, earlier))
	if code := p.stop(); code != 0 {
		p.t.Errorf("exit code %d", code)
	}
	auditData(p.t, p.server)
	auditLedger(p.t, p.server, partnerOrders)
}

// TestLongStandbyPaused pauses the synchronous standby under load. Creates hang then, and no order is
// acknowledged that the standby does not have: not after the server's timeout, not by a repetition, and not
// when an administrator cancels COMMITs. Then the primary is lost.
func TestLongStandbyPaused(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	p := startPair(t)
	p.start()
	other := newServer(t, p.databaseURL, p.folder, quickPartners...)
	other.start()
	rng, shapes := seeded(t), keyedShapes(slices.Concat(inHouseShapes, partnerShapes))
	before := startLoad(p.server, "B", rng, shapes)
	before.awaitResponses(60)
	before.finish()

	thaw := p.standby.freeze()
	hung := newRequest(t, "HUNG", shape{orders: 3, service: serviceInHouse, keyed: true})
	var answered sync.WaitGroup
	answered.Go(func() {
		a, err := p.post(hung.body, hung.key)
		expectUnavailable(t, "create", a, err)
		if !strings.Contains(string(a.body), "same Idempotency-Key") {
			t.Errorf("create: %s", a.body)
		}
	})
	p.eventually("a COMMIT waits for the standby", func() bool { return p.primary.count(waiting) > 0 })
	during := startLoad(p.server, "D", rng, shapes)
	answered.Wait()
	p.eventually("the server is not ready", p.isUnready)

	p.primary.exec(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`)
	p.eventually("the primary shows the orders", func() bool {
		return p.primary.count(`SELECT count(*) FROM orders WHERE shipper_order_id LIKE 'HUNG/%'`) == 3
	})
	a, err := p.post(hung.body, hung.key)
	expectUnavailable(t, "repeated create", a, err)
	a, err = other.post(hung.body, hung.key)
	expectUnavailable(t, "create repeated at the other server", a, err)
	if responses := during.responses.Load(); responses > 0 {
		t.Errorf("%d requests were acknowledged without the standby", responses)
	}

	p.primary.stop(p.server, syscall.SIGQUIT)
	thaw()
	p.standby.promote()
	p.awaitReady()
	other.awaitReady()
	during.awaitResponses(60)
	during.add(hung)
	if code := other.stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	p.auditAll(during, before.requests)
}

// waiting counts the COMMITs that wait for the standby.
const waiting = `SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`

// TestLongPrimaryFreezes freezes the primary under load. Once the standby is promoted the
// server uses it, and does not return to the old primary, which still runs.
func TestLongPrimaryFreezes(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	p := startPair(t)
	p.start()
	l := startLoad(p.server, "F", seeded(t), keyedShapes(slices.Concat(inHouseShapes, partnerShapes)))
	l.awaitResponses(60)
	thaw := p.primary.freeze()
	p.eventually("the server is not ready", p.isUnready)

	p.standby.promote()
	promoted := time.Now()
	first := newRequest(t, "FIRST", shape{orders: 1, service: serviceInHouse, keyed: true})
	l.add(first)
	p.eventually("a create is accepted", func() bool { return first.send(p.server) == accepted })
	t.Logf("a create was accepted %v after the standby was promoted", time.Since(promoted).Round(time.Millisecond))
	p.awaitReady()

	// The old primary goes on, now without a standby, and for a while the new one is away.
	thawed := time.Now().UTC().Format(time.RFC3339Nano)
	thaw()
	p.primary.exec(`ALTER SYSTEM RESET synchronous_standby_names`)
	p.primary.exec(`SELECT pg_reload_conf()`)
	p.eventually("what sessions were sent before it froze has ended", func() bool {
		return p.primary.count(`SELECT count(*) FROM pg_stat_activity
			WHERE backend_type = 'client backend' AND backend_start < '`+thawed+`'`) == 0
	})
	old := p.primary.count(`SELECT count(*) FROM orders`)
	p.standby.stop(p.server, syscall.SIGINT)
	p.eventually("the server is not ready", p.isUnready)
	a, err := p.post(newRequest(t, "AWAY", shape{orders: 1, service: serviceInHouse, keyed: true}).body, "key-AWAY")
	expectUnavailable(t, "create", a, err)
	p.standby.start()
	p.awaitReady()
	l.awaitResponses(150)
	if n := p.primary.count(`SELECT count(*) FROM orders`); n != old {
		t.Errorf("the old primary took %d orders after the standby was promoted", n-old)
	}
	p.auditAll(l, nil)
}
