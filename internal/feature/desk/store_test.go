package desk_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"waybill/internal/feature/desk/parcels"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// onEachEngine runs a test on each engine at once, on a database without rows that goes with the test.
func onEachEngine(t *testing.T, test func(*testing.T, *fixture)) {
	t.Helper()
	t.Parallel()
	for _, name := range storetest.AllEngines() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, &fixture{url: storetest.Database(t, name), clock: &clock{time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)}})
		})
	}
}

// fixture is a test's database and the time there.
type fixture struct {
	url   string
	clock *clock
	store *store.Store
}

// clock is a clock that only Advance moves.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time { return c.now }

func (c *clock) Advance(by time.Duration) { c.now = c.now.Add(by) }

func (f *fixture) open(t *testing.T) *store.Store {
	t.Helper()
	f.store = storetest.Open(t, store.Options{URL: f.url, Now: f.clock.Now, Parts: []store.Part{parcels.Part()}})
	return f.store
}

// count is the number that a query returns.
func (f *fixture) count(t *testing.T, query string) int {
	t.Helper()
	return must[int](t)(engine.Value[int](t.Context(), f.store.DB.Reads, query))
}

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		noError(t, err)
		return v
	}
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantError(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got %v, want %v", err, want)
	}
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

func byAnn(t *testing.T) context.Context {
	t.Helper()
	return audit.WithActor(t.Context(), audit.Actor{Kind: audit.ActorCommand, Name: "ann@depot"})
}

func account(t *testing.T, s *store.Store, name string) (masterdata.Account, masterdata.Key, string) {
	t.Helper()
	a := must[masterdata.Account](t)(s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: name}))
	k, secret, err := s.MasterData.CreateKey(t.Context(), masterdata.Key{AccountID: a.AccountID, Name: "first"})
	noError(t, err)
	return a, k, secret
}

func person(name, reference, city string) shipment.Order {
	return shipment.Order{ServiceID: 1, ShipperOrderID: reference, Consignee: shipment.Party{Name: name, City: city, Country: "ID"}}
}

func create(t *testing.T, s *store.Store, k masterdata.Key, orders ...shipment.Order) store.Batch {
	t.Helper()
	return must[store.Batch](t)(s.CreateBatch(t.Context(), store.NewBatch{AccountID: k.AccountID, KeyID: k.KeyID, Orders: orders}))
}

// stored is an order as it is stored.
func stored(t *testing.T, s *store.Store, trackingNo string) shipment.Order {
	t.Helper()
	return must[shipment.Order](t)(s.OrderByTrackingNo(t.Context(), trackingNo))
}
