package api

import (
	"crypto/rand"
	"net/http"
	"strings"
	"testing"
	"time"

	"waybill/internal/api/shell"
)

// TestPartnersHaveARate: the events of a partner are limited, not those of others who name it.
func TestPartnersHaveARate(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.clock.stop()
		s.api.PartnerLimit = shell.RateLimit{PerSecond: 10, Burst: 50}
		no, key := s.orderOfAcme()
		event := `{"type":"tracking","tracking_no":"` + no + `","status":"PICKED_UP"}`
		body := `{"events":[` + strings.Repeat(event+",", 24) + event + `]}`
		send := func() int {
			status, _ := s.callBack(key, acmePath, rand.Text(), body, s.clock.now())
			return status
		}
		for range 60 { // a message that is not the partner's does not count
			if status, _ := s.callBack(key, "/api/partner/other/events/", rand.Text(), body, s.clock.now()); status != http.StatusUnauthorized {
				t.Fatalf("another partner: %d", status)
			}
		}
		for i, want := range []int{http.StatusOK, http.StatusOK, http.StatusTooManyRequests} {
			if status := send(); status != want {
				t.Errorf("message %d: %d, want %d", i, status, want)
			}
		}
		s.clock.advance(3 * time.Second)
		if status := send(); status != http.StatusOK {
			t.Errorf("three seconds later: %d", status)
		}
	})
}

// TestReadinessNoticesTheClock: a server whose clock is behind stored times says so, and serves.
func TestReadinessNoticesTheClock(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.clock.stop()
		s.create(exampleOrder())
		if res, text := s.send("GET", "/readyz", ""); res.StatusCode != http.StatusOK || text != `{"status":"ready"}` {
			t.Errorf("%d %s", res.StatusCode, text)
		}
		s.clock.advance(-time.Hour)
		res, text := s.send("GET", "/readyz", "")
		if res.StatusCode != http.StatusOK || text != `{"status":"ready","warning":"the clock of this server is 1h0m0s behind stored times"}` {
			t.Errorf("%d %s", res.StatusCode, text)
		}
	})
}
