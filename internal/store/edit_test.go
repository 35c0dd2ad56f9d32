package store_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// edit changes an order, and returns the partner that has work.
func edit(t *testing.T, s *store.Store, k masterdata.Key, trackingNo, partner string, change func(*shipment.Order)) (string, error) {
	t.Helper()
	before := must[shipment.Order](t)(s.OrderForEdit(t.Context(), k.AccountID, trackingNo))
	after := before.Clone()
	change(after)
	ctx := audit.WithActor(t.Context(), audit.Actor{Kind: audit.ActorUser, Name: "ann@example.com"})
	return s.EditOrder(ctx, store.Edit{
		Before: &before, After: after, Changes: shipment.ChangesBetween(&before, after), Partner: partner,
	})
}

func toBandung(o *shipment.Order) { o.Consignee.City, o.Consignee.Name = "Bandung", "Siti" }

func TestEdit(t *testing.T) { onEachEngine(t, testEdit) }

func testEdit(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	_, _, err := s.Webhooks.CreateEndpoint(t.Context(), k.AccountID, shipment.EndpointSettings{})
	noError(t, err)
	made := create(t, s, k, orders(2)...).Orders
	no, was := made[0].TrackingNo, stored(t, s, made[0].TrackingNo)
	noError(t, s.Prints.MarkPrinted(t.Context(), a.AccountID, []int64{was.OrderID}))
	index(t, s, "me")
	f.clock.Advance(time.Minute)

	partner, err := edit(t, s, k, no, "", func(o *shipment.Order) {
		toBandung(o)
		o.ShipperOrderID, o.ServiceID, o.Items, o.Trade.Metadata = "NEW", 2, o.Items[:1], nil
	})
	noError(t, err)
	equal(t, "partner", partner, "")
	want := was
	want.Consignee.City, want.Consignee.Name, want.ShipperOrderID, want.ServiceID, want.Items = "Bandung", "Siti", "NEW", 2, was.Items[:1]
	want.Trade = want.Clone().Trade
	want.Trade.Metadata = nil
	want.Version, want.LabelChangedOn, want.UpdatedOn = 1, f.clock.Now(), f.clock.Now()
	same(t, "order", stored(t, s, no), want)
	equal(t, "the other order", stored(t, s, made[1].TrackingNo).Version, 0)

	d := must[store.Detail](t)(s.OrderDetail(t.Context(), a.AccountID, no))
	equal(t, "stale", d.LabelStale, true)
	change := d.Changes[0]
	equal(t, "who", fmt.Sprintf("%d %s %s", change.Version, change.ActorKind, change.Actor), "1 user ann@example.com")
	equal(t, "when", change.ChangedOn, f.clock.Now())
	same(t, "first field", change.Fields[0], shipment.FieldChange{Field: "service_id", From: []byte("1"), To: []byte("2")})
	equal(t, "counts", f.count(t, `SELECT CAST(sum(orders) AS BIGINT) FROM order_counts WHERE service_id = 2`), 1)
	equal(t, "count of the old service", f.count(t, `SELECT CAST(sum(orders) AS BIGINT) FROM order_counts WHERE service_id = 1`), 1)
	equal(t, "events", f.count(t, `SELECT count(*) FROM events WHERE type = 'order.updated' AND data LIKE
		'%"changed_fields":"service_id,shipper_order_id,consignee_name,consignee_city,items,metadata"}'`), 1)
	equal(t, "audit log", f.count(t, `SELECT count(*) FROM audit_log WHERE action = 'edit' AND new_value NOT LIKE '%Bandung%'`), 1)

	index(t, s, "me")
	equal(t, "by the new words", find(t, s, search(a, "siti bandung")), "NEW")
	equal(t, "by an old word that it has no longer", find(t, s, search(a, fmt.Sprint("Jakarta ", was.ShipperOrderID))), "")
	unprinted := store.OrderFilter{AccountID: a.AccountID, Filter: shipment.Filter{Printed: new(true)}}
	equal(t, "printed", find(t, s, unprinted), "")
	noError(t, s.Prints.MarkPrinted(t.Context(), a.AccountID, []int64{was.OrderID}))
	equal(t, "printed again", find(t, s, unprinted), "NEW")
	equal(t, "stale after the print", must[store.Detail](t)(s.OrderDetail(t.Context(), a.AccountID, no)).LabelStale, false)

	f.clock.Advance(time.Minute)
	_, err = edit(t, s, k, no, "", func(o *shipment.Order) { o.PickupNotes = "Ring once" })
	noError(t, err)
	d = must[store.Detail](t)(s.OrderDetail(t.Context(), a.AccountID, no))
	equal(t, "stale after a change that is not printed", d.LabelStale, false)
	equal(t, "changes", fmt.Sprint(len(d.Changes), d.Changes[0].Version), "2 2")
}

