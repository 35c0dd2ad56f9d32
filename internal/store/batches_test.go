package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// TestBatches lists batches of several sizes by pages, in the same microsecond too, and those of no other account.
func TestBatches(t *testing.T) { onEachEngine(t, testBatches) }

func testBatches(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	var want []store.BatchSummary
	for i, n := range []int{1, 3, 2, 1, 5} {
		if i != 2 {
			f.clock.Advance(time.Second)
		}
		var orders []shipment.Order
		for j := range n {
			orders = append(orders, storetest.Order(j))
		}
		made := create(t, s, k, orders...)
		create(t, s, other, storetest.Order(1))
		ready := 0
		for _, o := range made.Orders {
			if o.HasLabel {
				ready++
			}
		}
		last := made.Orders[n-1]
		want = append([]store.BatchSummary{{
			Number: made.UploadBatchNo, LastID: last.OrderID, Orders: n, Labels: ready, CreatedOn: last.CreatedOn,
		}}, want...)
	}
	all, more, err := s.Batches(t.Context(), k.AccountID, store.BatchSummary{}, 10)
	noError(t, err)
	same(t, "batches", all, want)
	equal(t, "more", more, false)
	var paged []store.BatchSummary
	for after, more := (store.BatchSummary{}), true; more; {
		var page []store.BatchSummary
		page, more, err = s.Batches(t.Context(), k.AccountID, after, 2)
		noError(t, err)
		paged = append(paged, page...)
		after = page[len(page)-1]
	}
	same(t, "by pages", paged, want)
	cancel(t, s, k, must[[]shipment.Order](t)(s.BatchOrders(t.Context(), k.AccountID, want[0].Number))[0].TrackingNo)
	all, _, err = s.Batches(t.Context(), k.AccountID, store.BatchSummary{}, 1)
	noError(t, err)
	equal(t, "cancelled", all[0].Cancelled, 1)
	f.clock.Advance(time.Second)
	testBatchOfPartner(t, s, k)
	none, more, err := s.Batches(t.Context(), 99, store.BatchSummary{}, 10)
	noError(t, err)
	equal(t, "of an unknown account", len(none), 0)
	equal(t, "more of an unknown account", more, false)
}

// testBatchOfPartner counts the labels of a batch whose orders are in all states that a partner can bring them to.
func testBatchOfPartner(t *testing.T, s *store.Store, k masterdata.Key) {
	t.Helper()
	orders := submit(t, s, k, 6)
	claimed := must[[]store.Submission](t)(s.Ledger.ClaimSubmissions(t.Context(), "worker", "p", 10, time.Minute))
	record := func(i int, o store.Outcome) {
		t.Helper()
		noError(t, s.Ledger.StartAttempt(t.Context(), &claimed[i], time.Minute))
		noError(t, s.Ledger.RecordOutcome(t.Context(), claimed[i], o))
	}
	confirmed := store.Outcome{State: store.SubmissionConfirmed, HAWBNo: "H-1"}
	record(0, confirmed) // with a label
	confirmed.HAWBNo, confirmed.Label = "H-2", store.LabelPromise{ByPartner: true, DueOn: claimed[1].CreatedOn.Add(time.Hour)}
	record(1, confirmed) // the label is to be fetched
	record(2, store.Outcome{State: store.SubmissionFailed, Message: "refused"})
	confirmed.HAWBNo, confirmed.Label = "H-3", store.LabelPromise{ByPartner: true}
	record(3, confirmed)
	cancel(t, s, k, must[[]shipment.Order](t)(s.BatchOrders(t.Context(), k.AccountID, orders[0].UploadBatchNo))[4].TrackingNo)
	labels := 0
	for _, o := range must[[]shipment.Order](t)(s.BatchOrders(t.Context(), k.AccountID, orders[0].UploadBatchNo)) {
		if o.HasLabel {
			labels++
		}
	}
	batches, _, err := s.Batches(t.Context(), k.AccountID, store.BatchSummary{}, 1)
	noError(t, err)
	equal(t, "orders with a label", labels, 1)
	equal(t, "labels", batches[0].Labels, labels)
	equal(t, "cancelled", batches[0].Cancelled, 1)
}

