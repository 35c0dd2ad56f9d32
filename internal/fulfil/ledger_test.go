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
	onEngines(t, func(t *testing.T, h *house) {
		f := h.worker("me", func(string) {})
		sub := h.create(shipment.PartnerSimulated, "Susan", "me", time.Minute).Submissions[0]
		sub.State = store.SubmissionUnknown // so that the courier is asked first
		if outcome := f.Submit(t.Context(), []store.Submission{sub}, func() {})[sub.OrderID]; outcome.State != store.SubmissionConfirmed {
			t.Fatalf("outcome %+v", outcome)
		}
		history, err := h.store.SubmissionHistory(t.Context(), sub.AccountID, sub.OrderID)
		if err != nil || len(history) != 2 {
			t.Fatalf("history %+v, %v", history, err)
		}
		asked, submitted := history[0], history[1]
		if asked.Kind != store.AttemptFind || asked.Outcome != "not_submitted" || asked.Request != "find "+sub.IdempotencyKey || asked.EndedOn.IsZero() {
			t.Errorf("first call %+v", asked)
		}
		if submitted.Kind != store.AttemptSubmit || submitted.Outcome != "accepted" || submitted.Number != 1 || submitted.Response == "" || submitted.EndedOn.IsZero() {
			t.Errorf("second call %+v", submitted)
		}
	})
}

// TestCircuit lets a courier answer nothing until it is left alone, and then again.
func TestCircuit(t *testing.T) {
	onEngines(t, func(t *testing.T, h *house) {
		var circuit []bool
		calls := 0
		f := fulfil.New(fulfil.Config{
			Store: h.store, Partners: map[string]fulfil.Courier{
				shipment.PartnerSimulated: {Partner: h.courier, Concurrency: 1, CallTimeout: time.Millisecond},
			},
			Owner: "me", Now: h.now, Jitter: func() float64 { return 0 }, Log: h.log(),
			ObserveCall:    func(string, string, time.Duration) { calls++ },
			ObserveCircuit: func(_ string, open bool) { circuit = append(circuit, open) },
		})
		submit := func(script string) store.Outcome {
			sub := h.create(shipment.PartnerSimulated, script, "me", time.Minute).Submissions[0]
			return f.Submit(t.Context(), []store.Submission{sub}, func() {})[sub.OrderID]
		}
		for range 10 {
			submit("[slow]")
		}
		outcome := submit("[fail]")
		if calls != 10 || outcome.State != store.SubmissionPending || outcome.ErrorClass != "unavailable" || !outcome.RetryOn.After(h.now()) {
			t.Errorf("after %d calls: %+v", calls, outcome)
		}
		h.ahead.Add(int64(time.Minute))
		if outcome := submit("[fail]"); outcome.ErrorClass != "refused" { // a courier that refuses answers
			t.Errorf("the probe: %+v", outcome)
		}
		if len(circuit) != 3 || circuit[0] || !circuit[1] || circuit[2] {
			t.Errorf("circuit %v, want closed, open, closed", circuit)
		}
	})
}

// evasive is a courier that does not say what it has: it answers a question with "later".
type evasive struct{ partner.Partner }

func (evasive) Find(context.Context, string) (partner.Acceptance, error) {
	return partner.Acceptance{}, &partner.TemporaryError{Message: "Ask me later."}
}

// TestAnEvasiveAnswerLeavesTheQuestionOpen: submitting again would hand the order over
// twice.
func TestAnEvasiveAnswerLeavesTheQuestionOpen(t *testing.T) {
	onEngines(t, func(t *testing.T, h *house) {
		f := fulfil.New(fulfil.Config{
			Store: h.store, Partners: map[string]fulfil.Courier{
				shipment.PartnerSimulated: {Partner: evasive{h.courier}, Concurrency: 1, CallTimeout: time.Second},
			},
			Owner: "me", Now: h.now, Jitter: func() float64 { return 0 }, Log: h.log(),
			ObserveCall: func(string, string, time.Duration) {}, ObserveCircuit: func(string, bool) {},
		})
		sub := h.create(shipment.PartnerSimulated, "Susan", "me", time.Minute).Submissions[0]
		sub.State = store.SubmissionUnknown
		if outcome := f.Submit(t.Context(), []store.Submission{sub}, func() {})[sub.OrderID]; outcome.State != store.SubmissionUnknown {
			t.Errorf("outcome %+v", outcome)
		}
	})
}
