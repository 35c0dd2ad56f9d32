package store_test

import (
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

var heldByPartner = store.Outcome{State: store.SubmissionConfirmed, HAWBNo: "H"}

// askedBack is an order whose partner was asked once to give it back, with an outcome; ""
// leaves it to be asked.
func askedBack(t *testing.T, s *store.Store, k masterdata.Key, o store.CancellationOutcome) shipment.Order {
	t.Helper()
	made, _ := attempted(t, s, k, heldByPartner)
	cancel(t, s, k, made.TrackingNo)
	if o.State != "" {
		noError(t, s.Ledger.FinishCancellation(t.Context(), claimCancellations(t, s, "me")[0], o))
	}
	return made
}

func TestCancellationFilters(t *testing.T) { onEachEngine(t, testCancellationFilters) }

func testCancellationFilters(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	refused := askedBack(t, s, k, store.CancellationOutcome{State: store.CancellationRefused, ErrorClass: "refused", Message: "No."})
	f.clock.Advance(time.Hour)
	askedBack(t, s, other, store.CancellationOutcome{State: store.CancellationFailed, Message: "No response."})
	back := askedBack(t, s, k, store.CancellationOutcome{State: store.CancellationConfirmed})
	open := askedBack(t, s, k, store.CancellationOutcome{})

	for name, c := range map[string]struct {
		filter store.LedgerFilter
		want   int
	}{
		"not confirmed":         {store.LedgerFilter{Limit: 9}, 3},
		"confirmed":             {store.LedgerFilter{Limit: 9, State: string(store.CancellationConfirmed)}, 1},
		"pending":               {store.LedgerFilter{Limit: 9, State: string(store.CancellationPending)}, 1},
		"of a partner":          {store.LedgerFilter{Limit: 9, Partner: "p"}, 3},
		"of an unknown partner": {store.LedgerFilter{Limit: 9, Partner: "unknown"}, 0},
		"old":                   {store.LedgerFilter{Limit: 9, CreatedBefore: f.clock.Now()}, 1},
		"at most":               {store.LedgerFilter{Limit: 2}, 2},
	} {
		equal(t, name, len(must[[]store.Cancellation](t)(s.Ledger.Cancellations(t.Context(), c.filter))), c.want)
	}
	oldest := must[[]store.Cancellation](t)(s.Ledger.Cancellations(t.Context(), store.LedgerFilter{Limit: 1}))[0]
	equal(t, "message", oldest.Message, "No.")
	equal(t, "order", oldest.Order.TrackingNo, refused.TrackingNo)
	same(t, "by its number", must[store.Cancellation](t)(s.Ledger.CancellationByTrackingNo(t.Context(), refused.TrackingNo)), oldest)
	equal(
		t,
		"state of another",
		must[store.Cancellation](t)(s.Ledger.CancellationByTrackingNo(t.Context(), open.TrackingNo)).State,
		store.CancellationPending,
	)
	equal(
		t,
		"state of one that is back",
		must[store.Cancellation](t)(s.Ledger.CancellationByTrackingNo(t.Context(), back.TrackingNo)).State,
		store.CancellationConfirmed,
	)
	_, err := s.Ledger.CancellationByTrackingNo(t.Context(), "UNKNOWN")
	wantError(t, err, store.ErrNotFound)
	kept, _ := attempted(t, s, k, heldByPartner)
	_, err = s.Ledger.CancellationByTrackingNo(t.Context(), kept.TrackingNo)
	wantError(t, err, store.ErrNotFound)
}

func TestRetryCancellation(t *testing.T) { onEachEngine(t, testRetryCancellation) }

func testRetryCancellation(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	retry := func(o shipment.Order) error {
		t.Helper()
		_, err := s.Ledger.RetryCancellation(t.Context(), o.TrackingNo, "")
		return err
	}
	for _, ended := range []store.CancellationOutcome{
		{State: store.CancellationRefused, ErrorClass: "refused", Message: "No."},
		{State: store.CancellationFailed, ErrorClass: "temporary", Message: "No response."},
		{State: store.CancellationPending, ErrorClass: "temporary", Message: "Busy.", RetryOn: f.clock.Now().Add(time.Hour)},
	} {
		made := askedBack(t, s, k, ended)
		again := must[store.Cancellation](t)(s.Ledger.RetryCancellation(t.Context(), made.TrackingNo, ""))
		equal(t, "state", again.State, store.CancellationPending)
		equal(t, "due", again.DueOn, f.clock.Now())
		history := must[[]store.Attempt](t)(s.Ledger.SubmissionHistory(t.Context(), k.AccountID, made.OrderID))
		same(t, "line of the history", history[len(history)-1], store.Attempt{
			Kind: store.AttemptRetry, StartedOn: f.clock.Now(), EndedOn: f.clock.Now(), Outcome: "cancelling", Message: ended.Message,
		})
		mine := claimCancellations(t, s, "me")[0]
		equal(t, "attempts", mine.Attempts, 1)
		equal(t, "order", mine.OrderID, made.OrderID)
		wantError(t, retry(made), store.ErrUnderWay)
		noError(t, s.Ledger.FinishCancellation(t.Context(), mine, store.CancellationOutcome{State: store.CancellationConfirmed}))
		wantCancelled(t, s, made.TrackingNo)
		wantError(t, retry(made), store.ErrCancelled)
	}
	refused := askedBack(t, s, k, store.CancellationOutcome{State: store.CancellationRefused})
	track(t, s, reported(refused.TrackingNo, shipment.PickedUp, f.clock.Now()))
	wantError(t, retry(refused), store.ErrTooLate)
	kept, _ := attempted(t, s, k, heldByPartner)
	wantError(t, retry(kept), store.ErrNotFound)
	wantError(t, retry(create(t, s, k, storetest.Order(1)).Orders[0]), store.ErrNotFound)
}

// TestRetryCancellationWhileUnknown: the partner is asked whether it has the order.
func TestRetryCancellationWhileUnknown(t *testing.T) {
	onEachEngine(t, testRetryCancellationWhileUnknown)
}

func testRetryCancellationWhileUnknown(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	made, _ := attempted(t, s, k, store.Outcome{State: store.SubmissionUnknown, RetryOn: f.clock.Now().Add(time.Hour)})
	cancel(t, s, k, made.TrackingNo)
	asked := claim(t, s, "me", 1)[0]
	_, err := s.Ledger.RetryCancellation(t.Context(), made.TrackingNo, "")
	wantError(t, err, store.ErrUnderWay)
	noError(t, s.Ledger.StartAttempt(t.Context(), &asked, time.Minute))
	noError(t, s.Ledger.RecordOutcome(t.Context(), asked,
		store.Outcome{State: store.SubmissionUnknown, RetryOn: f.clock.Now().Add(time.Hour)}))
	equal(t, "due before the retry", len(claim(t, s, "me", 1)), 0)
	equal(t, "state", must[store.Cancellation](t)(s.Ledger.RetryCancellation(t.Context(), made.TrackingNo, "")).State,
		store.CancellationWaiting)
	equal(t, "due after it", len(claim(t, s, "me", 1)), 1)
}
