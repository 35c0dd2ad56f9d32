package store_test

import (
	"testing"
	"time"

	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

// TestWorkAfterTheClockIsSetBack sets the clock back by an hour. Work that is stored then is due at once, and what was stored before
// becomes due.
func TestWorkAfterTheClockIsSetBack(t *testing.T) { onEachEngine(t, testWorkAfterTheClockIsSetBack) }

func testWorkAfterTheClockIsSetBack(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	e := endpoint(t, s, k)
	note := func() (behind time.Duration, due int64) {
		t.Helper()
		behind, due, err := s.NoteClock(t.Context())
		noError(t, err)
		return behind, due
	}
	note()
	f.clock.Advance(20 * time.Second)
	submit(t, s, k, 2)
	f.clock.Set(-time.Hour)
	submit(t, s, k, 1)
	equal(t, "claimed of what was stored after", len(claim(t, s, "me", 9)), 1)
	deliveries := func() int {
		return len(must[[]store.Delivery](t)(s.Webhooks.ClaimDeliveries(t.Context(), "me", e.EndpointID, 9, time.Minute)))
	}
	equal(t, "events delivered of what was stored after", deliveries(), 1)

	behind := must[time.Duration](t)(s.ClockBehind(t.Context()))
	equal(t, "behind", behind, time.Hour)
	behind, due := note()
	equal(t, "behind, noted", behind, time.Hour)
	equal(t, "work that became due", due, 4)
	equal(t, "claimed of what was stored before", len(claim(t, s, "me", 9)), 2)
	equal(t, "events delivered of what was stored before", deliveries(), 2)

	// Work that is tried again later is not made due a second time: it would use up its attempts.
	f.clock.Advance(10 * time.Minute)
	submit(t, s, k, 1)
	again := claim(t, s, "me", 9)
	for i := range again {
		noError(t, s.Ledger.StartAttempt(t.Context(), &again[i], time.Minute))
		noError(t, s.Ledger.RecordOutcome(t.Context(), again[i],
			store.Outcome{State: store.SubmissionPending, RetryOn: f.clock.Now().Add(5 * time.Minute), Message: "busy"}))
	}
	if _, due := note(); due != 0 {
		t.Errorf("%d became due again", due)
	}
	equal(t, "claimed before the retry", len(claim(t, s, "me", 9)), 0)
	f.clock.Advance(time.Hour)
	if behind, _ := note(); behind != 0 {
		t.Errorf("behind %v when the time was reached", behind)
	}
}

// TestClockBehindOrders: a server that starts with a clock that is behind notices it by the orders.
func TestClockBehindOrders(t *testing.T) { onEachEngine(t, testClockBehindOrders) }

func testClockBehindOrders(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	create(t, s, k, storetest.Order(1))
	equal(t, "behind", must[time.Duration](t)(s.ClockBehind(t.Context())), 0)
	f.clock.Set(-30 * time.Second) // as clocks of servers may differ
	equal(t, "a little behind", must[time.Duration](t)(s.ClockBehind(t.Context())), 0)
	f.clock.Set(-2 * time.Minute)
	equal(t, "far behind", must[time.Duration](t)(s.ClockBehind(t.Context())), 2*time.Minute+30*time.Second)
}
