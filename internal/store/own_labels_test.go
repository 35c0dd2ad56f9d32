package store_test

import (
	"slices"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

// TestOwnLabels: which orders get an own label while their partner owes its label.
func TestOwnLabels(t *testing.T) { onEachEngine(t, testOwnLabels) }

func testOwnLabels(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	endpoint(t, s, k, shipment.EventLabelReady)
	service := func(name string, own bool) int64 {
		return must[shipment.Service](t)(s.MasterData.CreateService(t.Context(),
			shipment.Service{Name: name, Category: shipment.CategoryPickup, OwnLabel: own})).ServiceID
	}
	allowed, strict := service("Own", true), service("Strict", false)
	place := func(change func(*shipment.Order)) shipment.Order {
		o := storetest.Order(1)
		o.ServiceID = allowed
		if change != nil {
			change(&o)
		}
		return must[store.Batch](t)(s.CreateBatch(t.Context(), store.NewBatch{
			AccountID: k.AccountID, KeyID: k.KeyID, Orders: []shipment.Order{o}, Partners: []string{"p"},
		})).Orders[0]
	}
	ended := func(outcome store.Outcome) shipment.Order {
		o := place(nil)
		end(t, s, o, outcome)
		return o
	}
	retryOn := f.clock.Now().Add(24 * time.Hour)
	orders := map[string]shipment.Order{
		"lacks facts": ended(store.Outcome{State: store.SubmissionPending, ErrorClass: store.ClassMissing, RetryOn: retryOn}),
		"refused":     ended(store.Outcome{State: store.SubmissionFailed, ErrorClass: store.ClassRefused}),
		"later": ended(store.Outcome{
			State: store.SubmissionConfirmed, Label: store.LabelPromise{ByPartner: true, DueOn: retryOn},
		}),
		"never": ended(store.Outcome{
			State: store.SubmissionConfirmed, Label: store.LabelPromise{ByPartner: true, DueOn: retryOn},
		}),
		"drawn by us": ended(store.Outcome{State: store.SubmissionConfirmed}),
		"waits":       ended(store.Outcome{State: store.SubmissionPending, ErrorClass: store.ClassTemporary, RetryOn: retryOn}),
		"unknown":     ended(store.Outcome{State: store.SubmissionUnknown, RetryOn: retryOn}),
		"held":        place(func(o *shipment.Order) { o.Hold = &shipment.Hold{Reason: "Wait"} }),
		"a return":    place(func(o *shipment.Order) { o.Return = true }),
		"strict":      place(func(o *shipment.Order) { o.ServiceID = strict }),
		"cancelled":   place(nil),
		"picked up":   place(nil),
	}
	cancel(t, s, k, orders["cancelled"].TrackingNo)
	track(t, s, reported(orders["picked up"].TrackingNo, shipment.PickedUp, time.Time{}))
	since := f.clock.Now()
	f.clock.Advance(time.Second)
	orders["too early"] = place(nil)
	orders["accepted too early"] = ended(store.Outcome{
		State: store.SubmissionConfirmed, Label: store.LabelPromise{ByPartner: true, DueOn: retryOn},
	})
	events := len(eventsOf(t, s, k))
	equal(t, "of another partner", must[int64](t)(s.Ledger.GiveOwnLabels(t.Context(), "q", since, 9)), 0)
	equal(t, "given", must[int64](t)(s.Ledger.GiveOwnLabels(t.Context(), "p", since, 9)), 4)
	equal(t, "given again", must[int64](t)(s.Ledger.GiveOwnLabels(t.Context(), "p", since, 9)), 0)
	equal(t, "events", len(eventsOf(t, s, k)), events+4)
	for name, o := range orders {
		want := map[string]bool{"waits": true, "unknown": true, "later": true, "never": true, "drawn by us": true}[name]
		equal(t, "label of the order: "+name, stored(t, s, o.TrackingNo).HasLabel, want)
	}

	// The own label is stale when the partner's comes, and ends with the partner's promise, and with the service.
	f.clock.Advance(24 * time.Hour)
	for _, label := range claimLabels(t, s, "me") {
		outcome := fetched(f, "labels/later.zpl")
		if label.OrderID == orders["never"].OrderID {
			outcome.State, outcome.Format, outcome.Blob, outcome.ErrorClass = store.LabelFailed, "", "", store.ClassRefused
		}
		noError(t, s.Ledger.FinishLabel(t.Context(), label, outcome))
	}
	equal(t, "change of a label", stored(t, s, orders["later"].TrackingNo).LabelChangedOn, f.clock.Now())
	equal(t, "label that the partner does not give", stored(t, s, orders["never"].TrackingNo).HasLabel, false)
	_, err := edit(t, s, k, orders["waits"].TrackingNo, "p", func(o *shipment.Order) { o.ServiceID = strict })
	noError(t, err)
	equal(t, "label of another service", stored(t, s, orders["waits"].TrackingNo).HasLabel, false)
}

// TestLabelOfAnErasedOrder: the partner sends a label for an order whose personal data were erased. The order does not have it, and its
// file is deleted.
func TestLabelOfAnErasedOrder(t *testing.T) { onEachEngine(t, testLabelOfAnErasedOrder) }

func testLabelOfAnErasedOrder(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	endpoint(t, s, k, shipment.EventLabelReady)
	kept, _ := promised(t, s, k, f.clock.Now())
	f.clock.Advance(time.Second)
	noError(t, s.Ledger.FinishLabel(t.Context(), claimLabels(t, s, "me")[0], fetched(f, "labels/kept.zpl")))
	gone, _ := promised(t, s, k, f.clock.Now())
	f.clock.Advance(time.Second)
	never := fetched(f, "")
	never.State, never.Format, never.ErrorClass = store.LabelFailed, "", "refused"
	noError(t, s.Ledger.FinishLabel(t.Context(), claimLabels(t, s, "me")[0], never))
	track(t, s, reported(gone.TrackingNo, shipment.Success, time.Time{}))
	f.clock.Advance(48 * time.Hour)
	erased := must[[]store.Erasure](t)(s.EraseOrders(t.Context(), k.AccountID, []int64{gone.OrderID}))
	equal(t, "why not", erased[0].Reason, "")

	stops := must[[]store.HoldResult](t)(s.StopOrders(t.Context(), []string{gone.TrackingNo}, "Look"))
	wantError(t, stops[0].Err, store.ErrErased)

	tell := callback(t, s)
	for _, o := range []shipment.Order{gone, kept} {
		blob := "labels/" + o.TrackingNo + ".zpl"
		equal(t, "report", tell(store.CallbackReport{Blob: blob, PartnerReport: shipment.PartnerReport{
			TrackingNo: o.TrackingNo, Label: &shipment.PartnerLabel{Format: shipment.LabelZPL},
		}}), store.ReportTaken)
	}
	equal(t, "label of the erased order", stored(t, s, gone.TrackingNo).HasLabel, false)
	_, err := s.Ledger.PartnerLabel(t.Context(), k.AccountID, gone.OrderID)
	wantError(t, err, store.ErrNotFound)
	equal(t, "label of the other one", stored(t, s, kept.TrackingNo).HasLabel, true)
	same(t, "events", len(eventsOf(t, s, k)), 2) // of the other one
	unused := must[[]string](t)(s.UnusedFiles(t.Context(), true))
	slices.Sort(unused)
	want := []string{"labels/" + gone.TrackingNo + ".zpl", "labels/kept.zpl"}
	slices.Sort(want)
	same(t, "files to delete", unused, want)
}
