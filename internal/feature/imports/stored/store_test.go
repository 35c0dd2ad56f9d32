package stored_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"waybill/internal/feature/imports/stored"
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
	storetest.OnEachEngine(t, test, stored.Part())
}

// of are the imports of a store.
func of(s *store.Store) *stored.Imports { return &stored.Imports{Store: s} }

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
		t.Fatalf("error is %v, want %v", err, want)
	}
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s (-want +got):\n%s", what, diff)
	}
}

func account(t *testing.T, s *store.Store, name string) (masterdata.Account, masterdata.Key, string) {
	t.Helper()
	a := must[masterdata.Account](t)(s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: name}))
	k, secret, err := s.MasterData.CreateKey(t.Context(), masterdata.Key{AccountID: a.AccountID, Name: "first"})
	noError(t, err)
	return a, k, secret
}

func orders(n int) []shipment.Order {
	all := make([]shipment.Order, n)
	for i := range all {
		all[i] = storetest.Order(i)
	}
	return all
}

func create(t *testing.T, s *store.Store, k masterdata.Key, orders ...shipment.Order) store.Batch {
	t.Helper()
	return must[store.Batch](t)(s.CreateBatch(t.Context(), store.NewBatch{AccountID: k.AccountID, KeyID: k.KeyID, Orders: orders}))
}

// endpoint makes an endpoint that subscribes to events of a type.
func endpoint(t *testing.T, s *store.Store, k masterdata.Key, of shipment.EventType) store.Endpoint {
	t.Helper()
	e, _, err := s.Webhooks.CreateEndpoint(t.Context(), k.AccountID,
		shipment.EndpointSettings{URL: "https://shop.example/hook", EventTypes: []shipment.EventType{of}})
	noError(t, err)
	return e
}

func deliver(t *testing.T, s *store.Store, e store.Endpoint, limit int) []store.Delivery {
	t.Helper()
	return must[[]store.Delivery](t)(s.Webhooks.ClaimDeliveries(t.Context(), "me", e.EndpointID, limit, time.Minute))
}

func record(t *testing.T, s *store.Store, d store.Delivery, o store.DeliveryOutcome) bool {
	t.Helper()
	return must[bool](t)(s.Webhooks.RecordDelivery(t.Context(), d, o))
}

var delivered = store.DeliveryOutcome{State: store.DeliveryDelivered, Status: 200}

func auditText(t *testing.T, s *store.Store, f audit.Filter) string {
	t.Helper()
	entries, _, err := s.Audit.List(t.Context(), f, "", 1000)
	noError(t, err)
	var b strings.Builder
	for _, e := range entries {
		fmt.Fprintf(&b, "%s %s:%s %s %s/%s %s -> %s\n", e.ID(), e.Actor.Kind, e.Actor.Name, e.Action, e.SubjectKind, e.Subject, e.Old, e.New)
	}
	return b.String()
}
