package store_test

import (
	"path/filepath"
	"testing"

	"waybill/internal/store"
	"waybill/internal/store/engine"
	"waybill/internal/store/storetest"
)

func TestCopyTo(t *testing.T) { onEachEngine(t, testCopyTo) }

func testCopyTo(t *testing.T, f *fixture) {
	s := f.open(t)
	path := filepath.Join(t.TempDir(), "copy")
	err := s.DB.CopyTo(t.Context(), path)
	if s.DB.Engine() != engine.SQLite {
		equal(t, "another engine refuses", err != nil, true)
		return
	}
	noError(t, err)
	copied := must[*store.Store](t)(store.Open(t.Context(), store.Options{URL: "sqlite:" + path}))
	defer func() { noError(t, copied.DB.Close()) }()
	equal(t, "secrets of the copy", must[store.Secrets](t)(copied.Secrets(t.Context())), must[store.Secrets](t)(s.Secrets(t.Context())))
}

func TestSkipOrderIDs(t *testing.T) { onEachEngine(t, testSkipOrderIDs) }

func testSkipOrderIDs(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	first := create(t, s, k, storetest.Order(1)).Orders[0].OrderID
	equal(t, "orders", must[int64](t)(s.CountOrders(t.Context())), 1)
	noError(t, s.DB.Close())

	s = f.open(t)
	next := must[int64](t)(s.SkipOrderIDs(t.Context(), 1_000_000))
	equal(t, "the number is skipped", next >= first+1_000_000, true)
	equal(t, "the next id", create(t, s, k, storetest.Order(2)).Orders[0].OrderID, next)
	for _, n := range []int64{0, -1, 1e12 + 1} {
		if _, err := s.SkipOrderIDs(t.Context(), n); err == nil {
			t.Errorf("%d ids are skipped", n)
		}
	}
}
