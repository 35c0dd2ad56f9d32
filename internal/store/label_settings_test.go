package store_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
)

func TestLabelSettings(t *testing.T) { onEachEngine(t, testLabelSettings) }

func testLabelSettings(t *testing.T, f *fixture) {
	s, ctx := f.open(t), byAnn(t)
	a := must[masterdata.Account](t)(s.MasterData.CreateAccount(ctx, masterdata.Account{Name: "Acme"}))
	must[shipment.Service](t)(s.MasterData.CreateService(ctx, shipment.Service{ServiceID: 7, Name: "Lane", Category: shipment.CategoryPickup}))
	account := must[shipment.AccountLabels](t)
	service := must[shipment.ServiceLabels](t)
	equal(t, "of a new account", account(s.MasterData.AccountLabels(ctx, a.AccountID)),
		shipment.AccountLabels{HideContents: true, Revision: 1})
	equal(t, "of a service without settings", fmt.Sprint(service(s.MasterData.ServiceLabels(ctx, 7))), fmt.Sprint(shipment.ServiceLabels{}))

	f.clock.Advance(time.Second)
	noError(t, s.MasterData.UpdateAccountLabels(ctx, a.AccountID,
		func(l *shipment.AccountLabels) error { l.HideContents, l.ReturnTo = false, "Depot 7"; return nil }))
	equal(t, "of the account", account(s.MasterData.AccountLabels(ctx, a.AccountID)), shipment.AccountLabels{ReturnTo: "Depot 7", Revision: 2})
	noError(t, s.MasterData.UpdateAccountLabels(ctx, a.AccountID, func(l *shipment.AccountLabels) error { l.HideContents = true; return nil }))
	equal(t, "of the account, changed", account(s.MasterData.AccountLabels(ctx, a.AccountID)),
		shipment.AccountLabels{HideContents: true, ReturnTo: "Depot 7", Revision: 3})
	routing := []shipment.Route{{Prefix: "1", Hub: "JKT", SortCode: "J-1"}}
	noError(t, s.MasterData.UpdateServiceLabels(ctx, 7, func(l *shipment.ServiceLabels) error {
		l.Marks, l.Routing = []string{shipment.MarkBattery}, routing
		return nil
	}))
	equal(t, "of the service", fmt.Sprint(service(s.MasterData.ServiceLabels(ctx, 7))),
		fmt.Sprint(shipment.ServiceLabels{Marks: []string{shipment.MarkBattery}, Routing: routing, Revision: 1}))

	refused := errors.New("refused")
	wantError(t, s.MasterData.UpdateServiceLabels(ctx, 7, func(l *shipment.ServiceLabels) error { l.Marks = nil; return refused }), refused)
	equal(t, "after a refused change", service(s.MasterData.ServiceLabels(ctx, 7)).Revision, int64(1))
	none := func(*shipment.AccountLabels) error { return nil }
	wantError(t, s.MasterData.UpdateAccountLabels(ctx, 99, none), store.ErrNotFound)
	wantError(t, s.MasterData.UpdateServiceLabels(ctx, 99, func(*shipment.ServiceLabels) error { return nil }), store.ErrNotFound)

	account1 := func(hidden bool, to string) string {
		return fmt.Sprintf(`{"hide_contents":%v,"return_to":%q}`, hidden, to)
	}
	log := auditText(t, s, audit.Filter{})
	for _, want := range []string{
		"command:ann@depot labels account/1 " + account1(false, "Depot 7") + " -> " + account1(true, "Depot 7") + "\n",
		`command:ann@depot labels service/7 {"marks":null,"routes":0,"routing_hash":"cbf29ce484222325"} -> ` +
			`{"marks":["battery"],"routes":1,"routing_hash":"`,
	} {
		equal(t, "the log has "+want, strings.Contains(log, want), true)
	}
}

// TestLabelSettingsElsewhere: another process follows after a second, and keeps what has not changed.
func TestLabelSettingsElsewhere(t *testing.T) { onEachEngine(t, testLabelSettingsElsewhere) }

func testLabelSettingsElsewhere(t *testing.T, f *fixture) {
	here, there := f.open(t), f.open(t)
	must[shipment.Service](t)(here.MasterData.CreateService(t.Context(),
		shipment.Service{ServiceID: 7, Name: "Lane", Category: shipment.CategoryPickup}))
	set := func(hub string) {
		t.Helper()
		noError(t, here.MasterData.UpdateServiceLabels(t.Context(), 7, func(l *shipment.ServiceLabels) error {
			l.Routing = []shipment.Route{{Prefix: "1", Hub: hub}}
			return nil
		}))
	}
	hub := func() string {
		t.Helper()
		return must[shipment.ServiceLabels](t)(there.MasterData.ServiceLabels(t.Context(), 7)).Route("12190").Hub
	}
	equal(t, "hub before", hub(), "")
	set("JKT")
	f.clock.Advance(time.Second - time.Microsecond)
	equal(t, "hub elsewhere within the second", hub(), "")
	f.clock.Advance(time.Microsecond)
	equal(t, "hub elsewhere after it", hub(), "JKT")
	f.clock.Advance(time.Second)
	equal(t, "hub when nothing changed", hub(), "JKT")
	set("SUB")
	f.clock.Advance(time.Second)
	equal(t, "hub after another change", hub(), "SUB")
	many := make([]shipment.Route, shipment.MaxRoutes)
	for i := range many {
		many[i] = shipment.Route{Prefix: fmt.Sprintf("%04d", i), Hub: fmt.Sprint(i)}
	}
	for id := int64(20); id < 32; id++ { // more than a process keeps
		must[shipment.Service](t)(here.MasterData.CreateService(t.Context(),
			shipment.Service{ServiceID: id, Name: "L", Category: shipment.CategoryPickup}))
		noError(t, here.MasterData.UpdateServiceLabels(t.Context(), id, func(l *shipment.ServiceLabels) error { l.Routing = many; return nil }))
		equal(t, "hub of a large table",
			must[shipment.ServiceLabels](t)(there.MasterData.ServiceLabels(t.Context(), id)).Route("0777").Hub, "777")
	}
	equal(t, "hub after others took the cache", hub(), "SUB")
}
