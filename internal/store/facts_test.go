package store_test

import (
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/people"
	"waybill/internal/store/report"
	"waybill/internal/store/storetest"
)

func TestFacts(t *testing.T) { onEachEngine(t, testFacts) }

func testFacts(t *testing.T, f *fixture) {
	s := f.open(t)
	reader := report.Reader{Store: s}
	_, k, _ := account(t, s, "shipper")
	e := endpoint(t, s, k)
	submit(t, s, k, 2)
	facts := must[report.Facts](t)(reader.Facts(t.Context()))
	name, version, _ := strings.Cut(facts.Engine, " ")
	equal(t, "engine", strings.ToLower(name), map[string]string{engine.SQLite: "sqlite", engine.Postgres: "postgresql"}[s.DB.Engine()])
	equal(t, "it has a version", version != "", true)
	equal(t, "bytes are those of a database", facts.Bytes > 50_000, true)
	have, _, err := s.DB.SchemaVersion(t.Context())
	noError(t, err)
	equal(t, "migrations", len(facts.Migrations), have)
	equal(t, "first migration", facts.Migrations[0].Name+facts.Migrations[0].AppliedOn.Format(" 2006"), "0001_initial 2026")
	same(t, "queues", facts.Queues, []report.QueueFact{
		{Kind: "submissions", Waiting: 2, OldestDue: f.clock.Now()},
		{Kind: "cancellations"},
		{Kind: "labels"},
		{Kind: "deliveries", Waiting: 2, OldestDue: f.clock.Now()},
		{Kind: "search", Waiting: 2, OldestDue: f.clock.Now()},
	})
	_, err = s.Webhooks.UpdateEndpoint(t.Context(), k.AccountID, e.EndpointID,
		func(s *shipment.EndpointSettings) error { s.Disabled = true; return nil })
	noError(t, err)
	facts = must[report.Facts](t)(reader.Facts(t.Context()))
	same(t, "deliveries to a disabled endpoint", facts.Queues[3], report.QueueFact{Kind: "deliveries"})
}

func TestCountsOfAccounts(t *testing.T) { onEachEngine(t, testCountsOfAccounts) }

func testCountsOfAccounts(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	empty := must[masterdata.Account](t)(s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "Empty"}))
	endpoint(t, s, k)
	create(t, s, k, storetest.Order(1), storetest.Order(2))
	create(t, s, k, storetest.Order(3))
	old, _, err := s.MasterData.CreateKey(t.Context(), masterdata.Key{AccountID: a.AccountID, Name: "old"})
	noError(t, err)
	noError(t, s.MasterData.RevokeKey(t.Context(), old.KeyID))
	_, _, err = s.MasterData.CreateKey(t.Context(), masterdata.Key{
		AccountID: a.AccountID, Name: "expired", ExpiresOn: f.clock.Now().Add(time.Second),
	})
	noError(t, err)
	f.clock.Advance(time.Second)
	user := must[people.Invited](t)(s.People.CreateUser(t.Context(), people.User{Email: "ann@example.com", Name: "Ann"}, 0)).User
	noError(t, s.People.SetMembership(t.Context(), a.AccountID, user.UserID, shipment.RoleViewer))

	reader := report.Reader{Store: s}
	counts := must[map[int64]report.AccountCounts](t)(reader.CountsOfAccounts(t.Context(), []int64{a.AccountID, empty.AccountID}))
	same(t, "counts", counts, map[int64]report.AccountCounts{a.AccountID: {Orders: 3, Keys: 1, Users: 1, Endpoints: 1}})
}

func TestFailingEndpoints(t *testing.T) { onEachEngine(t, testFailingEndpoints) }

func testFailingEndpoints(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	gonePlace, slow, fine := endpoint(t, s, k), endpoint(t, s, other), endpoint(t, s, other)
	create(t, s, k, storetest.Order(1))
	create(t, s, other, storetest.Order(2))
	disable(t, s, gonePlace)
	f.clock.Advance(time.Minute)
	record(t, s, deliver(t, s, slow, 1)[0], store.DeliveryOutcome{
		State: store.DeliveryPending, Status: 503, Error: "responded with 503", RetryOn: f.clock.Now().Add(time.Hour),
	})
	record(t, s, deliver(t, s, fine, 1)[0], store.DeliveryOutcome{State: store.DeliveryDelivered, Status: 200})

	found := must[[]store.FailingEndpoint](t)(s.Webhooks.FailingEndpoints(t.Context(), 9))
	equal(t, "found", len(found), 2)
	first, second := found[0], found[1]
	equal(t, "the one that fails for longest", first.EndpointID, gonePlace.EndpointID)
	equal(t, "its account", first.AccountName, "shipper")
	equal(t, "why it is disabled", strings.Contains(first.DisabledReason, "responded with 410"), true)
	equal(t, "its last error", first.LastError, "responded with 410")
	equal(t, "the other", second.EndpointID, slow.EndpointID)
	equal(t, "its status", second.LastStatus, 503)
	equal(t, "its error", second.LastError, "responded with 503")
	equal(t, "tried on", second.LastTriedOn, f.clock.Now())
	equal(t, "waiting", second.Pending, int64(2))
	equal(t, "at most", len(must[[]store.FailingEndpoint](t)(s.Webhooks.FailingEndpoints(t.Context(), 1))), 1)
	_, err := s.Webhooks.UpdateEndpoint(t.Context(), other.AccountID, slow.EndpointID, func(e *shipment.EndpointSettings) error {
		e.Disabled = true
		return nil
	})
	noError(t, err)
	equal(t, "after its account disabled one", len(must[[]store.FailingEndpoint](t)(s.Webhooks.FailingEndpoints(t.Context(), 9))), 1)
}
