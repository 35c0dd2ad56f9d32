package store_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/report"
	"waybill/internal/store/storetest"
)

// ann is a user who holds and releases.
var ann = audit.Actor{Kind: audit.ActorUser, Name: "ann@example.com"}

func hold(t *testing.T, s *store.Store, k masterdata.Key, reason string, numbers ...string) []store.HoldResult {
	t.Helper()
	return must[[]store.HoldResult](t)(s.HoldOrders(audit.WithActor(t.Context(), ann), k.AccountID, numbers, reason, false))
}

func release(t *testing.T, s *store.Store, k masterdata.Key, numbers ...string) []store.HoldResult {
	t.Helper()
	return must[[]store.HoldResult](t)(s.ReleaseOrders(audit.WithActor(t.Context(), ann), k.AccountID, numbers, "", false))
}

// held returns the hold of an order, the zero Hold for none.
func held(t *testing.T, s *store.Store, k masterdata.Key, trackingNo string) shipment.Hold {
	t.Helper()
	d := must[store.Detail](t)(s.OrderDetail(t.Context(), k.AccountID, trackingNo))
	if d.Order.Hold == nil {
		return shipment.Hold{}
	}
	return *d.Order.Hold
}

// inWords are the results of HoldOrders and ReleaseOrders in words.
func inWords(results []store.HoldResult) string {
	words := make([]string, len(results))
	for i, r := range results {
		switch {
		case r.Err != nil:
			words[i] = r.Err.Error()
		case r.Changed:
			words[i] = strings.TrimSpace("changed " + r.Partner)
		default:
			words[i] = "same"
		}
	}
	return strings.Join(words, "; ")
}

// submission is the state of the submission of an order.
func submission(t *testing.T, s *store.Store, trackingNo string) store.SubmissionState {
	t.Helper()
	return must[store.Submission](t)(s.Ledger.SubmissionByTrackingNo(t.Context(), trackingNo)).State
}

func TestHold(t *testing.T) { onEachEngine(t, testHold) }

func testHold(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	endpoint(t, s, k, shipment.EventOrderHeld, shipment.EventOrderReleased, shipment.EventLabelReady)
	made, theirs := create(t, s, k, orders(2)...).Orders, create(t, s, other, storetest.Order(9)).Orders[0]
	no := made[0].TrackingNo
	f.clock.Advance(time.Minute)
	results := hold(t, s, k, "Check the address", no, theirs.TrackingNo, "UNKNOWN-1", no)
	equal(t, "results", inWords(results), fmt.Sprintf("changed; %v; %v; changed", store.ErrNotFound, store.ErrNotFound))
	want := shipment.Hold{Reason: "Check the address", HeldOn: f.clock.Now(), ActorKind: "user", Actor: "ann@example.com"}
	same(t, "hold", held(t, s, k, no), want)
	same(t, "hold of the other", held(t, s, k, made[1].TrackingNo), shipment.Hold{})
	o := stored(t, s, no)
	equal(t, "order", fmt.Sprint(o.Version, o.HasLabel, o.UpdatedOn.Equal(f.clock.Now())), "1 true true")

	f.clock.Advance(time.Minute)
	equal(t, "held again", inWords(hold(t, s, k, "Check the address", no)), "same")
	same(t, "unchanged", held(t, s, k, no), want)
	equal(t, "another reason", inWords(hold(t, s, k, "Not paid", no)), "changed")
	want.Reason, want.HeldOn = "Not paid", f.clock.Now()
	same(t, "hold with the reason", held(t, s, k, no), want)

	equal(t, "released", inWords(release(t, s, k, no, theirs.TrackingNo)), fmt.Sprint("changed; ", store.ErrNotFound))
	equal(t, "released again", inWords(release(t, s, k, no)), "same")
	same(t, "hold at the end", held(t, s, k, no), shipment.Hold{})
	var changes []string
	for _, c := range must[[]shipment.Change](t)(s.Changes(t.Context(), a.AccountID, o.OrderID)) {
		changes = append(changes, fmt.Sprintf("%d %s %s %s %s", c.Version, c.Actor, c.Fields[0].Field, c.Fields[0].From, c.Fields[0].To))
	}
	same(t, "changes", changes, []string{
		`3 ann@example.com hold "Not paid" null`, `2 ann@example.com hold "Check the address" "Not paid"`,
		`1 ann@example.com hold null "Check the address"`,
	})
	equal(t, "events", f.count(t, `SELECT count(*) FROM events WHERE type = 'order.held' AND data LIKE '%"rule_id":""}'
		OR type = 'order.released' AND data LIKE '%"reason":"Not paid","rule_id":""}'`), 3)
	equal(t, "labels", f.count(t, `SELECT count(*) FROM events WHERE type = 'order.label_ready' AND order_id = `+fmt.Sprint(o.OrderID)), 1)
	equal(t, "audit log", f.count(t, `SELECT count(*) FROM audit_log WHERE action = 'hold' AND new_value LIKE '%"Not paid"%'
		OR action = 'release' AND old_value LIKE '%"Not paid"%' AND new_value = ''`), 2)
}