// TestEditRefused: what cannot be changed stays as it is.
func TestEditRefused(t *testing.T) { onEachEngine(t, testEditRefused) }

func testEditRefused(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	made := create(t, s, k, orders(4)...).Orders
	_, err := s.OrderForEdit(t.Context(), other.AccountID, made[0].TrackingNo)
	wantError(t, err, store.ErrNotFound)
	_, err = s.OrderForEdit(t.Context(), k.AccountID, "UNKNOWN-1")
	wantError(t, err, store.ErrNotFound)
	track(t, s, reported(made[0].TrackingNo, shipment.PickedUp, time.Time{}), reported(made[2].TrackingNo, shipment.Exception, time.Time{}))
	cancel(t, s, k, made[1].TrackingNo)
	confirmed, _ := attempted(t, s, k, store.Outcome{State: store.SubmissionConfirmed, HAWBNo: "H"})
	unknown, _ := attempted(t, s, k, store.Outcome{State: store.SubmissionUnknown, RetryOn: f.clock.Now().Add(time.Hour)})
	underWay := submit(t, s, k, 1)[0]
	sub := claim(t, s, "me", 1)[0]
	noError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute))
	for _, c := range []struct {
		of   shipment.Order
		want error
	}{
		{made[0], store.ErrTooLate},
		{made[1], store.ErrCancelled},
		{confirmed, store.ErrConfirmed},
		{unknown, store.ErrOutcomeUnknown},
		{underWay, store.ErrUnderWay},
	} {
		_, err := edit(t, s, k, c.of.TrackingNo, "", toBandung)
		wantError(t, err, c.want)
	}
	_, err = edit(t, s, k, made[2].TrackingNo, "", toBandung)
	noError(t, err) // an exception before the pickup
	_, err = edit(t, s, k, made[3].TrackingNo, "p", func(o *shipment.Order) { o.ServiceID = 2 })
	wantError(t, err, store.ErrOtherFulfilment)
	equal(t, "changed", f.count(t, `SELECT count(*) FROM orders WHERE version > 0`), 1)

	f.exec(t, `UPDATE orders SET version = 500 WHERE order_id = `+fmt.Sprint(made[3].OrderID))
	_, err = edit(t, s, k, made[3].TrackingNo, "", toBandung)
	wantError(t, err, store.ErrTooMany)
	f.exec(t, `UPDATE orders SET erased_on = 1 WHERE order_id = `+fmt.Sprint(made[3].OrderID))
	_, err = edit(t, s, k, made[3].TrackingNo, "", toBandung)
	wantError(t, err, store.ErrErased)
	equal(t, "account", a.AccountID, k.AccountID)
}

// TestEditBeforeSubmission: a process that claimed the order as it was does not submit it.
func TestEditBeforeSubmission(t *testing.T) { onEachEngine(t, testEditBeforeSubmission) }

func testEditBeforeSubmission(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	no := submit(t, s, k, 1)[0].TrackingNo
	claimed := claim(t, s, "me", 1)[0]
	partner, err := edit(t, s, k, no, "p", toBandung)
	noError(t, err)
	equal(t, "partner", partner, "p")
	wantError(t, s.Ledger.StartAttempt(t.Context(), &claimed, time.Minute), store.ErrLeaseLost)
	again := claim(t, s, "you", 9)
	equal(t, "claimed again", len(again), 1)
	equal(t, "city", again[0].Order.Consignee.City, "Bandung")
	equal(t, "key", again[0].IdempotencyKey, claimed.IdempotencyKey)

	// The other service has another partner.
	partner, err = edit(t, s, k, no, "q", func(o *shipment.Order) { o.ServiceID = 2 })
	noError(t, err)
	equal(t, "other partner", partner, "q")
	equal(t, "claimed for the old partner", len(claim(t, s, "you", 9)), 0)
	equal(t, "submissions", f.count(t, `SELECT count(*) FROM submissions WHERE partner = 'q' AND state = 'pending'`), 1)
}

