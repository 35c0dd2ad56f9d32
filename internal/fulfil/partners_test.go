package fulfil_test

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"waybill/internal/fulfil"
	"waybill/internal/partner"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// limited is the fixture's partner with its limits.
func (fx *fixture) limited() fulfil.Partner {
	return fulfil.Partner{Partner: fx.partner, Concurrency: 4, CallTimeout: callTimeout}
}

// submission is that of an order.
func (fx *fixture) submission(trackingNo string) store.Submission {
	fx.t.Helper()
	sub, err := fx.store.Ledger.SubmissionByTrackingNo(fx.t.Context(), trackingNo)
	if err != nil {
		fx.t.Fatal(err)
	}
	return sub
}

// TestPartnersComeAndGo: work for a new partner is claimed, for one that is gone it waits,
// and for one that stays nothing changes.
func TestPartnersComeAndGo(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, fx *fixture) {
		calls := make(chan string, 10)
		f := fx.worker("me", func(outcome string) { calls <- outcome })
		defer start(f)()
		stays, comes := fx.limited(), fx.limited()
		accepted := func(partnerName string) {
			t.Helper()
			order := fx.create(partnerName, "Susan", "", 0).Orders[0]
			if outcome := <-calls; outcome != "accepted" || fx.acceptances(order.TrackingNo) != 1 {
				t.Errorf("%s said %q of %s", partnerName, outcome, order.TrackingNo)
			}
		}
		accepted(shipment.PartnerSimulated)
		f.SetPartners(map[string]fulfil.Partner{"stays": stays, "comes": comes})
		accepted("comes")

		late := fx.create("comes", "Susan", "other", time.Minute).Orders[0]
		f.SetPartners(map[string]fulfil.Partner{"stays": stays})
		if names := strings.Join(f.PartnerNames(), " "); names != "stays" {
			t.Errorf("partners %s", names)
		}
		accepted("stays") // that the other is gone is known by then
		fx.ahead.Add(int64(2 * time.Minute))
		for range 3 { // each waits to be looked for, as what is late would have been
			accepted("stays")
		}
		if sub := fx.submission(late.TrackingNo); sub.Attempts != 0 {
			t.Errorf("a partner that is gone was called: %+v", sub)
		}
		f.SetPartners(map[string]fulfil.Partner{"stays": stays, "comes": comes})
		if outcome := <-calls; outcome != "accepted" || fx.acceptances(late.TrackingNo) != 1 {
			t.Errorf("when it was back it said %q", outcome)
		}
	})
}

// TestCallsFinishWhenTheirPartnerGoes: what was begun is recorded.
func TestCallsFinishWhenTheirPartnerGoes(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, fx *fixture) {
		var f *fulfil.Fulfiller
		f = fx.worker("me", func(string) { f.SetPartners(nil) }) // between the answer and its record
		batch := fx.create(shipment.PartnerSimulated, "Susan", "me", time.Minute)
		orderID, trackingNo := batch.Orders[0].OrderID, batch.Orders[0].TrackingNo
		if outcome := f.Submit(t.Context(), batch.Submissions, func() {})[orderID]; outcome.State != store.SubmissionConfirmed {
			t.Errorf("outcome %+v", outcome)
		}
		if sub := fx.submission(trackingNo); sub.State != store.SubmissionConfirmed {
			t.Errorf("recorded %+v", sub)
		}
		next := fx.create(shipment.PartnerSimulated, "Susan", "me", time.Minute)
		if outcome := f.Submit(t.Context(), next.Submissions, func() {})[next.Orders[0].OrderID]; outcome.State != store.SubmissionPending ||
			!strings.Contains(outcome.Message, "not configured") {
			t.Errorf("to a partner that is gone: %+v", outcome)
		}
	})
}

// busy is a partner that keeps its callers waiting, and then takes nothing.
type busy struct {
	partner.Partner
	called chan<- struct{}
	answer <-chan struct{}
}

func (b busy) Submit(context.Context, string, shipment.Order) (partner.Acceptance, error) {
	b.called <- struct{}{}
	<-b.answer
	return partner.Acceptance{}, &partner.TemporaryError{Message: "Busy."}
}

// TestCircuitOfAReplacedPartner: the failures that open a circuit do not count for the
// partner that took the place of theirs meanwhile.
func TestCircuitOfAReplacedPartner(t *testing.T) {
	t.Parallel()
	const calls = 10 // that open it
	for name, c := range map[string]struct {
		replace bool
		want    []bool // open, as observed
	}{"stays": {false, []bool{false, true}}, "replaced": {true, []bool{false, false}}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onEngines(t, func(t *testing.T, fx *fixture) {
				called, answer := make(chan struct{}, calls), make(chan struct{})
				var mu sync.Mutex
				var observed []bool
				f := fulfil.New(fulfil.Config{
					Store:  fx.store,
					Owner:  "me",
					Now:    fx.now,
					Jitter: func() float64 { return 0 },
					Log:    slog.New(slog.DiscardHandler),
					Partners: map[string]fulfil.Partner{
						"acme": {Partner: busy{fx.partner, called, answer}, Concurrency: calls, CallTimeout: time.Minute},
					},
					ObserveCall: func(string, string, time.Duration) {},
					ObserveCircuit: func(_ string, open bool) {
						mu.Lock()
						defer mu.Unlock()
						observed = append(observed, open)
					},
				})
				var submissions []store.Submission
				for range calls {
					submissions = append(submissions, fx.create("acme", "Susan", "me", time.Minute).Submissions...)
				}
				done := make(chan struct{})
				go func() {
					defer close(done)
					f.Submit(t.Context(), submissions, func() {})
				}()
				for range calls {
					<-called
				}
				if c.replace {
					f.SetPartners(map[string]fulfil.Partner{"acme": fx.limited()})
				}
				close(answer)
				<-done
				if !slices.Equal(observed, c.want) {
					t.Errorf("observed %v, want %v", observed, c.want)
				}
			})
		})
	}
}
