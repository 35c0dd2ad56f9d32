package e2e_test

import (
	"strings"
	"testing"
)

// TestShutdownFinishes stops a server while the partner has orders: first of a blocking create, then of one
// that does not wait.
func TestShutdownFinishes(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, s *server) {
		db := s.openDatabase()
		requests := []*request{
			newRequest(t, "WAITING", shape{orders: 2, service: servicePartner, script: "[slow]", blocking: true}),
			newRequest(t, "BACKGROUND", shape{orders: 2, service: servicePartner, script: "[slow]"}),
		}
		for i, r := range requests {
			s.start()
			answered := make(chan outcome, 1)
			go func() { answered <- r.send(s) }()
			s.eventually("the orders are at the partner", func() bool { // or were, on a busy machine
				return count(t, db, `SELECT count(*) FROM submissions WHERE state IN ('submitted', 'confirmed')`) == r.shape.orders*(i+1)
			})
			if code := s.stop(); code != 0 {
				t.Errorf("exit code %d", code)
			}
			if <-answered != accepted || r.blocking && strings.Count(r.response.body, ".pdf") != 2 {
				t.Errorf("request %s was answered with %+v", r.id, r.response)
			}
			if n := count(t, db, `SELECT count(*) FROM submissions WHERE state = 'confirmed'`); n != 2*(i+1) {
				t.Errorf("request %s: %d orders were submitted before the end, want %d", r.id, n, 2*(i+1))
			}
		}
		auditData(t, s)
		s.start()
		auditLedger(t, s, audit(t, s, requests))
	})
}

// TestShutdownLosesNothing stops and starts a server again and again under load.
func TestShutdownLosesNothing(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, s *server) {
		s.start()
		l := startLoad(s, "S", seeded(t), inHouseShapes)
		rounds := int64(3)
		if testing.Short() {
			rounds = 2
		}
		for round := range rounds {
			l.awaitResponses(40 * (round + 1))
			if code := s.stop(); code != 0 {
				t.Errorf("exit code %d", code)
			}
			s.start()
		}
		l.finish()
		l.repeatAcknowledged(20, false)
		audit(t, s, l.requests)
		auditData(t, s)
	})
}

func TestSecondServerOnAFolderRefusesToStart(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	first, second := newServer(t, "", folder), newServer(t, "", folder)
	first.start()
	refused := second.launch()
	if greeting := refused.FirstLine(); greeting != "" {
		t.Fatalf("the second server says %q", greeting)
	}
	if code := refused.Wait(); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	if said := second.log.String(); !strings.Contains(said, "another waybill serves the data in "+folder) || strings.Count(said, "\n") != 1 {
		t.Errorf("the second server says: %s", said)
	}
	requests := []*request{sent(t, first, "FIRST")}

	first.kill() // a lock ends with its process, however it ends
	second.start()
	audit(t, second, append(requests, sent(t, second, "SECOND")))
}
