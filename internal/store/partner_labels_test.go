package store_test

import (
	"fmt"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// promised submits an order whose label its partner draws, due at a time; zero: it is born
// leased to me.
func promised(t *testing.T, s *store.Store, k masterdata.Key, dueOn time.Time) (shipment.Order, store.Submission) {
	t.Helper()
	made := submit(t, s, k, 1)[0]
	sub := claim(t, s, "me", 1)[0]
	noError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute))
	noError(t, s.Ledger.RecordOutcome(t.Context(), sub, store.Outcome{
		State: store.SubmissionConfirmed, HAWBNo: "H", Label: store.LabelPromise{ByPartner: true, DueOn: dueOn},
	}))
	return made, sub
}

func claimLabels(t *testing.T, s *store.Store, owner string) []store.PartnerLabel {
	t.Helper()
	return must[[]store.PartnerLabel](t)(s.Ledger.ClaimLabels(t.Context(), owner, "p", 9, time.Minute))
}

// fetched is the outcome of an attempt that brought a label.
func fetched(f *fixture, blob string) store.LabelOutcome {
	return store.LabelOutcome{State: store.LabelStored, Format: shipment.LabelZPL, Blob: blob, Attempt: store.Attempt{
		Kind: store.AttemptLabel, StartedOn: f.clock.Now(), EndedOn: f.clock.Now(), Outcome: "accepted",
	}}
}

func TestPartnerLabelLeasedFromStart(t *testing.T) { onEachEngine(t, testPartnerLabelLeasedFromStart) }

func testPartnerLabelLeasedFromStart(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	endpoint(t, s, k, shipment.EventLabelReady)
	made, sub := promised(t, s, k, time.Time{})
	want := made
	want.HAWBNo, want.StatusCode, want.UpdatedOn = "H", shipment.StatusSubmitted, f.clock.Now()
	same(t, "order without its label", stored(t, s, want.TrackingNo), want)
	equal(t, "events", len(eventsOf(t, s, k)), 0)
	equal(t, "claimed while it is leased", len(claimLabels(t, s, "you")), 0)

	f.clock.Advance(time.Second)
	label := store.ClaimedLabel(sub)
	noError(t, s.Ledger.FinishLabel(t.Context(), label, fetched(f, "labels/a.zpl")))
	want.HasLabel, want.PartnerLabel, want.UpdatedOn = true, shipment.LabelZPL, f.clock.Now()
	same(t, "order with its label", stored(t, s, want.TrackingNo), want)
	same(t, "events", eventsOf(t, s, k), []string{"1/1 order.label_ready"})
	wantError(t, s.Ledger.FinishLabel(t.Context(), label, fetched(f, "labels/b.zpl")), store.ErrLeaseLost)
	record := must[store.PartnerLabel](t)(s.Ledger.PartnerLabel(t.Context(), k.AccountID, want.OrderID))
	same(t, "record", record, store.PartnerLabel{
		LedgerEntry: store.LedgerEntry{
			OrderID: want.OrderID, AccountID: k.AccountID, Partner: "p", IdempotencyKey: sub.IdempotencyKey,
			Attempts: 1, LeaseToken: 1, CreatedOn: record.CreatedOn, UpdatedOn: f.clock.Now(),
		},
		State: store.LabelStored, Format: shipment.LabelZPL, Blob: "labels/a.zpl",
	})
	history := must[[]store.Attempt](t)(s.Ledger.SubmissionHistory(t.Context(), k.AccountID, want.OrderID))
	equal(t, "last line of the history", history[len(history)-1].Kind, store.AttemptLabel)
	same(t, "detail", must[store.Detail](t)(s.OrderDetail(t.Context(), k.AccountID, want.TrackingNo)).Labels, []store.PartnerLabel{record})
	_, err := s.Ledger.PartnerLabel(t.Context(), k.AccountID, want.OrderID+1)
	wantError(t, err, store.ErrNotFound)
}

func TestPartnerLabelRetries(t *testing.T) { onEachEngine(t, testPartnerLabelRetries) }