// TestReleaseForAReason: a hold by a list of sanctions needs one, which the history and the audit log keep.
func TestReleaseForAReason(t *testing.T) { onEachEngine(t, testReleaseForAReason) }

func testReleaseForAReason(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	listed, barred := storetest.Order(1), storetest.Order(2)
	for rule, o := range map[string]*shipment.Order{shipment.SanctionsRule: &listed, "embargo-kp": &barred} {
		o.Hold = &shipment.Hold{Reason: "Look at it", RuleID: rule, ActorKind: shipment.HeldByRule, Actor: rule}
	}
	made := create(t, s, k, listed, barred).Orders
	no := made[0].TrackingNo
	equal(t, "no reason", inWords(release(t, s, k, no, made[1].TrackingNo)), fmt.Sprint(store.ErrNoReason, "; changed"))
	equal(t, "it is held", held(t, s, k, no).RuleID, shipment.SanctionsRule)
	must[[]store.HoldResult](t)(s.HoldOrders(t.Context(), k.AccountID, []string{no}, "Look at it again", false))
	equal(t, "held again, no reason", inWords(release(t, s, k, no)), fmt.Sprint(store.ErrNoReason))
	for _, dryRun := range []bool{true, false} {
		results, err := s.ReleaseOrders(audit.WithActor(t.Context(), ann), k.AccountID, []string{no}, "Another Jane Doe", dryRun)
		noError(t, err)
		equal(t, "results", inWords(results), "changed")
		equal(t, "it is released", held(t, s, k, no) == shipment.Hold{}, !dryRun)
	}
	changes := must[[]shipment.Change](t)(s.Changes(t.Context(), k.AccountID, made[0].OrderID))
	equal(t, "changes", fmt.Sprintf("%s", changes[0].Fields), `[{hold "Look at it again" null} {release_reason null "Another Jane Doe"}]`)
	equal(t, "audit log", f.count(t, `SELECT count(*) FROM audit_log WHERE action = 'release' AND actor = 'ann@example.com'
		AND new_value = '{"reason":"Another Jane Doe"}'`), 1)
}

// TestHoldRefused: what cannot be held stays as it is, and an order of the same call is held.
func TestHoldRefused(t *testing.T) { onEachEngine(t, testHoldRefused) }

func testHoldRefused(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	made := create(t, s, k, orders(5)...).Orders
	track(t, s, reported(made[0].TrackingNo, shipment.PickedUp, time.Time{}))
	cancel(t, s, k, made[1].TrackingNo)
	f.exec(t, `UPDATE orders SET erased_on = 1 WHERE order_id = `+fmt.Sprint(made[2].OrderID))
	f.exec(t, `UPDATE orders SET version = 500 WHERE order_id = `+fmt.Sprint(made[3].OrderID))
	unknown, _ := attempted(t, s, k, store.Outcome{State: store.SubmissionUnknown, RetryOn: f.clock.Now().Add(time.Hour)})
	underWay := submit(t, s, k, 1)[0]
	sub := claim(t, s, "me", 1)[0]
	noError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute))
	var numbers []string
	for _, o := range append(made, unknown, underWay) {
		numbers = append(numbers, o.TrackingNo)
	}
	for i, want := range []error{
		store.ErrTooLate, store.ErrCancelled, store.ErrErased, store.ErrTooMany, nil, store.ErrOutcomeUnknown, store.ErrUnderWay,
	} {
		if r := hold(t, s, k, "Wait", numbers...)[i]; !errors.Is(r.Err, want) {
			t.Errorf("order %d: %v, want %v", i, r.Err, want)
		}
	}
	equal(t, "held", f.count(t, `SELECT count(*) FROM order_holds`), 1)
	noError(t, s.Ledger.RecordOutcome(t.Context(), sub, store.Outcome{State: store.SubmissionConfirmed, HAWBNo: "H"}))
}

