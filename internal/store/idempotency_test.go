package store_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/engine"
	"waybill/internal/store/once"
	"waybill/internal/store/storetest"
)

// respond answers with the batch number.
func respond(b store.Batch) (int, []byte) {
	return 201, []byte(b.UploadBatchNo + b.Orders[0].TrackingNo)
}

func TestAnswerReplay(t *testing.T) { onEachEngine(t, testAnswerReplay) }

func testAnswerReplay(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	b, _, _ := account(t, s, "other")
	hash, otherHash := [32]byte{1}, [32]byte{2}
	_, err := s.Once.Find(t.Context(), a.AccountID, "key", hash)
	wantError(t, err, store.ErrNotFound)

	request := func() store.NewBatch {
		return store.NewBatch{
			AccountID: a.AccountID, KeyID: k.KeyID, Orders: []shipment.Order{withNumber(storetest.Order(1), "OWN-1")},
			Idempotency: &store.IdempotentRequest{Key: "key", RequestHash: hash, Respond: respond},
		}
	}
	first := must[store.Batch](t)(s.CreateBatch(t.Context(), request()))
	_, body := respond(first)
	want := once.Response{Status: 201, Body: body, UploadBatchNo: first.UploadBatchNo, Finished: true}
	// Another process, or this one after a restart.
	same(t, "answer", must[once.Response](t)(f.open(t).Once.Find(t.Context(), a.AccountID, "key", hash)), want)

	_, err = s.CreateBatch(t.Context(), request())
	wantError(t, err, store.ErrKeyInUse)
	equal(t, "rows", f.rowsOfOrders(t), [7]int{1, 3, 1, 1, 0, 1, 1})
	_, err = s.Once.Find(t.Context(), a.AccountID, "key", otherHash)
	wantError(t, err, store.ErrOtherRequest)
	_, err = s.Once.Find(t.Context(), b.AccountID, "key", hash)
	wantError(t, err, store.ErrNotFound)

	noError(t, s.Once.Finish(t.Context(), a.AccountID, "key", 500, []byte("late")))
	same(t, "answer stays", must[once.Response](t)(s.Once.Find(t.Context(), a.AccountID, "key", hash)), want)
}

func TestAnswerLater(t *testing.T) { onEachEngine(t, testAnswerLater) }

func testAnswerLater(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	batch := must[store.Batch](t)(s.CreateBatch(t.Context(), store.NewBatch{
		AccountID: a.AccountID, KeyID: k.KeyID, Orders: orders(1),
		Idempotency: &store.IdempotentRequest{Key: "key", RunsUntil: f.clock.Now().Add(time.Minute)},
	}))
	f.clock.Advance(time.Minute - time.Microsecond)
	_, err := s.Once.Find(t.Context(), a.AccountID, "key", [32]byte{})
	wantError(t, err, store.ErrStillRunning)
	_, err = s.Once.Find(t.Context(), a.AccountID, "key", [32]byte{9})
	wantError(t, err, store.ErrOtherRequest)

	f.clock.Advance(time.Microsecond) // its process must be gone
	orphan := must[once.Response](t)(s.Once.Find(t.Context(), a.AccountID, "key", [32]byte{}))
	same(t, "orphan", orphan, once.Response{UploadBatchNo: batch.UploadBatchNo})

	noError(t, s.Once.Finish(t.Context(), a.AccountID, "key", 202, []byte("body")))
	want := once.Response{Status: 202, Body: []byte("body"), UploadBatchNo: batch.UploadBatchNo, Finished: true}
	same(t, "answer", must[once.Response](t)(s.Once.Find(t.Context(), a.AccountID, "key", [32]byte{})), want)
	wantError(t, s.Once.Finish(t.Context(), a.AccountID, "no key", 202, nil), store.ErrNotFound)
}

func TestAnswerForgotten(t *testing.T) { onEachEngine(t, testAnswerForgotten) }