func testPartnerLabelRetries(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	made, _ := promised(t, s, k, f.clock.Now().Add(time.Minute))
	number := made.TrackingNo
	equal(t, "claimed before it is due", len(claimLabels(t, s, "me")), 0)
	f.clock.Advance(time.Minute)
	label := claimLabels(t, s, "me")[0]
	equal(t, "attempts", label.Attempts, 1)
	equal(t, "claimed twice", len(claimLabels(t, s, "you")), 0)
	_, err := s.Ledger.RetrySubmission(t.Context(), number, "")
	wantError(t, err, store.ErrConfirmed) // another process has the lease

	// The lease ends: the next claim gets it, also one of the same process.
	f.clock.Advance(time.Minute)
	again := claimLabels(t, s, "me")[0]
	equal(t, "attempts", again.Attempts, 2)
	wantError(t, s.Ledger.FinishLabel(t.Context(), label, fetched(f, "labels/a.zpl")), store.ErrLeaseLost)
	noError(
		t,
		s.Ledger.FinishLabel(
			t.Context(),
			again,
			store.LabelOutcome{State: store.LabelDue, ErrorClass: "temporary", RetryOn: f.clock.Now().Add(time.Hour)},
		),
	)
	equal(t, "claimed before the retry", len(claimLabels(t, s, "me")), 0)
	f.clock.Advance(time.Hour)
	again = claimLabels(t, s, "me")[0]
	noError(t, s.Ledger.FinishLabel(t.Context(), again, store.LabelOutcome{State: store.LabelFailed, ErrorClass: "refused", Message: "None."}))
	f.clock.Advance(365 * 24 * time.Hour)
	equal(t, "claimed after the failure", len(claimLabels(t, s, "me")), 0)
	equal(t, "label", stored(t, s, number).HasLabel, false)
	same(t, "stats", must[[]store.PartnerQueue](t)(s.Ledger.SubmissionStats(t.Context())),
		[]store.PartnerQueue{{Partner: "p", FailedLabels: 1}})
	missing := store.LedgerFilter{LabelMissing: true, Limit: 9}
	equal(t, "listed", must[[]store.Submission](t)(s.Ledger.Submissions(t.Context(), missing))[0].Order.TrackingNo, number)

	// The operator lets it be tried again.
	equal(t, "retried", must[store.Submission](t)(s.Ledger.RetrySubmission(t.Context(), number, "")).State, store.SubmissionConfirmed)
	again = claimLabels(t, s, "me")[0]
	equal(t, "attempts", again.Attempts, 1)
	noError(t, s.Ledger.FinishLabel(t.Context(), again, fetched(f, "labels/a.zpl")))
	equal(t, "label", stored(t, s, number).HasLabel, true)
	_, err = s.Ledger.RetrySubmission(t.Context(), number, "")
	wantError(t, err, store.ErrConfirmed)
	equal(t, "listed", len(must[[]store.Submission](t)(s.Ledger.Submissions(t.Context(), missing))), 0)

	// The label whose file is lost is fetched again, unless another one was stored meanwhile.
	kept := must[[]store.PartnerLabel](t)(s.Ledger.StoredLabels(t.Context(), k.AccountID, made.OrderID-1))
	equal(t, "stored", len(kept), 1)
	equal(t, "stored after the last", len(must[[]store.PartnerLabel](t)(s.Ledger.StoredLabels(t.Context(), k.AccountID, made.OrderID))), 0)
	earlier := kept[0]
	earlier.Blob = "labels/b.zpl"
	noError(t, s.Ledger.RefetchLabel(t.Context(), earlier))
	equal(t, "claimed", len(claimLabels(t, s, "me")), 0)
	noError(t, s.Ledger.RefetchLabel(t.Context(), kept[0]))
	equal(t, "claimed", len(claimLabels(t, s, "me")), 1)
}

// TestPartnerLabelOfCancelled: a cancelled order must not be shipped by mistake.
func TestPartnerLabelOfCancelled(t *testing.T) { onEachEngine(t, testPartnerLabelOfCancelled) }

