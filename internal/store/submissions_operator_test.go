package store_test

import (
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
)

// TestSubmissionHistory follows an order through a process that died, an attempt that
// asked first, and one that was decided by hand.
func TestSubmissionHistory(t *testing.T) { onEachEngine(t, testSubmissionHistory) }

func testSubmissionHistory(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	placed := submit(t, s, k, 1)[0]
	history := func() []store.Attempt {
		t.Helper()
		return must[[]store.Attempt](t)(s.Ledger.SubmissionHistory(t.Context(), k.AccountID, placed.OrderID))
	}
	equal(t, "lines before the first attempt", len(history()), 0)

	died := claim(t, s, "died", 1)[0]
	noError(t, s.Ledger.StartAttempt(t.Context(), &died, time.Minute))
	want := []store.Attempt{{Number: 1, Kind: store.AttemptSubmit, StartedOn: f.clock.Now()}}
	same(t, "history of an attempt under way", history(), want)

	f.clock.Advance(time.Hour)
	heir := claim(t, s, "heir", 1)[0]
	noError(t, s.Ledger.StartAttempt(t.Context(), &heir, time.Minute))
	calls := []store.Attempt{
		{
			Number:    2,
			Kind:      store.AttemptFind,
			StartedOn: f.clock.Now(),
			EndedOn:   f.clock.Now().Add(time.Second),
			Outcome:   "not_submitted",
			Request:   "GET",
			Response:  "404",
		},
		{
			Number:    2,
			Kind:      store.AttemptSubmit,
			StartedOn: f.clock.Now().Add(time.Second),
			EndedOn:   f.clock.Now().Add(2 * time.Second),
			Outcome:   "temporary",
			Message:   "Busy.",
			Request:   "PUT",
			Response:  "503",
		},
	}
	noError(t, s.Ledger.RecordOutcome(t.Context(), heir, store.Outcome{
		State: store.SubmissionPending, ErrorClass: "temporary", Message: "Busy.", RetryOn: f.clock.Now().Add(time.Hour), Attempts: calls,
	}))
	want = append(want, calls...)
	same(t, "history", history(), want)

	must[store.Submission](t)(s.Ledger.RetrySubmission(t.Context(), placed.TrackingNo, ""))
	want = append(
		want,
		store.Attempt{Kind: store.AttemptRetry, StartedOn: f.clock.Now(), EndedOn: f.clock.Now(), Outcome: "pending", Message: "Busy."},
	)
	same(t, "history after a retry", history(), want)
	equal(t, "lines of another account",
		len(must[[]store.Attempt](t)(s.Ledger.SubmissionHistory(t.Context(), k.AccountID+1, placed.OrderID))), 0)

	again := claim(t, s, "heir", 1)[0]
	equal(t, "state of a retry", again.State, store.SubmissionPending)
	equal(t, "attempts of a retry", again.Attempts, 2)
}

func TestSubmissionFilters(t *testing.T) { onEachEngine(t, testSubmissionFilters) }

