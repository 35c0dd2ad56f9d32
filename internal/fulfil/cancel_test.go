package fulfil_test

import (
	"testing"
	"time"

	"waybill/internal/partner/simulated"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

func (fx *fixture) cancel(trackingNo string) store.CancelResult {
	fx.t.Helper()
	results, err := fx.store.CancelOrders(fx.t.Context(), fx.account, []string{trackingNo}, false)
	if err != nil {
		fx.t.Fatal(err)
	}
	return results[0]
}

// settled waits for the cancellation of an order to end, and returns where the order stands.
func (fx *fixture) settled(trackingNo string) (store.CancelResult, shipment.Order) {
	fx.t.Helper()
	deadline := time.After(3 * time.Minute)
	for {
		if result := fx.cancel(trackingNo); result.Outcome != store.OrderCancelling {
			order, err := fx.store.OrderByTrackingNo(fx.t.Context(), trackingNo)
			if err != nil {
				fx.t.Fatal(err)
			}
			return result, order
		}
		select {
		case <-time.After(10 * time.Millisecond):
		case <-deadline:
			fx.t.Fatal("the cancellation does not end")
		}
	}
}

// TestCancelAfterSubmission takes orders back from the partner, each as it is scripted.
func TestCancelAfterSubmission(t *testing.T) {
	onEngines(t, func(t *testing.T, fx *fixture) {
		f := fx.worker("me", func(string) {})
		for script, want := range map[string]store.CancelOutcome{
			"Susan": store.OrderCancelled, simulated.ScriptKeep: store.OrderKept,
		} {
			batch := fx.create(shipment.PartnerSimulated, script, "me", time.Minute)
			f.Submit(t.Context(), batch.Submissions, func() {})
			no := batch.Orders[0].TrackingNo
			if got := fx.cancel(no).Outcome; got != store.OrderCancelling {
				t.Fatalf("%s: %s", script, got)
			}
			stop := start(f)
			result, order := fx.settled(no)
			stop()
			if result.Outcome != want || (order.TrackerStatus == shipment.Cancelled) != (want == store.OrderCancelled) {
				t.Errorf("%s: %+v, the order is %s", script, result, order.TrackerStatus)
			}
			history, err := fx.store.Ledger.SubmissionHistory(t.Context(), order.AccountID, order.OrderID)
			if err != nil || len(history) != 2 || history[1].Kind != store.AttemptCancel || history[1].EndedOn.IsZero() {
				t.Errorf("%s: history %+v, %v", script, history, err)
			}
			if kept := want == store.OrderKept; kept != (result.Message != "") {
				t.Errorf("%s: message %q", script, result.Message)
			}
		}
	})
}

// TestCancelOfALostSubmission is an order of which it is unknown whether the partner has it:
// it is asked, and gets what it does not have no more.
func TestCancelOfALostSubmission(t *testing.T) {
	onEngines(t, func(t *testing.T, fx *fixture) {
		batch := fx.create(shipment.PartnerSimulated, "Susan", "dead", time.Minute)
		sub := batch.Submissions[0]
		if err := fx.store.Ledger.StartAttempt(t.Context(), &sub, time.Minute); err != nil {
			t.Fatal(err)
		}
		if got := fx.cancel(sub.Order.TrackingNo).Outcome; got != store.OrderCancelling {
			t.Fatal(got)
		}
		fx.ahead.Add(int64(time.Hour)) // the lease of the dead ends
		defer start(fx.worker("heir", func(string) {}))()
		if _, order := fx.settled(sub.Order.TrackingNo); order.TrackerStatus != shipment.Cancelled {
			t.Errorf("the order is %s", order.TrackerStatus)
		}
		if n := fx.acceptances(sub.Order.TrackingNo); n != 0 {
			t.Errorf("the partner accepted it %d times", n)
		}
	})
}
