package store_test

import (
	"errors"
	"strings"
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
)

// TestCustoms: accounts and services state facts for customs apart from each other. The audit log has each change.
func TestCustoms(t *testing.T) { onEachEngine(t, testCustoms) }

func testCustoms(t *testing.T, f *fixture) {
	s, ctx := f.open(t), byAnn(t)
	a := must[masterdata.Account](t)(s.MasterData.CreateAccount(ctx, masterdata.Account{Name: "Acme"}))
	must[shipment.Service](t)(s.MasterData.CreateService(ctx, shipment.Service{ServiceID: 7, Name: "Lane", Category: shipment.CategoryPickup}))
	facts := must[shipment.Customs](t)
	equal(t, "of an account that states nothing", len(facts(s.MasterData.AccountCustoms(ctx, a.AccountID))), 0)
	equal(t, "of a service that states nothing", len(facts(s.MasterData.ServiceCustoms(ctx, 7))), 0)

	set := func(value string) func(shipment.Customs) error {
		return func(c shipment.Customs) error { return masterdata.SetCustoms(c, shipment.CustomsSigner, value) }
	}
	equal(t, "as changed", facts(s.MasterData.UpdateAccountCustoms(ctx, a.AccountID, set("Ann Ł")))[shipment.CustomsSigner], "Ann Ł")
	facts(s.MasterData.UpdateServiceCustoms(ctx, 7, set("Bob")))
	equal(t, "of the account", facts(s.MasterData.AccountCustoms(ctx, a.AccountID))[shipment.CustomsSigner], "Ann Ł")
	equal(t, "of the service", facts(s.MasterData.ServiceCustoms(ctx, 7))[shipment.CustomsSigner], "Bob")
	facts(s.MasterData.UpdateServiceCustoms(ctx, 7, set("")))
	equal(t, "of the service, removed", len(facts(s.MasterData.ServiceCustoms(ctx, 7))), 0)

	refused := errors.New("refused")
	_, err := s.MasterData.UpdateAccountCustoms(ctx, a.AccountID, func(c shipment.Customs) error { clear(c); return refused })
	wantError(t, err, refused)
	equal(t, "after a refused change", len(facts(s.MasterData.AccountCustoms(ctx, a.AccountID))), 1)
	for _, of := range []func() (shipment.Customs, error){
		func() (shipment.Customs, error) { return s.MasterData.AccountCustoms(ctx, 99) },
		func() (shipment.Customs, error) { return s.MasterData.ServiceCustoms(ctx, 99) },
		func() (shipment.Customs, error) { return s.MasterData.UpdateAccountCustoms(ctx, 99, set("Ann")) },
		func() (shipment.Customs, error) { return s.MasterData.UpdateServiceCustoms(ctx, 99, set("Ann")) },
	} {
		_, err := of()
		wantError(t, err, store.ErrNotFound)
	}
	log := auditText(t, s, audit.Filter{})
	for _, want := range []string{
		`customs account/1 {} -> {"customs_signer":"Ann Ł"}`,
		`customs service/7 {} -> {"customs_signer":"Bob"}`,
		`customs service/7 {"customs_signer":"Bob"} -> {}`,
	} {
		equal(t, "the log has "+want, strings.Contains(log, want), true)
	}
	equal(t, "refused changes in the log", strings.Count(log, " customs account/1 "), 1)
}