func testSubmissionFilters(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	old := submit(t, s, k, 3)
	f.clock.Advance(time.Hour)
	must[store.Batch](t)(s.CreateBatch(t.Context(), store.NewBatch{
		AccountID: k.AccountID, KeyID: k.KeyID, Orders: orders(2), Partners: []string{"q", ""},
	}))
	end(t, s, old[0], store.Outcome{State: store.SubmissionConfirmed, HAWBNo: "H"})
	end(t, s, old[1], store.Outcome{State: store.SubmissionFailed, ErrorClass: "refused", Message: "No."})

	for name, c := range map[string]struct {
		filter store.LedgerFilter
		want   int
	}{
		"open and failed":       {store.LedgerFilter{Limit: 9}, 3},
		"confirmed":             {store.LedgerFilter{Limit: 9, State: string(store.SubmissionConfirmed)}, 1},
		"failed":                {store.LedgerFilter{Limit: 9, State: string(store.SubmissionFailed)}, 1},
		"of a partner":          {store.LedgerFilter{Limit: 9, Partner: "q"}, 1},
		"of an unknown partner": {store.LedgerFilter{Limit: 9, Partner: "unknown"}, 0},
		"old":                   {store.LedgerFilter{Limit: 9, CreatedBefore: f.clock.Now()}, 2},
		"at most":               {store.LedgerFilter{Limit: 2}, 2},
		"of the account":        {store.LedgerFilter{Limit: 9, AccountID: k.AccountID}, 3},
		"of another account":    {store.LedgerFilter{Limit: 9, AccountID: k.AccountID + 1}, 0},
	} {
		equal(t, name, len(must[[]store.Submission](t)(s.Ledger.Submissions(t.Context(), c.filter))), c.want)
	}
	first := must[[]store.Submission](t)(s.Ledger.Submissions(t.Context(), store.LedgerFilter{Limit: 2}))
	rest := must[[]store.Submission](t)(s.Ledger.Submissions(t.Context(), store.LedgerFilter{Limit: 9, After: first[1].Key()}))
	equal(t, "after the second", len(rest), 1)
	equal(t, "the third is of the other partner", rest[0].Partner, "q")
	failed := must[[]store.Submission](t)(s.Ledger.Submissions(t.Context(),
		store.LedgerFilter{Limit: 1, State: string(store.SubmissionFailed)}))[0]
	equal(t, "message", failed.Message, "No.")
	equal(t, "order", failed.Order.TrackingNo, old[1].TrackingNo)
	same(t, "by its number", must[store.Submission](t)(s.Ledger.SubmissionByTrackingNo(t.Context(), old[1].TrackingNo)), failed)
	_, err := s.Ledger.SubmissionByTrackingNo(t.Context(), "UNKNOWN")
	wantError(t, err, store.ErrNotFound)
}

// end brings the submission of an order that is due to an outcome.
func end(t *testing.T, s *store.Store, o shipment.Order, outcome store.Outcome) {
	t.Helper()
	for _, sub := range claim(t, s, "me", 99) {
		if sub.OrderID == o.OrderID {
			noError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute))
			noError(t, s.Ledger.RecordOutcome(t.Context(), sub, outcome))
			continue
		}
		noError(t, s.Ledger.RecordOutcome(t.Context(), sub, store.Outcome{State: sub.State, RetryOn: sub.CreatedOn}))
	}
}

func TestRetrySubmission(t *testing.T) { onEachEngine(t, testRetrySubmission) }

func testRetrySubmission(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	all := submit(t, s, k, 2)
	failed, confirmed := all[0], all[1]
	end(t, s, failed, store.Outcome{State: store.SubmissionFailed, ErrorClass: "refused", Message: "No."})
	end(t, s, confirmed, store.Outcome{State: store.SubmissionConfirmed, HAWBNo: "H"})

	f.clock.Advance(time.Second)
	sub := must[store.Submission](t)(s.Ledger.RetrySubmission(t.Context(), failed.TrackingNo, ""))
	equal(t, "state", sub.State, store.SubmissionUnknown)
	want := failed
	want.UpdatedOn = f.clock.Now()
	same(t, "order", stored(t, s, failed.TrackingNo), want)

	leased := claim(t, s, "me", 1)
	equal(t, "due at once", len(leased), 1)
	_, err := s.Ledger.RetrySubmission(t.Context(), failed.TrackingNo, "")
	wantError(t, err, store.ErrUnderWay)
	f.clock.Advance(time.Minute) // the lease ends, and with it the process
	must[store.Submission](t)(s.Ledger.RetrySubmission(t.Context(), failed.TrackingNo, ""))
	wantError(t, s.Ledger.RecordOutcome(t.Context(), leased[0], store.Outcome{State: store.SubmissionFailed}), store.ErrLeaseLost)

	_, err = s.Ledger.RetrySubmission(t.Context(), confirmed.TrackingNo, "")
	wantError(t, err, store.ErrConfirmed)
	_, err = s.Ledger.RetrySubmission(t.Context(), "UNKNOWN", "")
	wantError(t, err, store.ErrNotFound)
}