// TestHoldOfSubmissions: a process that claimed the order does not submit it, nobody does until it is released.
func TestHoldOfSubmissions(t *testing.T) { onEachEngine(t, testHoldOfSubmissions) }

func testHoldOfSubmissions(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	made := submit(t, s, k, 1)[0]
	no := made.TrackingNo
	claimed := claim(t, s, "me", 1)[0]
	equal(t, "held", inWords(hold(t, s, k, "Wait", no)), "changed")
	wantError(t, s.Ledger.StartAttempt(t.Context(), &claimed, time.Minute), store.ErrLeaseLost)
	f.clock.Advance(24 * time.Hour)
	equal(t, "claimed", len(claim(t, s, "me", 9)), 0)
	equal(t, "state", submission(t, s, no), store.SubmissionHeld)
	equal(t, "queues", len(must[[]store.PartnerQueue](t)(s.Ledger.SubmissionStats(t.Context()))), 0)
	_, err := s.Ledger.RetrySubmission(t.Context(), no, "")
	wantError(t, err, store.ErrHeld)
	obstacles := must[[]report.Obstacle](t)(report.Reader{Store: s}.Obstacles(t.Context(), &made))
	same(t, "why", obstacles, []report.Obstacle{
		{
			What: "hold", State: "held", Cause: "Wait", Message: "Wait", Reason: problem.HeldUntil.With("Wait"),
			Since: f.clock.Now().Add(-24 * time.Hour),
		},
	})

	equal(t, "released", inWords(release(t, s, k, no)), "changed p")
	wantError(t, s.Ledger.StartAttempt(t.Context(), &claimed, time.Minute), store.ErrLeaseLost)
	sub := claim(t, s, "you", 9)[0]
	equal(t, "claimed after the release", fmt.Sprint(sub.State, " ", sub.IdempotencyKey == claimed.IdempotencyKey), "pending true")
	noError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute))
	noError(t, s.Ledger.RecordOutcome(t.Context(), sub, store.Outcome{State: store.SubmissionPending, RetryOn: f.clock.Now()}))

	hold(t, s, k, "Wait", no)
	release(t, s, k, no)
	sub = claim(t, s, "you", 9)[0]
	equal(t, "after an attempt", fmt.Sprint(sub.State, " ", sub.Attempts), "pending 0")
	noError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute))
	noError(t, s.Ledger.RecordOutcome(t.Context(), sub, store.Outcome{State: store.SubmissionConfirmed, HAWBNo: "H"}))

	// The partner has the order: it can be held back from the driver.
	equal(t, "confirmed one", inWords(hold(t, s, k, "Wait", no)), "changed")
	equal(t, "state of a confirmed one", submission(t, s, no), store.SubmissionConfirmed)
	equal(t, "confirmed one, released", inWords(release(t, s, k, no)), "changed")
	equal(t, "status", stored(t, s, no).StatusCode, shipment.StatusSubmitted)
}

// TestHoldAndEdit: a held order stays held when it is changed, also one that the partner refused.
func TestHoldAndEdit(t *testing.T) { onEachEngine(t, testHoldAndEdit) }

