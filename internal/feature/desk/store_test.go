package desk_test

import (
	"context"
	"errors"
	"testing"

	"waybill/internal/feature/desk/parcels"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

type fixture = storetest.Fixture

// onEachEngine runs a test on each engine at once, see storetest.OnEachEngine.
func onEachEngine(t *testing.T, test func(*testing.T, *fixture)) {
	t.Helper()
	storetest.OnEachEngine(t, test, parcels.Part())
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