func TestResolveSubmission(t *testing.T) { onEachEngine(t, testResolveSubmission) }

func testResolveSubmission(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	all := submit(t, s, k, 2)
	f.clock.Advance(time.Second)
	confirmed := must[store.Submission](
		t,
	)(
		s.Ledger.ResolveSubmission(t.Context(), all[0].TrackingNo, store.Resolution{Confirmed: true, HAWBNo: "H-1"}),
	)
	equal(t, "state", confirmed.State, store.SubmissionConfirmed)
	want := all[0]
	want.HAWBNo, want.StatusCode, want.HasLabel, want.UpdatedOn = "H-1", shipment.StatusSubmitted, true, f.clock.Now()
	same(t, "confirmed order", stored(t, s, want.TrackingNo), want)

	must[store.Submission](
		t,
	)(
		s.Ledger.ResolveSubmission(t.Context(), all[1].TrackingNo, store.Resolution{Message: "Lost."}),
	)
	equal(t, "failed order", stored(t, s, all[1].TrackingNo).StatusCode, shipment.StatusSubmissionFailed)
	equal(t, "due", len(claim(t, s, "me", 9)), 0)

	// The partner had it after all.
	must[store.Submission](t)(s.Ledger.ResolveSubmission(t.Context(), all[1].TrackingNo, store.Resolution{Confirmed: true}))
	equal(t, "failed order that was confirmed", stored(t, s, all[1].TrackingNo).StatusCode, shipment.StatusSubmitted)
	_, err := s.Ledger.ResolveSubmission(t.Context(), all[0].TrackingNo, store.Resolution{Message: "Lost."})
	wantError(t, err, store.ErrConfirmed)
}

// TestAuditOfRetries: the log has who made work for partners due again, and why.
func TestAuditOfRetries(t *testing.T) { onEachEngine(t, testAuditOfRetries) }

func testAuditOfRetries(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	back := askedBack(t, s, k, store.CancellationOutcome{State: store.CancellationRefused, Message: "Not yet."})
	must[store.Cancellation](t)(s.Ledger.RetryCancellation(byAnn(t), back.TrackingNo, "They may today."))
	waiting := submit(t, s, k, 1)[0]
	end(t, s, waiting, store.Outcome{State: store.SubmissionUnknown, Message: "No reply.", RetryOn: f.clock.Now().Add(time.Hour)})
	must[store.Submission](t)(s.Ledger.RetrySubmission(byAnn(t), waiting.TrackingNo, ""))

	now := f.clock.Now().Format(time.RFC3339Nano)
	for subject, want := range map[string]string{
		back.TrackingNo: `retry cancellation order/` + back.TrackingNo +
			` {"cancellation":"refused"} -> {"cancellation":"pending","due_on":"` + now + `","note":"They may today."}`,
		waiting.TrackingNo: `retry order/` + waiting.TrackingNo +
			` {"state":"unknown","message":"No reply."} -> {"state":"unknown","message":"No reply.","due_on":"` + now + `"}`,
	} {
		got := auditText(t, s, audit.Filter{
			AccountID: &k.AccountID, SubjectKind: audit.SubjectOrder, Subject: subject, ActorKind: audit.ActorCommand, Actor: "ann@depot",
			From: f.clock.Now(), Until: f.clock.Now().Add(time.Second),
		})
		if !strings.HasSuffix(got, "command:ann@depot "+want+"\n") {
			t.Errorf("the log has\n%swant\n%s", got, want)
		}
	}
	equal(t, "until now", auditText(t, s, audit.Filter{ActorKind: audit.ActorCommand, Until: f.clock.Now()}), "")
	equal(t, "of a user", auditText(t, s, audit.Filter{ActorKind: audit.ActorUser}), "")
}