func testHoldAndEdit(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	waiting := submit(t, s, k, 1)[0].TrackingNo
	hold(t, s, k, "Wait", waiting)
	refused, _ := attempted(t, s, k, store.Outcome{State: store.SubmissionFailed, ErrorClass: "gone", Message: "No such city."})
	hold(t, s, k, "Wait", refused.TrackingNo)
	equal(t, "state of a refused one", submission(t, s, refused.TrackingNo), store.SubmissionFailed)
	equal(t, "status of a refused one", stored(t, s, refused.TrackingNo).StatusCode, shipment.StatusSubmissionFailed)
	_, err := s.Ledger.RetrySubmission(t.Context(), refused.TrackingNo, "")
	wantError(t, err, store.ErrHeld)
	for _, no := range []string{waiting, refused.TrackingNo} {
		partner, err := edit(t, s, k, no, "p", toBandung)
		noError(t, err)
		equal(t, "partner", partner, "")
		equal(t, "state", submission(t, s, no), store.SubmissionHeld)
		equal(t, "hold", held(t, s, k, no).Reason, "Wait")
	}
	equal(t, "claimed", len(claim(t, s, "me", 9)), 0)
	_, err = edit(t, s, k, refused.TrackingNo, "q", func(o *shipment.Order) { o.ServiceID = 2 })
	wantError(t, err, store.ErrNotRefused) // the old partner may have it
	release(t, s, k, waiting, refused.TrackingNo)
	states := map[store.SubmissionState]int{}
	for _, sub := range claim(t, s, "me", 9) {
		equal(t, "city", sub.Order.Consignee.City, "Bandung")
		states[sub.State]++
	}
	same(t, "states", states, map[store.SubmissionState]int{store.SubmissionPending: 1, store.SubmissionUnknown: 1})

	// An edit of the order as it was before the hold.
	no := create(t, s, k, storetest.Order(1)).Orders[0].TrackingNo
	before := must[shipment.Order](t)(s.OrderForEdit(t.Context(), k.AccountID, no))
	hold(t, s, k, "Wait", no)
	after := before.Clone()
	toBandung(after)
	_, err = s.EditOrder(t.Context(), store.Edit{Before: &before, After: after, Changes: shipment.ChangesBetween(&before, after)})
	wantError(t, err, store.ErrChanged)
}

// TestHoldEnds: a cancellation ends a hold, and a partner that has the order ends what it holds back.
func TestHoldEnds(t *testing.T) { onEachEngine(t, testHoldEnds) }

func testHoldEnds(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	made := append(submit(t, s, k, 2), create(t, s, k, storetest.Order(1)).Orders...)
	for _, o := range made {
		hold(t, s, k, "Wait", o.TrackingNo)
	}
	for _, o := range []shipment.Order{made[0], made[2]} {
		same(t, "cancelled", cancel(t, s, k, o.TrackingNo)[0], store.CancelResult{Outcome: store.OrderCancelled})
		wantCancelled(t, s, o.TrackingNo)
		equal(t, "released", inWords(release(t, s, k, o.TrackingNo)), "same")
	}
	equal(t, "submission", submission(t, s, made[0].TrackingNo), store.SubmissionCancelled)

	no := made[1].TrackingNo
	reports := callback(t, s)
	equal(t, "report", reports(store.CallbackReport{PartnerReport: shipment.PartnerReport{TrackingNo: no, HAWBNo: "H"}}), store.ReportTaken)
	equal(t, "submission of a reported one", submission(t, s, no), store.SubmissionConfirmed)
	equal(t, "label", stored(t, s, no).HasLabel, true)
	equal(t, "hold", held(t, s, k, no).Reason, "Wait")
	equal(t, "released", inWords(release(t, s, k, no)), "changed")
	equal(t, "submission after the release", submission(t, s, no), store.SubmissionConfirmed)

	// The data of a held order that has ended are erased, with the reason.
	no = submit(t, s, k, 1)[0].TrackingNo
	hold(t, s, k, "Call Budi", no)
	track(t, s, reported(no, shipment.Success, time.Time{}))
	f.clock.Advance(48 * time.Hour)
	erased := must[[]store.Erasure](t)(s.EraseOrders(t.Context(), k.AccountID, []int64{stored(t, s, no).OrderID}))
	equal(t, "why not", erased[0].Reason, "")
	for _, table := range []string{"order_holds", "order_changes", "submissions"} {
		equal(t, table, f.count(t, `SELECT count(*) FROM `+table+` WHERE order_id = `+fmt.Sprint(erased[0].OrderID)), 0)
	}
}

