package store_test

import (
	"context"
	"errors"
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

// TestMeter reads the same with a meter that takes everything, and
// with one that takes nothing, whose error comes back.
func TestMeter(t *testing.T) { onEachEngine(t, testMeter) }

func testMeter(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	b := create(t, s, k, storetest.Order(1), storetest.Order(2))
	number, all := b.Orders[0].TrackingNo, store.OrderFilter{AccountID: a.AccountID, Filter: shipment.Filter{WithItems: true}}
	track(t, s, reported(number, shipment.PickedUp, f.clock.Now()))
	errFull := errors.New("full")
	for name, read := range map[string]func(context.Context) error{
		"page":   func(ctx context.Context) error { _, err := s.ListOrders(ctx, all, 1); return err },
		"cursor": func(ctx context.Context) error { _, _, err := s.RecordsAfter(ctx, all, store.Cursor{}); return err },
		"orders": func(ctx context.Context) error { _, _, err := s.OrdersAfter(ctx, all, store.Cursor{}); return err },
		"batch": func(ctx context.Context) error {
			_, err := s.BatchOrders(ctx, a.AccountID, b.UploadBatchNo)
			return err
		},
		"items":  func(ctx context.Context) error { return s.FillItems(ctx, a.AccountID, b.Orders) },
		"detail": func(ctx context.Context) error { _, err := s.OrderDetail(ctx, a.AccountID, number); return err },
		"extras": func(ctx context.Context) error {
			_, err := s.Extras(ctx, a.AccountID, shipment.IDs(b.Orders), shipment.ExtraTags)
			return err
		},
		"tracks": func(ctx context.Context) error { _, err := s.TrackOrders(ctx, []string{number}, 0); return err },
	} {
		bytes := 0
		if err := read(store.WithMeter(t.Context(), func(n int) error { bytes += n; return nil })); err != nil || bytes == 0 {
			t.Errorf("%s: %d bytes are metered, %v", name, bytes, err)
		}
		if err := read(store.WithMeter(t.Context(), func(int) error { return errFull })); !errors.Is(err, errFull) {
			t.Errorf("%s: %v, want the error of the meter", name, err)
		}
	}
}
