package store_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// replace creates an order in the place of another one.
func replace(t *testing.T, s *store.Store, k masterdata.Key, replaced int64, key string) (store.Batch, error) {
	t.Helper()
	return replaceBy(t.Context(), s, k, shipment.Order{OrderID: replaced}, key)
}

func replaceBy(ctx context.Context, s *store.Store, k masterdata.Key, replaced shipment.Order, key string) (store.Batch, error) {
	b := store.NewBatch{
		AccountID: k.AccountID, KeyID: k.KeyID, Orders: orders(1), Replaces: replaced.OrderID, ReplacesNo: replaced.TrackingNo,
	}
	if key != "" {
		b.Idempotency = &store.IdempotentRequest{Key: key, Respond: func(b store.Batch) (int, []byte) {
			return 201, []byte(b.Orders[0].TrackingNo)
		}}
	}
	return s.CreateBatch(ctx, b)
}

func wantReplaced(t *testing.T, err error, by string) {
	t.Helper()
	replaced, ok := errors.AsType[*store.ReplacedError](err)
	if !ok || replaced.TrackingNo != by {
		t.Fatalf("%v, want that it is replaced by %s", err, by)
	}
}

// TestReplace: an order has one replacement, and the details of both name the other.
func TestReplace(t *testing.T) { onEachEngine(t, testReplace) }

func testReplace(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	old := create(t, s, k, storetest.Order(1)).Orders[0]
	cancel(t, s, k, old.TrackingNo)
	detail := func(no string) store.Detail {
		return must[store.Detail](t)(s.OrderDetail(t.Context(), k.AccountID, no))
	}
	equal(t, "replaced before", detail(old.TrackingNo).ReplacedBy, "")

	byAnn := audit.WithActor(t.Context(), audit.Actor{Kind: audit.ActorUser, Name: "ann@example.com"})
	made := must[store.Batch](t)(replaceBy(byAnn, s, k, old, "key")).Orders[0]
	equal(t, "audit log", f.count(t, `SELECT count(*) FROM audit_log WHERE subject = '`+made.TrackingNo+`' AND new_value LIKE
		'%"replaces":"`+old.TrackingNo+`"}'`), 1)
	d := detail(old.TrackingNo)
	same(t, "of the old one", [2]string{d.Replaces, d.ReplacedBy}, [2]string{"", made.TrackingNo})
	d = detail(made.TrackingNo)
	same(t, "of the new one", [2]string{d.Replaces, d.ReplacedBy}, [2]string{old.TrackingNo, ""})

	_, err := replace(t, s, k, old.OrderID, "other")
	wantReplaced(t, err, made.TrackingNo)
	_, err = replace(t, s, k, old.OrderID, "key")
	wantError(t, err, store.ErrKeyInUse)
	equal(t, "orders", f.count(t, `SELECT count(*) FROM orders`), 2)

	cancel(t, s, k, made.TrackingNo)
	third := must[store.Batch](t)(replace(t, s, k, made.OrderID, "")).Orders[0]
	d = detail(made.TrackingNo)
	same(t, "of the one between", [2]string{d.Replaces, d.ReplacedBy}, [2]string{old.TrackingNo, third.TrackingNo})
}

// TestReplacesAtOnce: of replacements of one order, one is created.
func TestReplacesAtOnce(t *testing.T) { onEachEngine(t, testReplacesAtOnce) }

func testReplacesAtOnce(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	old := create(t, s, k, storetest.Order(1)).Orders[0]
	cancel(t, s, k, old.TrackingNo)
	outcomes := make([]error, 8)
	made := make([]string, len(outcomes))
	var all sync.WaitGroup
	for i := range outcomes {
		all.Go(func() {
			var b store.Batch
			if b, outcomes[i] = replace(t, s, k, old.OrderID, ""); outcomes[i] == nil {
				made[i] = b.Orders[0].TrackingNo
			}
		})
	}
	all.Wait()
	by := must[store.Detail](t)(s.OrderDetail(t.Context(), k.AccountID, old.TrackingNo)).ReplacedBy
	created := 0
	for i, err := range outcomes {
		if err == nil {
			created++
			equal(t, "the replacement", made[i], by)
		} else {
			wantReplaced(t, err, by)
		}
	}
	equal(t, "created", created, 1)
	equal(t, "orders", f.count(t, `SELECT count(*) FROM orders WHERE tracker_status = '`+string(shipment.OrderCreated)+`'`), 1)
}