func testPartnerLabelOfCancelled(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	endpoint(t, s, k, shipment.EventLabelReady)
	made, sub := promised(t, s, k, time.Time{})
	cancel(t, s, k, made.TrackingNo)
	noError(
		t,
		s.Ledger.FinishCancellation(t.Context(), claimCancellations(t, s, "me")[0],
			store.CancellationOutcome{State: store.CancellationConfirmed}),
	)
	wantError(t, s.Ledger.FinishLabel(t.Context(), store.ClaimedLabel(sub), fetched(f, "labels/a.zpl")), store.ErrLeaseLost)
	late := store.CallbackReport{
		PartnerReport: shipment.PartnerReport{
			TrackingNo: made.TrackingNo,
			Label:      &shipment.PartnerLabel{Format: shipment.LabelPNG},
		},
		Blob: "labels/a.png",
	}
	equal(t, "in a callback", callback(t, s)(late), store.ReportTaken)
	wantCancelled(t, s, made.TrackingNo)
	equal(t, "events", len(eventsOf(t, s, k)), 0)
}

// callback makes a function that takes one report of partner p at a time.
func callback(t *testing.T, s *store.Store) func(r store.CallbackReport) store.ReportOutcome {
	nonce := 0
	return func(r store.CallbackReport) store.ReportOutcome {
		t.Helper()
		nonce++
		return must[[]store.ReportOutcome](t)(s.Ledger.RecordCallback(t.Context(), store.Callback{
			Partner: "p", Nonce: time.Unix(int64(nonce), 0).String(), Reports: []store.CallbackReport{r},
		}))[0]
	}
}

func TestCallbackLabels(t *testing.T) { onEachEngine(t, testCallbackLabels) }

func testCallbackLabels(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	endpoint(t, s, k, shipment.EventLabelReady)
	number := submit(t, s, k, 1)[0].TrackingNo
	tell := callback(t, s)
	report := func(blob string) store.CallbackReport {
		return store.CallbackReport{
			PartnerReport: shipment.PartnerReport{
				TrackingNo: number,
				HAWBNo:     "H",
				Label:      &shipment.PartnerLabel{Format: shipment.LabelPNG},
			},
			Blob: blob,
		}
	}
	// Before the response to the submission: a partner that sends a label has the order.
	equal(t, "first", tell(report("labels/a.png")), store.ReportTaken)
	o := stored(t, s, number)
	equal(t, "number", o.HAWBNo, "H")
	equal(t, "label", o.PartnerLabel, shipment.LabelPNG)
	equal(t, "has it", o.HasLabel, true)
	equal(t, "again", tell(report("labels/a.png")), store.ReportKnown)
	equal(t, "another", tell(report("labels/b.png")), store.ReportTaken)
	equal(t, "blob", must[store.PartnerLabel](t)(s.Ledger.PartnerLabel(t.Context(), k.AccountID, o.OrderID)).Blob, "labels/b.png")
	same(t, "events", eventsOf(t, s, k), []string{"1/1 order.label_ready", "1/2 order.label_ready"})
	equal(t, "to be fetched", len(claimLabels(t, s, "me")), 0)

	// The answer to the submission comes after the label, and has the number that it lacked.
	early := submit(t, s, k, 1)[0]
	sub := claim(t, s, "me", 1)[0]
	noError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute))
	unnumbered := report("labels/c.png")
	unnumbered.TrackingNo, unnumbered.HAWBNo = early.TrackingNo, ""
	equal(t, "without a number", tell(unnumbered), store.ReportTaken)
	noError(
		t,
		s.Ledger.RecordOutcome(
			t.Context(),
			sub,
			store.Outcome{State: store.SubmissionConfirmed, HAWBNo: "H-7", Label: store.LabelPromise{ByPartner: true}},
		),
	)
	equal(t, "number of the answer", stored(t, s, early.TrackingNo).HAWBNo, "H-7")
	equal(t, "label", stored(t, s, early.TrackingNo).PartnerLabel, shipment.LabelPNG)
	equal(t, "tracking by it", tell(store.CallbackReport{PartnerReport: shipment.PartnerReport{
		HAWBNo: "H-7", Event: &shipment.TrackingEvent{Status: shipment.PickedUp},
	}}), store.ReportTaken)

	// An acceptance before the response: the process that submits the order fetches the label.
	handed := submit(t, s, k, 1)[0]
	sub = claim(t, s, "me", 1)[0]
	noError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute))
	promise := store.CallbackReport{PartnerReport: shipment.PartnerReport{TrackingNo: handed.TrackingNo, OwnLabel: true}}
	equal(t, "while it is handed over", tell(promise), store.ReportTaken)
	equal(t, "to be fetched by others", len(claimLabels(t, s, "you")), 0)
	noError(
		t,
		s.Ledger.RecordOutcome(
			t.Context(),
			sub,
			store.Outcome{State: store.SubmissionConfirmed, HAWBNo: "H-8", Label: store.LabelPromise{ByPartner: true}},
		),
	)
	noError(t, s.Ledger.FinishLabel(t.Context(), store.ClaimedLabel(sub), fetched(f, "labels/d.zpl")))
	equal(t, "label", stored(t, s, handed.TrackingNo).PartnerLabel, shipment.LabelZPL)

	// An acceptance that promises one, and one that comes late: what is there stays.
	equal(
		t,
		"late acceptance",
		tell(store.CallbackReport{PartnerReport: shipment.PartnerReport{TrackingNo: number, OwnLabel: true}}),
		store.ReportKnown,
	)
	equal(t, "label", stored(t, s, number).PartnerLabel, shipment.LabelPNG)
	other := submit(t, s, k, 1)[0]
	equal(
		t,
		"promise",
		tell(store.CallbackReport{PartnerReport: shipment.PartnerReport{TrackingNo: other.TrackingNo, OwnLabel: true}}),
		store.ReportTaken,
	)
	equal(t, "label", stored(t, s, other.TrackingNo).HasLabel, false)
	equal(t, "to be fetched", claimLabels(t, s, "me")[0].OrderID, other.OrderID)
}

