package store_test

import (
	"testing"
	"time"

	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// TestPurgeHistories has histories of submissions that ended, that are open, that were resumed
// later, and that are not old enough.
func TestPurgeHistories(t *testing.T) { onEachEngine(t, testPurgeHistories) }

func testPurgeHistories(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	attempt := func(k masterdata.Key, orders int, o store.Outcome) []store.Submission {
		t.Helper()
		submit(t, s, k, orders)
		claimed := claim(t, s, "me", orders)
		for i := range claimed {
			noError(t, s.Ledger.StartAttempt(t.Context(), &claimed[i], time.Minute))
			noError(t, s.Ledger.RecordOutcome(t.Context(), claimed[i], o))
		}
		return claimed
	}
	lines := func(sub store.Submission) int {
		t.Helper()
		return len(must[[]store.Attempt](t)(s.Ledger.SubmissionHistory(t.Context(), sub.AccountID, sub.OrderID)))
	}
	confirmed := store.Outcome{State: store.SubmissionConfirmed, HAWBNo: "H"}
	failed := store.Outcome{State: store.SubmissionFailed, ErrorClass: "refused", Message: "No."}
	waiting := store.Outcome{State: store.SubmissionPending, RetryOn: f.clock.Now().AddDate(1, 0, 0)}

	open := attempt(k, 1, waiting)[0]
	refused := attempt(k, 1, failed)[0]
	resumed := attempt(k, 1, failed)[0]
	many := confirmed // 1500 lines of three orders: more than one chunk
	for range 500 {
		many.Attempts = append(many.Attempts, store.Attempt{Kind: store.AttemptSubmit, StartedOn: f.clock.Now(), EndedOn: f.clock.Now()})
	}
	attempt(k, 3, many)
	foreign := attempt(other, 1, confirmed)[0]
	f.clock.Advance(time.Millisecond)
	must[store.Submission](t)(s.Ledger.ResolveSubmission(t.Context(), resumed.Order.TrackingNo, store.Resolution{Confirmed: true}))
	young := attempt(k, 1, confirmed)[0]

	f.clock.Advance(store.HistoryRetention - 2*time.Millisecond)
	equal(t, "purged too early", must[int64](t)(s.Ledger.PurgeHistories(t.Context())), 0)
	f.clock.Advance(time.Millisecond)
	equal(t, "purged", must[int64](t)(s.Ledger.PurgeHistories(t.Context())), 1503)
	for name, c := range map[string]struct {
		of   store.Submission
		want int
	}{"open": {open, 1}, "refused": {refused, 0}, "went on": {resumed, 1}, "foreign": {foreign, 0}, "young": {young, 1}} {
		equal(t, name, lines(c.of), c.want)
	}
	equal(
		t,
		"message of a submission without its history",
		must[store.Submission](t)(s.Ledger.SubmissionByTrackingNo(t.Context(), refused.Order.TrackingNo)).Message,
		"No.",
	)
	equal(t, "purged again", must[int64](t)(s.Ledger.PurgeHistories(t.Context())), 0)
}
