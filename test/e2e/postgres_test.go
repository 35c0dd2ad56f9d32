package e2e_test

import (
	"net/http"
	"slices"
	"sync"
	"syscall"
	"testing"
)

// TestPostgresDown stops the database below a server and starts it again.
func TestPostgresDown(t *testing.T) {
	t.Parallel()
	db := startCluster(t)
	s := db.newServer()
	s.start()
	before := sent(t, s, "BEFORE")
	after := newRequest(t, "AFTER", shape{orders: 3, service: serviceInHouse, keyed: true})
	db.stop(s, syscall.SIGINT)

	for what, ask := range map[string]func() (response, error){
		"create": func() (response, error) { return s.post(after.body, after.key) },
		"view":   func() (response, error) { return s.get("/api/order/order/?secret_key=" + demoKey) },
		"replay": func() (response, error) { return s.post(before.body, before.key) },
		"readyz": func() (response, error) { return s.get("/readyz") },
	} {
		a, err := ask()
		expectUnavailable(t, what, a, err)
	}
	if a, err := s.get("/healthz"); err != nil || a.status != http.StatusOK {
		t.Errorf("healthz: status %d, %v", a.status, err)
	}

	db.start()
	s.awaitReady()
	if after.send(s) != accepted {
		t.Error("the request that was turned away is not accepted now")
	}
	audit(t, s, []*request{before, after})
}

// TestLongPostgresHangs freezes the database. Its connections stay open, so only a timeout shows it.
func TestLongPostgresHangs(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	db := startCluster(t)
	s := db.newServer()
	s.environ = quickPartners
	s.start()
	label := labelPath(t, s, sent(t, s, "BEFORE"))
	r := newRequest(t, "HANGS", shape{orders: 1, service: serviceInHouse, keyed: true})
	thaw := db.freeze()

	var asked sync.WaitGroup
	for what, ask := range map[string]func() (response, error){
		"create": func() (response, error) { return s.post(r.body, r.key) },
		"view":   func() (response, error) { return s.get("/api/order/order/?secret_key=" + demoKey) },
		"label":  func() (response, error) { return s.get(label) },
		"readyz": func() (response, error) { return s.get("/readyz") },
	} {
		asked.Go(func() {
			a, err := ask()
			expectUnavailable(t, what, a, err)
		})
	}
	asked.Wait()

	thaw()
	s.awaitReady()
	if r.send(s) != accepted {
		t.Error("the request that was turned away is not accepted now")
	}
}

// TestLongPostgresCrashesUnderLoad ends the database in the middle of commits. What was being committed may
// be stored or not; a repetition with the same key finds out.
func TestLongPostgresCrashesUnderLoad(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	db := startCluster(t)
	s := db.newServer()
	s.environ = quickPartners
	s.start()
	l := startLoad(s, "P", seeded(t), slices.Concat(inHouseShapes, partnerShapes))
	for round := range int64(3) {
		l.awaitResponses(30 * (round + 1))
		db.stop(s, syscall.SIGQUIT)
		db.start()
	}
	l.awaitResponses(120)
	l.finish()
	s.awaitSubmissions()
	partnerOrders := audit(t, s, l.requests)
	if code := s.stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	auditData(t, s)
	auditLedger(t, s, partnerOrders)
}