// TestCallbackNumbers lets a partner report its number when it has promised the label, or sent
// it: ours does not take its place.
func TestCallbackNumbers(t *testing.T) { onEachEngine(t, testCallbackNumbers) }

func testCallbackNumbers(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	endpoint(t, s, k, shipment.EventLabelReady)
	made, _ := promised(t, s, k, f.clock.Now().Add(time.Minute))
	number, tell := made.TrackingNo, callback(t, s)
	equal(t, "a number", tell(accepted(number, "H-2")), store.ReportTaken)
	o := stored(t, s, number)
	equal(t, "number", o.HAWBNo, "H-2")
	equal(t, "label", o.HasLabel, false)
	equal(t, "events", len(eventsOf(t, s, k)), 0)

	f.clock.Advance(time.Minute)
	noError(t, s.Ledger.FinishLabel(t.Context(), claimLabels(t, s, "me")[0], fetched(f, "labels/a.zpl")))
	equal(t, "another number", tell(accepted(number, "H-3")), store.ReportTaken)
	o = stored(t, s, number)
	equal(t, "number", o.HAWBNo, "H-3")
	equal(t, "label", o.PartnerLabel, shipment.LabelZPL)
	equal(t, "has it", o.HasLabel, true)
	same(t, "events", eventsOf(t, s, k), []string{"1/1 order.label_ready"})
}

func TestCallbackTracking(t *testing.T) { onEachEngine(t, testCallbackTracking) }