// TestEditAfterRefusal: the order is submitted again, and the history keeps why it was refused.
func TestEditAfterRefusal(t *testing.T) { onEachEngine(t, testEditAfterRefusal) }

func testEditAfterRefusal(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	o, sub := attempted(t, s, k, store.Outcome{State: store.SubmissionFailed, ErrorClass: "refused", Message: "No such city."})
	_, err := edit(t, s, k, o.TrackingNo, "p", toBandung)
	noError(t, err)
	equal(t, "status", stored(t, s, o.TrackingNo).StatusCode, shipment.StatusNone)
	equal(t, "refusal", must[store.Detail](t)(s.OrderDetail(t.Context(), a.AccountID, o.TrackingNo)).Changes[0].Refusal, "No such city.")
	again := claim(t, s, "me", 9)
	equal(t, "claimed", len(again), 1)
	equal(t, "asked first, with the same key", fmt.Sprint(again[0].State, " ", again[0].IdempotencyKey == sub.IdempotencyKey), "unknown true")
	noError(t, s.Ledger.StartAttempt(t.Context(), &again[0], time.Minute))
	noError(t, s.Ledger.RecordOutcome(t.Context(), again[0], store.Outcome{State: store.SubmissionConfirmed, HAWBNo: "H"}))
	equal(t, "in the end", stored(t, s, o.TrackingNo).StatusCode, shipment.StatusSubmitted)
}

// TestEditAfterFailure: an order whose attempts are used up gets them again, but not at another partner.
func TestEditAfterFailure(t *testing.T) { onEachEngine(t, testEditAfterFailure) }

func testEditAfterFailure(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	o, _ := attempted(t, s, k, store.Outcome{State: store.SubmissionFailed, ErrorClass: "temporary", Message: "Try later."})
	f.exec(t, `UPDATE submissions SET attempts = 15`)
	_, err := edit(t, s, k, o.TrackingNo, "q", func(o *shipment.Order) { o.ServiceID = 2 })
	wantError(t, err, store.ErrNotRefused)
	_, err = edit(t, s, k, o.TrackingNo, "p", func(o *shipment.Order) { o.ServiceID = 2 })
	noError(t, err)
	again := claim(t, s, "me", 9)
	equal(t, "attempts", fmt.Sprint(len(again), again[0].Attempts), "1 0")

	refused, _ := attempted(t, s, k, store.Outcome{State: store.SubmissionFailed, ErrorClass: "refused", Message: "No such city."})
	_, err = edit(t, s, k, refused.TrackingNo, "q", func(o *shipment.Order) { o.ServiceID = 2 })
	noError(t, err)
	equal(t, "at the other partner", f.count(t, `SELECT count(*) FROM submissions WHERE partner = 'q' AND state = 'pending'`), 1)
}

// TestEditsAtOnce: of changes of one version, one is made.
func TestEditsAtOnce(t *testing.T) { onEachEngine(t, testEditsAtOnce) }

func testEditsAtOnce(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	no := create(t, s, k, storetest.Order(1)).Orders[0].TrackingNo
	before := must[shipment.Order](t)(s.OrderForEdit(t.Context(), k.AccountID, no))
	outcomes := make([]error, 8)
	var all sync.WaitGroup
	for i := range outcomes {
		all.Go(func() {
			after := before.Clone()
			after.Consignee.City = fmt.Sprint("City ", i)
			_, outcomes[i] = s.EditOrder(t.Context(), store.Edit{
				Before: &before, After: after, Changes: shipment.ChangesBetween(&before, after),
			})
		})
	}
	all.Wait()
	made := 0
	for i, err := range outcomes {
		if err == nil {
			made++
			equal(t, "city", stored(t, s, no).Consignee.City, fmt.Sprint("City ", i))
		} else {
			wantError(t, err, store.ErrChanged)
		}
	}
	equal(t, "made", made, 1)
}

// TestPrintsAtOnce: the same labels are marked in two orders.
func TestPrintsAtOnce(t *testing.T) { onEachEngine(t, testPrintsAtOnce) }

func testPrintsAtOnce(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	var ids []int64
	for _, o := range create(t, s, k, orders(100)...).Orders {
		ids = append(ids, o.OrderID)
	}
	backwards := slices.Clone(ids)
	slices.Reverse(backwards)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for range 20 {
				if err := s.Prints.MarkPrinted(t.Context(), a.AccountID, [][]int64{ids, backwards}[i%2]); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
}