func testAnswerForgotten(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	request := func(key string) store.NewBatch {
		return store.NewBatch{
			AccountID: a.AccountID, KeyID: k.KeyID, Orders: orders(1),
			Idempotency: &store.IdempotentRequest{Key: key, Respond: respond},
		}
	}
	must[store.Batch](t)(s.CreateBatch(t.Context(), request("one")))
	f.clock.Advance(24*time.Hour - time.Microsecond)
	must[once.Response](t)(s.Once.Find(t.Context(), a.AccountID, "one", [32]byte{}))
	equal(t, "purged too early", must[int64](t)(s.Once.Purge(t.Context())), 0)
	_, err := s.CreateBatch(t.Context(), request("one"))
	wantError(t, err, store.ErrKeyInUse)
	must[store.Batch](t)(s.CreateBatch(t.Context(), request("two")))

	f.clock.Advance(time.Microsecond)
	_, err = s.Once.Find(t.Context(), a.AccountID, "one", [32]byte{})
	wantError(t, err, store.ErrNotFound)
	// The key is free again, although it was not purged.
	again := must[store.Batch](t)(s.CreateBatch(t.Context(), request("one")))
	equal(
		t,
		"answer",
		must[once.Response](t)(s.Once.Find(t.Context(), a.AccountID, "one", [32]byte{})).UploadBatchNo,
		again.UploadBatchNo,
	)
	_, err = s.CreateBatch(t.Context(), request("two"))
	wantError(t, err, store.ErrKeyInUse)

	f.clock.Advance(24 * time.Hour)
	equal(t, "purged", must[int64](t)(s.Once.Purge(t.Context())), 2)
	equal(t, "rows", f.rowsOfOrders(t), [7]int{3, 9, 0, 3, 0, 0, 3})
}

// TestOtherAnswerForgotten: a response to a request that makes no batch is kept for a day, and then its key is free again, although it was
// not purged.
func TestOtherAnswerForgotten(t *testing.T) { onEachEngine(t, testOtherAnswerForgotten) }

func testOtherAnswerForgotten(t *testing.T, f *fixture) {
	s := f.open(t)
	a, _, _ := account(t, s, "shipper")
	carryOut := func(body string) error { // by an operation that stores its response later
		r := &once.Request{AccountID: a.AccountID, Key: "key"}
		s.Once.Begin(t.Context(), r)
		return r.Store(t.Context(), 200, []byte(body))
	}
	create := func(name string) error { // by one that stores it with what it makes
		ctx := s.Once.Begin(t.Context(), &once.Request{AccountID: a.AccountID, Key: "made"})
		once.Answer(ctx, func(e *store.Endpoint) (int, []byte) { return 201, []byte(e.Description) })
		_, _, err := s.Webhooks.CreateEndpoint(ctx, a.AccountID, shipment.EndpointSettings{URL: "https://shop.example", Description: name})
		return err
	}
	wantBody := func(key, want string) {
		t.Helper()
		equal(t, key, string(must[once.Response](t)(s.Once.Find(t.Context(), a.AccountID, key, [32]byte{})).Body), want)
	}
	noError(t, carryOut("first"))
	noError(t, create("first"))
	f.clock.Advance(once.Retention - time.Microsecond)
	wantError(t, carryOut("second"), store.ErrKeyInUse)
	wantError(t, create("second"), store.ErrKeyInUse)
	wantBody("key", "first")
	wantBody("made", "first")
	f.clock.Advance(time.Microsecond)
	noError(t, carryOut("third"))
	noError(t, create("third"))
	wantBody("key", "third")
	wantBody("made", "third")
}

// TestAnswerOnceForAll sends the same request many times at once, on PostgreSQL to two
// processes.
func TestAnswerOnceForAll(t *testing.T) { onEachEngine(t, testAnswerOnceForAll) }

func testAnswerOnceForAll(t *testing.T, f *fixture) {
	stores := []*store.Store{f.open(t)}
	if stores[0].DB.Engine() == engine.Postgres {
		stores = append(stores, f.open(t))
	}
	a, k, _ := account(t, stores[0], "shipper")
	const times = 24
	outcomes := make([]error, times)
	var group sync.WaitGroup
	for i := range outcomes {
		group.Go(func() {
			s := stores[i%len(stores)]
			_, outcomes[i] = s.CreateBatch(t.Context(), store.NewBatch{
				AccountID: a.AccountID, KeyID: k.KeyID, Orders: []shipment.Order{withNumber(storetest.Order(1), "OWN-1"), storetest.Order(2)},
				Idempotency: &store.IdempotentRequest{Key: "key", Respond: respond},
			})
			if errors.Is(outcomes[i], store.ErrKeyInUse) {
				_, outcomes[i] = s.Once.Find(t.Context(), a.AccountID, "key", [32]byte{})
			}
		})
	}
	group.Wait()
	for _, err := range outcomes {
		noError(t, err)
	}
	equal(t, "rows", f.rowsOfOrders(t), [7]int{2, 6, 1, 1, 0, 1, 2})
}