// TestNeighbours walks through the orders of an account, of the same microsecond too, and through those of no other account.
func TestNeighbours(t *testing.T) { onEachEngine(t, testNeighbours) }

func testNeighbours(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	var all []shipment.Order
	for range 2 {
		all = append(all, create(t, s, k, storetest.Order(1), storetest.Order(2)).Orders...)
		create(t, s, other, storetest.Order(1))
		f.clock.Advance(time.Second)
	}
	number := func(i int) string {
		if i < 0 || i >= len(all) {
			return ""
		}
		return all[i].TrackingNo
	}
	for i, o := range all {
		newer, older, err := s.Neighbours(t.Context(), k.AccountID, o.CreatedOn, o.OrderID)
		noError(t, err)
		equal(t, "newer", newer, number(i+1))
		equal(t, "older", older, number(i-1))
	}
}

// TestOrdersThatNeedPeople: of a batch the refused one, the held one and the one that waits for facts for customs.
func TestOrdersThatNeedPeople(t *testing.T) { onEachEngine(t, testOrdersThatNeedPeople) }

func testOrdersThatNeedPeople(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	made := submit(t, s, k, 5)
	stuck := func() string {
		t.Helper()
		return strings.Join(must[[]string](t)(s.OrdersThatNeedPeople(t.Context(), k.AccountID, made[0].UploadBatchNo, 9)), " ")
	}
	later := f.clock.Now().Add(time.Hour)
	equal(t, "at first", stuck(), "")
	outcomes := map[int64]store.Outcome{
		made[0].OrderID: {State: store.SubmissionFailed, ErrorClass: "permanent"},
		made[1].OrderID: {State: store.SubmissionConfirmed, HAWBNo: "H"},
		made[2].OrderID: {State: store.SubmissionPending, ErrorClass: store.ClassMissing, RetryOn: later},
		made[3].OrderID: {State: store.SubmissionPending, ErrorClass: "temporary", RetryOn: later},
	}
	for _, sub := range claim(t, s, "me", 5) {
		if outcome, ok := outcomes[sub.OrderID]; ok {
			noError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute))
			noError(t, s.Ledger.RecordOutcome(t.Context(), sub, outcome))
		}
	}
	hold(t, s, k, "Wait", made[4].TrackingNo)
	equal(t, "then", stuck(), made[0].TrackingNo+" "+made[2].TrackingNo+" "+made[4].TrackingNo)
	ids := []int64{made[1].OrderID, made[2].OrderID, made[3].OrderID}
	without := must[map[int64]bool](t)(s.OrdersWithoutFacts(t.Context(), k.AccountID, ids))
	equal(t, "without facts", len(without) == 1 && without[made[2].OrderID], true)
	equal(t, "without facts, of others", len(must[map[int64]bool](t)(s.OrdersWithoutFacts(t.Context(), k.AccountID+1, ids))), 0)
	filter := store.OrderFilter{AccountID: k.AccountID, Filter: shipment.Filter{StatusCode: new(shipment.StatusNone)}, NoFacts: new(true)}
	listed := must[store.Browsed[shipment.Order]](t)(s.BrowseOrders(t.Context(), filter, store.Cursor{}))
	equal(t, "listed", len(listed.Found) == 1 && listed.Found[0].OrderID == made[2].OrderID, true)
	filter.NoFacts = new(false)
	listed = must[store.Browsed[shipment.Order]](t)(s.BrowseOrders(t.Context(), filter, store.Cursor{}))
	equal(t, "the others", slices.ContainsFunc(listed.Found, func(o shipment.Order) bool { return o.OrderID == made[2].OrderID }), false)
	equal(t, "one of the others", slices.ContainsFunc(listed.Found, func(o shipment.Order) bool { return o.OrderID == made[3].OrderID }), true)
	f.clock.Advance(2 * time.Hour)
	cancel(t, s, k, made[0].TrackingNo)
	release(t, s, k, made[4].TrackingNo)
	equal(t, "at the end", stuck(), made[2].TrackingNo)
}
