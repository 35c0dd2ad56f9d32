package fulfil_test

import (
	"testing"
	"time"

	"waybill/internal/partner/simulated"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

func (h *house) cancel(trackingNo string) store.CancelResult {
	h.t.Helper()
	results, err := h.store.CancelOrders(h.t.Context(), h.account, []string{trackingNo})
	if err != nil {
		h.t.Fatal(err)
	}
	return results[0]
}

// settled waits for the cancellation of an order to end, and returns where the order stands.
func (h *house) settled(trackingNo string) (store.CancelResult, shipment.Order) {
	h.t.Helper()
	deadline := time.After(20 * time.Second)
	for {
		if result := h.cancel(trackingNo); result.Outcome != store.OrderCancelling {
			order, err := h.store.OrderByTrackingNo(h.t.Context(), trackingNo)
			if err != nil {
				h.t.Fatal(err)
			}
			return result, order
		}
		select {
		case <-time.After(10 * time.Millisecond):
		case <-deadline:
			h.t.Fatal("the cancellation does not end")
		}
	}
}

// TestCancelAfterSubmission takes orders back from the courier, each as it is scripted.
func TestCancelAfterSubmission(t *testing.T) {
	onEngines(t, func(t *testing.T, h *house) {
		f := h.worker("me", func(string) {})
		for script, want := range map[string]store.CancelOutcome{
			"Susan": store.OrderCancelled, simulated.ScriptKeep: store.OrderKept,
		} {
			batch := h.create(shipment.PartnerSimulated, script, "me", time.Minute)
			f.Submit(t.Context(), batch.Submissions, func() {})
			no := batch.Orders[0].TrackingNo
			if got := h.cancel(no).Outcome; got != store.OrderCancelling {
				t.Fatalf("%s: %s", script, got)
			}
			stop := start(f)
			result, order := h.settled(no)
			stop()
			if result.Outcome != want || (order.TrackerStatus == shipment.Cancelled) != (want == store.OrderCancelled) {
				t.Errorf("%s: %+v, the order is %s", script, result, order.TrackerStatus)
			}
			history, err := h.store.SubmissionHistory(t.Context(), order.AccountID, order.OrderID)
			if err != nil || len(history) != 2 || history[1].Kind != store.AttemptCancel || history[1].EndedOn.IsZero() {
				t.Errorf("%s: history %+v, %v", script, history, err)
			}
			if kept := want == store.OrderKept; kept != (result.Message != "") {
				t.Errorf("%s: message %q", script, result.Message)
			}
		}
	})
}

// TestCancelOfALostSubmission is an order of which nobody knows whether the courier has it:
// it is asked, and gets what it does not have no more.
func TestCancelOfALostSubmission(t *testing.T) {
	onEngines(t, func(t *testing.T, h *house) {
		batch := h.create(shipment.PartnerSimulated, "Susan", "dead", time.Minute)
		sub := batch.Submissions[0]
		if err := h.store.StartAttempt(t.Context(), &sub, time.Minute); err != nil {
			t.Fatal(err)
		}
		if got := h.cancel(sub.Order.TrackingNo).Outcome; got != store.OrderCancelling {
			t.Fatal(got)
		}
		h.ahead.Add(int64(time.Hour)) // the lease of the dead ends
		defer start(h.worker("heir", func(string) {}))()
		if _, order := h.settled(sub.Order.TrackingNo); order.TrackerStatus != shipment.Cancelled {
			t.Errorf("the order is %s", order.TrackerStatus)
		}
		if n := h.acceptances(sub.Order.TrackingNo); n != 0 {
			t.Errorf("the courier accepted it %d times", n)
		}
	})
}