func testCallbackTracking(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	placed := submit(t, s, k, 1)[0]
	tell := callback(t, s)
	moved := func(status shipment.TrackerStatus, r shipment.PartnerReport) store.CallbackReport {
		r.Event = &shipment.TrackingEvent{Status: status, OccurredOn: f.clock.Now(), Place: "Depot"}
		return store.CallbackReport{PartnerReport: r}
	}
	byNumber, byHAWB := shipment.PartnerReport{TrackingNo: placed.TrackingNo}, shipment.PartnerReport{HAWBNo: "H-9"}
	equal(t, "by a number that it has not reported", tell(moved(shipment.PickedUp, byHAWB)), store.ReportUnknown)
	equal(t, "by no number", tell(moved(shipment.PickedUp, shipment.PartnerReport{})), store.ReportUnknown)
	equal(t, "before it is confirmed", tell(moved(shipment.PendingPickup, byNumber)), store.ReportTaken)
	equal(t, "not confirmed so", stored(t, s, placed.TrackingNo).StatusCode, shipment.StatusNone)
	equal(
		t,
		"acceptance",
		tell(store.CallbackReport{PartnerReport: shipment.PartnerReport{TrackingNo: placed.TrackingNo, HAWBNo: "H-9"}}),
		store.ReportTaken,
	)

	f.clock.Advance(time.Second)
	equal(t, "by the partner's number", tell(moved(shipment.PickedUp, byHAWB)), store.ReportTaken)
	equal(t, "again", tell(moved(shipment.PickedUp, byNumber)), store.ReportKnown)
	event := tracked(t, s, placed.TrackingNo).Events[0]
	equal(t, "source", event.Source, "p")
	equal(t, "moved", stored(t, s, placed.TrackingNo).TrackerStatus, shipment.PickedUp)

	other := create(t, s, k, storetest.Order(9)).Orders[0]
	equal(t, "of an order in house", tell(moved(shipment.PickedUp, shipment.PartnerReport{TrackingNo: other.TrackingNo})), store.ReportUnknown)
	equal(t, "it stays", stored(t, s, other.TrackingNo).TrackerStatus, shipment.OrderCreated)

	// Events of a parcel that the partner should not have are stored, and reported as cancelled.
	gone := submit(t, s, k, 1)[0]
	cancel(t, s, k, gone.TrackingNo)
	equal(
		t,
		"of a cancelled order",
		tell(moved(shipment.PickedUp, shipment.PartnerReport{TrackingNo: gone.TrackingNo})),
		store.ReportCancelled,
	)
	equal(t, "recorded", tracked(t, s, gone.TrackingNo).Events[0].Status, shipment.PickedUp)
	equal(t, "still cancelled", stored(t, s, gone.TrackingNo).TrackerStatus, shipment.Cancelled)
}

// TestPartnersUseNumbersAgain: a report by a partner's number alone is about the last order that this partner gave the number to, also
// among other reports.
func TestPartnersUseNumbersAgain(t *testing.T) { onEachEngine(t, testPartnersUseNumbersAgain) }

func testPartnersUseNumbersAgain(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	var placed []shipment.Order
	for i, partner := range []string{"p", "p", "p", "q"} { // the newest one is of another partner
		f.clock.Advance(time.Hour)
		placed = append(placed, must[store.Batch](t)(s.CreateBatch(t.Context(), store.NewBatch{
			AccountID: k.AccountID, KeyID: k.KeyID, Orders: []shipment.Order{storetest.Order(i)}, Partners: []string{partner},
		})).Orders...)
	}
	accept := func(i int, partner, hawbNo string) {
		t.Helper()
		same(t, "acceptance", must[[]store.ReportOutcome](t)(s.Ledger.RecordCallback(t.Context(), store.Callback{
			Partner: partner, Nonce: fmt.Sprint(partner, i), Reports: []store.CallbackReport{accepted(placed[i].TrackingNo, hawbNo)},
		})), []store.ReportOutcome{store.ReportTaken})
	}
	accept(1, "p", "H-1") // in another order than that of their creation
	accept(0, "p", "H-1")
	accept(2, "p", "H-2")
	accept(3, "q", "H-1")
	moved := func(hawbNo string, status shipment.TrackerStatus) store.CallbackReport {
		return store.CallbackReport{PartnerReport: shipment.PartnerReport{
			HAWBNo: hawbNo, Event: &shipment.TrackingEvent{Status: status, OccurredOn: f.clock.Now()},
		}}
	}
	statuses := func() (all []shipment.TrackerStatus) {
		for _, o := range placed {
			all = append(all, stored(t, s, o.TrackingNo).TrackerStatus)
		}
		return all
	}
	equal(t, "alone", callback(t, s)(moved("H-1", shipment.PendingPickup)), store.ReportTaken)
	same(t, "after one", statuses(), []shipment.TrackerStatus{
		shipment.OrderCreated, shipment.PendingPickup, shipment.OrderCreated, shipment.OrderCreated,
	})
	same(t, "with others", must[[]store.ReportOutcome](t)(s.Ledger.RecordCallback(t.Context(), store.Callback{
		Partner: "p", Nonce: "both", Reports: []store.CallbackReport{moved("H-2", shipment.PickedUp), moved("H-1", shipment.PickedUp)},
	})), []store.ReportOutcome{store.ReportTaken, store.ReportTaken})
	same(t, "after both", statuses(), []shipment.TrackerStatus{
		shipment.OrderCreated, shipment.PickedUp, shipment.PickedUp, shipment.OrderCreated,
	})
}