// TestHeldAtCreate: an order with a hold is stored with it, and is neither submitted nor gets a label.
func TestHeldAtCreate(t *testing.T) { onEachEngine(t, testHeldAtCreate) }

func testHeldAtCreate(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	endpoint(t, s, k, shipment.EventOrderCreated, shipment.EventOrderHeld, shipment.EventLabelReady)
	all := orders(4)
	for _, i := range []int{0, 2} {
		all[i].Hold = &shipment.Hold{Reason: "Perfume by air", RuleID: "perfume", ActorKind: shipment.HeldByRule, Actor: "perfume"}
	}
	b := must[store.Batch](t)(s.CreateBatch(t.Context(), store.NewBatch{
		AccountID: k.AccountID, KeyID: k.KeyID, Orders: all, Partners: []string{"", "", "p", "p"}, LeaseFor: time.Minute, Owner: "me",
	}))
	equal(t, "leased", len(b.Submissions), 1)
	equal(t, "leased order", b.Submissions[0].OrderID, b.Orders[3].OrderID)
	want := shipment.Hold{
		Reason: "Perfume by air", RuleID: "perfume", HeldOn: f.clock.Now(), ActorKind: shipment.HeldByRule, Actor: "perfume",
	}
	for i, o := range b.Orders {
		isHeld := i == 0 || i == 2
		got := stored(t, s, o.TrackingNo)
		equal(t, "label", got.HasLabel, i == 1)
		equal(t, "submitted", got.StatusCode == shipment.StatusSubmitted, i == 1)
		if got := held(t, s, k, o.TrackingNo); (got == want) != isHeld {
			t.Errorf("order %d: %+v", i, got)
		}
	}
	f.clock.Advance(time.Hour)
	equal(t, "claimed", claim(t, s, "you", 9)[0].OrderID, b.Orders[3].OrderID)
	equal(t, "events", f.count(t, `SELECT count(*) FROM events WHERE type = 'order.held' AND sequence = 2
		AND data LIKE '%"reason":"Perfume by air","rule_id":"perfume"}'`), 2)
	equal(t, "deliveries", f.count(t, `SELECT count(*) FROM deliveries`), 7)

	equal(t, "released", inWords(release(t, s, k, b.Orders[0].TrackingNo, b.Orders[2].TrackingNo)), "changed; changed p")
	o := stored(t, s, b.Orders[0].TrackingNo)
	equal(t, "in house", fmt.Sprint(o.HasLabel, " ", o.StatusCode), "true SUBMITTED")
	equal(t, "labels ready", f.count(t, `SELECT count(*) FROM events WHERE type = 'order.label_ready'`), 2)
	equal(t, "claimed at the end", claim(t, s, "you", 9)[0].OrderID, b.Orders[2].OrderID)
	equal(t, "account", a.AccountID, k.AccountID)
}

func TestHoldFilter(t *testing.T) { onEachEngine(t, testHoldFilter) }

func testHoldFilter(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	var made []shipment.Order
	for i := range 60 {
		o := storetest.Order(i)
		o.ShipperOrderID, o.ServiceID = fmt.Sprint(i), int64(i%2)+1
		made = append(made, create(t, s, k, o).Orders...)
		f.clock.Advance(time.Second)
	}
	hold(t, s, other, "Wait", create(t, s, other, storetest.Order(9)).Orders[0].TrackingNo)
	for _, i := range []int{3, 58, 7} {
		f.clock.Advance(time.Second)
		hold(t, s, k, "Wait", made[i].TrackingNo)
	}
	index(t, s, "me")
	of := func(f shipment.Filter) store.OrderFilter {
		return store.OrderFilter{AccountID: a.AccountID, PageSize: 2, Filter: f}
	}
	equal(t, "held", find(t, s, of(shipment.Filter{Held: new(true)})), "58 7 3")
	equal(t, "held, of a service", find(t, s, of(shipment.Filter{Held: new(true), ServiceID: new(int64(1))})), "58")
	equal(t, "held, by words", find(t, s, of(shipment.Filter{Held: new(true), Search: "budi"})), "58 7 3")
	equal(t, "held, by reference", find(t, s, of(shipment.Filter{Held: new(true), ShipperOrderID: "7"})), "7")
	equal(t, "not held, by reference", find(t, s, of(shipment.Filter{Held: new(false), ShipperOrderID: "7"})), "")
	count, exact, err := s.CountUpTo(t.Context(), of(shipment.Filter{Held: new(false)}), 99)
	equal(t, "not held", fmt.Sprint(count, exact, err), "57 true <nil>")
	page := must[store.OrderPage](t)(s.ListOrders(t.Context(), of(shipment.Filter{Held: new(true)}), 2))
	equal(t, "by page", fmt.Sprint(page.Count, " ", referencesOf(t, page.Records)), "3 3 ")
	byUpdate := of(shipment.Filter{Held: new(true), UpdatedFrom: made[0].CreatedOn})
	records, more, err := s.RecordsAfter(t.Context(), byUpdate, store.Cursor{})
	noError(t, err)
	equal(t, "by update", fmt.Sprint(more, " ", referencesOf(t, records)), "true 3 58 ")
}

