package fulfil_test

import (
	"context"
	"testing"
	"time"

	"waybill/internal/fulfil"
	"waybill/internal/partner"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// TestHistory reads what the ledger has of an attempt that found the order not there and
// submitted it.
func TestHistory(t *testing.T) {
	onEngines(t, func(t *testing.T, fx *fixture) {
		f := fx.worker("me", func(string) {})
		sub := fx.create(shipment.PartnerSimulated, "Susan", "me", time.Minute).Submissions[0]
		sub.State = store.SubmissionUnknown // so that the partner is asked first
		if outcome := f.Submit(t.Context(), []store.Submission{sub}, func() {})[sub.OrderID]; outcome.State != store.SubmissionConfirmed {
			t.Fatalf("outcome %+v", outcome)
		}
		history, err := fx.store.Ledger.SubmissionHistory(t.Context(), sub.AccountID, sub.OrderID)
		if err != nil || len(history) != 2 {
			t.Fatalf("history %+v, %v", history, err)
		}
		asked, submitted := history[0], history[1]
		if asked.Kind != store.AttemptFind || asked.Outcome != "not_submitted" || asked.Request != "find "+sub.IdempotencyKey ||
			asked.EndedOn.IsZero() || asked.Message == "" {
			t.Errorf("first call %+v", asked)
		}
		if submitted.Kind != store.AttemptSubmit || submitted.Outcome != "accepted" || submitted.Number != 1 || submitted.Response == "" ||
			submitted.EndedOn.IsZero() || submitted.Message != "" {
			t.Errorf("second call %+v", submitted)
		}
	})
}

// TestCircuit lets a partner answer nothing until it is left alone, and then again.
func TestCircuit(t *testing.T) {
	onEngines(t, func(t *testing.T, fx *fixture) {
		var circuit []bool
		calls := 0
		f := fulfil.New(fulfil.Config{
			Store: fx.store, Partners: map[string]fulfil.Partner{
				shipment.PartnerSimulated: {Partner: fx.partner, Concurrency: 1, CallTimeout: callTimeout},
			},
			Owner: "me", Now: fx.now, Jitter: func() float64 { return 0 }, Log: fx.log(),
			ObserveCall:    func(string, string, time.Duration) { calls++ },
			ObserveCircuit: func(_ string, open bool) { circuit = append(circuit, open) },
		})
		submit := func(script string) store.Outcome {
			sub := fx.create(shipment.PartnerSimulated, script, "me", time.Minute).Submissions[0]
			return f.Submit(t.Context(), []store.Submission{sub}, func() {})[sub.OrderID]
		}
		outage := func() time.Time {
			t.Helper()
			since, _, err := fx.store.Ledger.Outage(t.Context(), fx.account, shipment.PartnerSimulated)
			if err != nil {
				t.Fatal(err)
			}
			return since
		}
		began := fx.now()
		for range 10 {
			if since := outage(); !since.IsZero() {
				t.Errorf("an outage since %v while the circuit is closed", since)
			}
			submit("[slow]")
		}
		if since := outage(); !since.Equal(began) {
			t.Errorf("the outage is since %v, want %v", since, began)
		}
		outcome := submit("[fail]")
		if calls != 10 || outcome.State != store.SubmissionPending || outcome.ErrorClass != "unavailable" || !outcome.RetryOn.After(fx.now()) {
			t.Errorf("after %d calls: %+v", calls, outcome)
		}
		state := f.PartnerState(shipment.PartnerSimulated)
		if !state.CircuitOpen || !state.Until.After(fx.now()) || state.Failures != 10 || len(state.Calls) != 10 ||
			state.Calls[0].TrackingNo == "" || state.Calls[0].Outcome != "unknown" || state.Calls[0].Message == "" {
			t.Errorf("state while the circuit is open: %+v", state)
		}
		fx.ahead.Add(int64(time.Minute))
		if outcome := submit("[fail]"); outcome.ErrorClass != "refused" { // a partner that refuses answers
			t.Errorf("the probe: %+v", outcome)
		}
		if since := outage(); !since.IsZero() {
			t.Errorf("the outage goes on since %v", since)
		}
		if len(circuit) != 3 || circuit[0] || !circuit[1] || circuit[2] {
			t.Errorf("circuit %v, want closed, open, closed", circuit)
		}
		for range 20 { // another one in its place keeps the last calls, but no more than that
			submit("[fail]")
		}
		f.SetPartners(map[string]fulfil.Partner{shipment.PartnerSimulated: {Partner: fx.partner, Concurrency: 2, CallTimeout: callTimeout}})
		state = f.PartnerState(shipment.PartnerSimulated)
		if !state.Configured || state.CircuitOpen || len(state.Calls) != 20 || state.Calls[19].Outcome != "refused" {
			t.Errorf("state after the circuit is closed: %+v", state)
		}
		if unknown := f.PartnerState("unknown"); unknown.Configured {
			t.Errorf("unknown partner: %+v", unknown)
		}
	})
}

// evasive is a partner that does not say what it has: it answers a question with "later".
type evasive struct{ partner.Partner }

func (evasive) Find(context.Context, string) (partner.Acceptance, error) {
	return partner.Acceptance{}, &partner.TemporaryError{Message: "Ask me later."}
}

// TestAnEvasiveAnswerLeavesTheQuestionOpen: submitting again would hand the order over
// twice.
func TestAnEvasiveAnswerLeavesTheQuestionOpen(t *testing.T) {
	onEngines(t, func(t *testing.T, fx *fixture) {
		f := fulfil.New(fulfil.Config{
			Store: fx.store, Partners: map[string]fulfil.Partner{
				shipment.PartnerSimulated: {Partner: evasive{fx.partner}, Concurrency: 1, CallTimeout: callTimeout},
			},
			Owner: "me", Now: fx.now, Jitter: func() float64 { return 0 }, Log: fx.log(),
			ObserveCall: func(string, string, time.Duration) {}, ObserveCircuit: func(string, bool) {},
		})
		sub := fx.create(shipment.PartnerSimulated, "Susan", "me", time.Minute).Submissions[0]
		sub.State = store.SubmissionUnknown
		if outcome := f.Submit(t.Context(), []store.Submission{sub}, func() {})[sub.OrderID]; outcome.State != store.SubmissionUnknown {
			t.Errorf("outcome %+v", outcome)
		}
	})
}