// TestPromiseAfterACallback: a callback confirms the order during an attempt, whose late answer says that the partner draws the label, and
// has its number if the callback has none. The label is fetched.
func TestPromiseAfterACallback(t *testing.T) { onEachEngine(t, testPromiseAfterACallback) }

func testPromiseAfterACallback(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	tell := callback(t, s)
	for reported, want := range map[string]string{"H-1": "H-1", "": "H-2"} {
		made := submit(t, s, k, 1)[0]
		sub := claim(t, s, "me", 1)[0]
		noError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute))
		equal(t, "report", tell(accepted(made.TrackingNo, reported)), store.ReportTaken)
		f.clock.Advance(time.Second)
		noError(t, s.Ledger.RecordOutcome(t.Context(), sub, store.Outcome{
			State: store.SubmissionConfirmed, HAWBNo: "H-2", Label: store.LabelPromise{ByPartner: true, DueOn: f.clock.Now()},
		}))
		equal(t, "number", stored(t, s, made.TrackingNo).HAWBNo, want)
		sub = must[store.Submission](t)(s.Ledger.SubmissionByTrackingNo(t.Context(), made.TrackingNo))
		equal(t, "number of the submission", sub.HAWBNo, want)
		due := claimLabels(t, s, "me")
		equal(t, "labels to fetch", len(due), 1)
		equal(t, "label", due[0].OrderID, made.OrderID)
		noError(t, s.Ledger.FinishLabel(t.Context(), due[0], fetched(f, "labels/a.zpl")))
		equal(t, "its format", stored(t, s, made.TrackingNo).PartnerLabel, shipment.LabelZPL)
	}
}

// TestRefusedLabels: why a label was not taken is stored, with what it says beside. One that is
// stored stays.
func TestRefusedLabels(t *testing.T) { onEachEngine(t, testRefusedLabels) }

func testRefusedLabels(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	made := submit(t, s, k, 1)[0]
	nonce := 0
	tell := func(r store.CallbackReport) store.ReportOutcome {
		t.Helper()
		nonce++
		r.TrackingNo, r.Label = made.TrackingNo, &shipment.PartnerLabel{Format: shipment.LabelPDF}
		return must[[]store.ReportOutcome](t)(s.Ledger.RecordCallback(t.Context(), store.Callback{
			Partner: "p", Nonce: string(rune('a' + nonce)), Reports: []store.CallbackReport{r},
		}))[0]
	}
	record := func() store.PartnerLabel {
		t.Helper()
		return must[store.PartnerLabel](t)(s.Ledger.PartnerLabel(t.Context(), k.AccountID, made.OrderID))
	}
	equal(
		t,
		"outcome",
		tell(store.CallbackReport{Refused: "it is not whole", PartnerReport: shipment.PartnerReport{HAWBNo: "H"}}),
		store.ReportRefused,
	)
	equal(t, "HAWB", stored(t, s, made.TrackingNo).HAWBNo, "H")
	equal(t, "has a label", stored(t, s, made.TrackingNo).HasLabel, false)
	equal(t, "message", record().Message, "it is not whole")
	equal(t, "class", record().ErrorClass, store.ClassBadFile)
	equal(t, "claimed at once", len(claimLabels(t, s, "me")), 0)
	history := must[[]store.Attempt](t)(s.Ledger.SubmissionHistory(t.Context(), k.AccountID, made.OrderID))
	equal(t, "history", history[len(history)-1].Message, "it is not whole")
	f.clock.Advance(time.Minute)
	equal(t, "claimed a minute later", len(claimLabels(t, s, "me")), 1)

	equal(t, "outcome", tell(store.CallbackReport{Blob: "labels/a.pdf"}), store.ReportTaken)
	equal(t, "message", record().Message, "")
	equal(t, "outcome", tell(store.CallbackReport{Refused: "it is encrypted"}), store.ReportRefused)
	equal(t, "label", record().Blob, "labels/a.pdf")
	equal(t, "state", record().State, store.LabelStored)
	equal(t, "message", record().Message, "")
}
