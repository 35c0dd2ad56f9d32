package fulfil_test

import (
	"context"
	"testing"
	"time"

	"waybill/internal/fulfil"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/engine"
)

// TestIndexOrdersAnew: orders that another version indexed get the terms of this one when no others wait.
func TestIndexOrdersAnew(t *testing.T) {
	onEngines(t, func(t *testing.T, fx *fixture) {
		fx.create(shipment.PartnerSimulated, "Susan", "me", time.Minute)
		looks := make(chan struct{})
		indexFor := func(most int) {
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				fulfil.IndexOrders(ctx, fx.store, "me", func(ctx context.Context) (store.Warnings, error) {
					select {
					case looks <- struct{}{}:
					case <-ctx.Done():
					}
					return func(*shipment.Order) ([]shipment.WarningKind, error) { return nil, nil }, ctx.Err()
				}, fx.log())
			}()
			for range most {
				<-looks
			}
			cancel()
			<-ended
		}
		wantFound := func(want int) {
			t.Helper()
			f := store.OrderFilter{AccountID: fx.account, Filter: shipment.Filter{Search: "susan"}}
			if page, err := fx.store.BrowseOrders(t.Context(), f, store.Cursor{}); err != nil || len(page.Found) != want {
				t.Errorf("found %d orders (%v), want %d", len(page.Found), err, want)
			}
		}
		indexFor(3)
		wantFound(1)
		err := fx.store.DB.Write(t.Context(), func(ctx context.Context, q engine.Querier) error {
			if err := engine.Exec(ctx, q, `DELETE FROM search_terms`); err != nil {
				return err
			}
			return engine.Exec(ctx, q, `UPDATE search_index SET terms_version = 0`)
		})
		if err != nil {
			t.Fatal(err)
		}
		wantFound(0)
		indexFor(3)
		wantFound(1)
	})
}
