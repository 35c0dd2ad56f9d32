package store_test

import (
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/report"
)

// TestObstacles follows an order that waits for its partner, its label and a webhook, until nothing of it waits.
func TestObstacles(t *testing.T) { onEachEngine(t, testObstacles) }

func testObstacles(t *testing.T, f *fixture) {
	s := f.open(t)
	reader := report.Reader{Store: s}
	_, k, _ := account(t, s, "shipper")
	endpoint(t, s, k, shipment.EventLabelReady)
	begin := f.clock.Now()
	made := submit(t, s, k, 1)[0]
	obstacles := func() (found []string) {
		t.Helper()
		for _, o := range must[[]report.Obstacle](t)(reader.Obstacles(t.Context(), &made)) {
			found = append(found, o.What+" of "+o.Target+" "+o.State+", "+o.Cause)
		}
		return found
	}
	same(t, "before the first attempt", obstacles(), []string{"submission of p pending, "})
	sub := claim(t, s, "me", 1)[0]
	noError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute))
	retry := f.clock.Now().Add(time.Hour)
	noError(t, s.Ledger.RecordOutcome(t.Context(), sub, store.Outcome{
		State: store.SubmissionPending, ErrorClass: "temporary", Message: "Later.", RetryOn: retry,
		Attempts: []store.Attempt{{Kind: store.AttemptSubmit, StartedOn: begin, EndedOn: begin, Outcome: "temporary", Message: "Later. refused"}},
	}))
	same(t, "after an attempt", obstacles(), []string{"submission of p pending, temporary: Later. refused"})
	same(t, "in full", must[[]report.Obstacle](t)(reader.Obstacles(t.Context(), &made)), []report.Obstacle{{
		What: "submission", State: "pending", Cause: "temporary: Later. refused", Message: "Later.", Since: begin, Attempts: 1,
		Next: retry, Target: "p",
	}})
	noError(t, s.SetPause(t.Context(), store.PausedCopied))
	same(t, "paused", obstacles(), []string{"outgoing of  paused, the data were copied", "submission of p pending, temporary: Later. refused"})
	noError(t, s.SetPause(t.Context(), store.NotPaused))

	f.clock.Advance(time.Hour)
	sub = claim(t, s, "me", 1)[0]
	noError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute))
	noError(t, s.Ledger.RecordOutcome(t.Context(), sub, store.Outcome{
		State: store.SubmissionConfirmed, Label: store.LabelPromise{ByPartner: true, DueOn: f.clock.Now()},
	}))
	same(t, "without its label", obstacles(), []string{"label of p due, "})
	noError(t, s.Ledger.FinishLabel(t.Context(), claimLabels(t, s, "me")[0], fetched(f, "labels/a.zpl")))
	same(t, "before the webhook", obstacles(), []string{"webhook of order.label_ready to endpoint 1 pending, "})
	f.exec(t, `UPDATE deliveries SET state = 'given_up', last_error = 'status 500'`)
	same(t, "given up", obstacles(), []string{"webhook of order.label_ready to endpoint 1 given_up, status 500"})
	f.exec(t, `UPDATE deliveries SET state = 'delivered'`)
	same(t, "at the end", obstacles(), []string(nil))
}
