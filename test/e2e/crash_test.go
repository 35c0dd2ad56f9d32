package e2e_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"
)

// quickPartners keep the leases short that a killed server leaves behind.
var quickPartners = []string{"WAYBILL_PARTNER_TIMEOUT=1s", "WAYBILL_BLOCKING_BUDGET=2s"}

// inHouseShapes need no partner.
var inHouseShapes = []shape{
	{orders: 1, service: serviceInHouse},
	{orders: 1, service: serviceInHouse, keyed: true},
	{orders: 7, service: serviceInHouse, ownNumber: true},
	{orders: 5, service: serviceInHouse, ownNumber: true, keyed: true},
	{orders: 3, service: serviceInHouse, blocking: true},
	{orders: 40, service: serviceInHouse, keyed: true, blocking: true},
}

var partnerShapes = []shape{
	{orders: 2, service: servicePartner},
	{orders: 2, service: servicePartner, keyed: true, ownNumber: true},
	{orders: 2, service: servicePartner, blocking: true},
	{orders: 3, service: servicePartner, blocking: true, keyed: true},
}

// hardShapes are retried after seconds, so there is only one request of each.
var hardShapes = []shape{
	{orders: 4, service: servicePartner, script: "[flaky]"},
	{orders: 4, service: servicePartner, script: "[flaky]", blocking: true, keyed: true},
	{orders: 4, service: servicePartner, script: "[timeout]", keyed: true},
	{orders: 4, service: servicePartner, script: "[timeout]", blocking: true},
}

// TestKillUnderLoad kills the server again and again: at random moments and right after a response, while it
// serves and while it starts.
func TestKillUnderLoad(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, s *server) {
		s.environ = quickPartners
		shapes, kills := inHouseShapes, 3
		if !testing.Short() {
			shapes, kills = slices.Concat(inHouseShapes, inHouseShapes, partnerShapes), 14
		}
		rng := seeded(t)
		s.start()
		l := startLoad(s, "A", rng, shapes)
		if !testing.Short() {
			l.sendHard()
		}
		for kill := range kills {
			<-time.After(50*time.Millisecond + upTo(rng, time.Second))
			if kill%2 == 0 {
				l.awaitResponse() // an order acknowledged just now is the most likely to be lost
			}
			s.kill()
			if kill%3 == 0 {
				starting := s.launch()
				<-time.After(upTo(rng, 400*time.Millisecond))
				starting.End(os.Kill)
			}
			s.start()
		}
		l.finish()
		l.repeatAcknowledged(50, false)
		s.awaitSubmissions()
		partnerOrders := audit(t, s, l.requests)
		if code := s.stop(); code != 0 {
			t.Errorf("exit code %d", code)
		}
		auditData(t, s)
		auditLedger(t, s, partnerOrders)
	})
}

// awaitResponse waits for the next response to a request.
func (l *load) awaitResponse() {
	l.s.t.Helper()
	select {
	case <-l.response:
	case <-time.After(patience):
		l.s.t.Fatal("no request gets a response")
	}
}

// sendHard sends one request of each hard shape.
func (l *load) sendHard() {
	for i, sh := range hardShapes {
		r := newRequest(l.s.t, l.name+"hard"+strconv.Itoa(i), sh)
		l.add(r)
		l.workers.Go(func() { r.send(l.s) })
	}
}

// seeded is a random source. WAYBILL_TEST_SEED repeats the one of an earlier run.
func seeded(t *testing.T) *rand.Rand {
	t.Helper()
	seed := rand.Uint64()
	if text := os.Getenv("WAYBILL_TEST_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatalf("WAYBILL_TEST_SEED: %v", err)
		}
	}
	t.Logf("WAYBILL_TEST_SEED=%d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

func upTo(rng *rand.Rand, d time.Duration) time.Duration { return time.Duration(rng.Int64N(int64(d))) }