// TestHoldsAtOnce holds, releases, changes, claims and cancels an order at the same time: it is submitted or not, as it says in
// the end.
func TestHoldsAtOnce(t *testing.T) { onEachEngine(t, testHoldsAtOnce) }

func testHoldsAtOnce(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	var numbers []string
	for _, o := range submit(t, s, k, 6) {
		numbers = append(numbers, o.TrackingNo)
	}
	var all sync.WaitGroup
	var attempts sync.Map // by order
	for i := range 6 {
		all.Go(func() {
			for j := range 12 {
				no := numbers[(i+j)%len(numbers)]
				var err error
				switch (i + j) % 4 {
				case 0:
					_, err = s.HoldOrders(t.Context(), k.AccountID, numbers, fmt.Sprint(i, j), false)
				case 1:
					_, err = s.ReleaseOrders(t.Context(), k.AccountID, []string{no}, "", false)
				case 2:
					err = editAtOnce(t, s, k, no, fmt.Sprint("City ", i, j))
				case 3:
					err = attemptAtOnce(t, s, fmt.Sprint(i), &attempts)
				}
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Go(func() {
		if _, err := s.CancelOrders(t.Context(), k.AccountID, numbers[:1], false); err != nil {
			t.Error(err)
		}
	})
	all.Wait()
	for _, no := range numbers {
		is, state := held(t, s, k, no).Reason != "", submission(t, s, no)
		_, attempted := attempts.Load(no)
		switch {
		case (state == store.SubmissionHeld) != (is && !attempted) && state != store.SubmissionCancelled:
			t.Errorf("%s: held %v, attempted %v, %s", no, is, attempted, state)
		case state == store.SubmissionCancelled && is:
			t.Errorf("%s is cancelled and held", no)
		}
	}
}

func editAtOnce(t *testing.T, s *store.Store, k masterdata.Key, no, city string) error {
	t.Helper()
	_, err := edit(t, s, k, no, "p", func(o *shipment.Order) { o.Consignee.City = city })
	for _, usual := range []error{store.ErrChanged, store.ErrConfirmed, store.ErrUnderWay, store.ErrCancelled} {
		if errors.Is(err, usual) {
			return nil
		}
	}
	return err
}

// attemptAtOnce claims a submission, and makes an attempt that the partner accepts.
func attemptAtOnce(t *testing.T, s *store.Store, owner string, attempts *sync.Map) error {
	t.Helper()
	claimed, err := s.Ledger.ClaimSubmissions(t.Context(), owner, "p", 1, time.Minute)
	for i := 0; i < len(claimed) && err == nil; i++ {
		if err = s.Ledger.StartAttempt(t.Context(), &claimed[i], time.Minute); errors.Is(err, store.ErrLeaseLost) {
			return nil
		}
		if err == nil {
			attempts.Store(claimed[i].Order.TrackingNo, true)
			err = s.Ledger.RecordOutcome(t.Context(), claimed[i], store.Outcome{State: store.SubmissionConfirmed})
		}
	}
	return err
}
