package store_test

import (
	"strings"
	"testing"
	"time"

	"waybill/internal/problem"
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
		Reason: problem.Join(problem.WhyNotTaken.With("p", begin), problem.WhySaid.With("Later."), problem.WhyTries.With(1, retry)),
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

// TestWhyAnOrderHasNoLabel says in words what its partner does, since when, and how many orders wait.
func TestWhyAnOrderHasNoLabel(t *testing.T) { onEachEngine(t, testWhyAnOrderHasNoLabel) }

func testWhyAnOrderHasNoLabel(t *testing.T, f *fixture) {
	s := f.open(t)
	reader := report.Reader{Store: s}
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	begin := f.clock.Now()
	made := submit(t, s, k, 2)
	submit(t, s, other, 1)
	why := func(i int) string {
		t.Helper()
		for _, o := range must[[]report.Obstacle](t)(reader.Obstacles(t.Context(), &made[i])) {
			return o.Reason.String()
		}
		return ""
	}
	const waiting = " Orders of this account that wait for it: 2."
	at := func(moment time.Time) string { return moment.UTC().Format("2 Jan 2006, 15:04 UTC") }
	attempt := func(kind store.AttemptKind, outcome string, then store.Outcome) {
		t.Helper()
		sub := claim(t, s, "me", 1)[0]
		for sub.OrderID != made[0].OrderID {
			sub = claim(t, s, "me", 1)[0]
		}
		noError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute))
		equal(t, "under way", strings.Contains(why(0), "Partner p is being asked now."), true)
		then.Attempts = []store.Attempt{{Kind: kind, StartedOn: f.clock.Now(), EndedOn: f.clock.Now(), Outcome: outcome}}
		noError(t, s.Ledger.RecordOutcome(t.Context(), sub, then))
	}
	equal(t, "new", why(0), "The order is on its way to partner p."+waiting)
	noError(t, s.Ledger.RecordOutage(t.Context(), "p", begin.Add(-time.Hour)))
	noError(t, s.Ledger.RecordOutage(t.Context(), "p", begin)) // another server, later
	down := "Partner p has taken no order since " + at(begin.Add(-time.Hour)) + "."
	equal(t, "out of order", why(0), down+" Tries: 0, the next one when the partner answers again."+waiting)
	f.clock.Advance(11 * time.Minute)
	equal(t, "the server that noted it is gone", why(0), "Partner p has not been called since the order came at "+at(begin)+"."+waiting)
	noError(t, s.Ledger.RecordOutage(t.Context(), "p", f.clock.Now()))
	equal(t, "another outage", why(0),
		"Partner p has taken no order since "+at(f.clock.Now())+". Tries: 0, the next one when the partner answers again."+waiting)
	noError(t, s.Ledger.RecordOutage(t.Context(), "p", time.Time{}))

	first, retry := f.clock.Now(), f.clock.Now().Add(time.Hour)
	attempt(store.AttemptSubmit, "unknown", store.Outcome{State: store.SubmissionUnknown, ErrorClass: "unknown", Message: "?", RetryOn: retry})
	equal(t, "no answer", why(0),
		"Partner p has not answered about this order since "+at(first)+". Tries: 1, the next one at "+at(retry)+"."+waiting)
	f.clock.Advance(2 * time.Hour)
	attempt(store.AttemptFind, "refused",
		store.Outcome{State: store.SubmissionFailed, ErrorClass: store.ClassRefused, Message: "No such street."})
	equal(t, "refused", why(0), "Partner p refused the order: No such street.")
	equal(t, "of the other order", strings.Contains(why(1), "Orders of this account"), false)
	must[store.Submission](t)(s.Ledger.RetrySubmission(t.Context(), made[0].TrackingNo, ""))
	must[store.Submission](t)(s.Ledger.ResolveSubmission(t.Context(), made[0].TrackingNo, store.Resolution{Message: "They closed."}))
	equal(t, "decided", why(0), "The operator decided that partner p does not take the order: They closed.")
}
