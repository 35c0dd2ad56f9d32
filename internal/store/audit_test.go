package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// auditText is the audit log as lines, the newest first.
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

// byAnn is the context of changes that Ann makes by a command.
func byAnn(t *testing.T) context.Context {
	t.Helper()
	return audit.WithActor(t.Context(), audit.Actor{Kind: audit.ActorCommand, Name: "ann@depot"})
}

// TestAuditOfAccounts: the log has what changed, and no secret.
func TestAuditOfAccounts(t *testing.T) { onEachEngine(t, testAuditOfAccounts) }

func testAuditOfAccounts(t *testing.T, f *fixture) {
	s, ctx := f.open(t), byAnn(t)
	a := must[masterdata.Account](t)(s.MasterData.CreateAccount(ctx, masterdata.Account{Name: "Acme", TrackingPrefix: "AB"}))
	f.clock.Advance(time.Second)
	_, err := s.MasterData.UpdateAccount(ctx, a.AccountID, func(a *masterdata.Account) error { a.Name = "Acme <Asia>"; return nil })
	noError(t, err)
	f.clock.Advance(time.Second)
	noError(t, s.MasterData.SuspendAccount(ctx, a.AccountID))
	noError(t, s.MasterData.SuspendAccount(ctx, a.AccountID)) // changes nothing
	f.clock.Advance(time.Second)
	k, secret, err := s.MasterData.CreateKey(ctx,
		masterdata.Key{AccountID: a.AccountID, Name: "depot", Scopes: shipment.ScopeLabels, Networks: "203.0.113.0/24"})
	noError(t, err)
	f.clock.Advance(time.Second)
	noError(t, s.MasterData.RevokeKey(ctx, k.KeyID))
	wantError(t, s.MasterData.RevokeKey(ctx, k.KeyID+1), store.ErrNotFound)
	f.clock.Advance(time.Second)
	must[masterdata.Key](t)(s.MasterData.ImportKey(ctx, masterdata.Key{AccountID: a.AccountID, Name: "old"}, "secret-of-another-system"))

	id := fmt.Sprint(a.AccountID)
	got := auditText(t, s, audit.Filter{AccountID: &a.AccountID})
	acme := `{"name":"Acme <Asia>","tracking_prefix":"AB","rate_limit":0,"rate_burst":0,"operator":false,` +
		`"weight_tolerance":50,"weight_tolerance_percent":5,"suspended_on":`
	key := `{"account_id":` + id + `,"name":"depot","expires_on":null,"revoked_on":`
	limits := `,"scopes":"labels","networks":"203.0.113.0/24"}` + "\n"
	for _, want := range []string{
		id + `-1 command:ann@depot create account/` + id + `  -> ` + strings.Replace(acme, " <Asia>", "", 1) + "null}\n",
		id + `-2 command:ann@depot update account/` + id + ` ` + strings.Replace(acme, " <Asia>", "", 1) + `null} -> ` + acme + "null}\n",
		id + `-3 command:ann@depot suspend account/` + id + ` ` + acme + `null} -> ` + acme + `"2026-02-03T04:05:08.789012Z"}` + "\n",
		id + `-4 command:ann@depot create key/` + fmt.Sprint(k.KeyID) + `  -> ` + key + "null" + limits,
		id + `-5 command:ann@depot revoke key/` + fmt.Sprint(k.KeyID) + ` ` + key + `null` + strings.TrimSpace(limits) + ` -> ` + key +
			`"2026-02-03T04:05:10.789012Z"` + limits,
		id + `-6 command:ann@depot create key/`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the log misses\n%sin\n%s", want, got)
		}
	}
	equal(t, "entries", strings.Count(got, "\n"), 6)
	if strings.Contains(got, secret) || strings.Contains(got, "secret-of") {
		t.Errorf("the log has a secret:\n%s", got)
	}
}

func TestAuditOfPartnersAndServices(t *testing.T) { onEachEngine(t, testAuditOfPartnersAndServices) }

func testAuditOfPartnersAndServices(t *testing.T, f *fixture) {
	s, ctx := f.open(t), byAnn(t)
	_, secret, err := s.MasterData.CreatePartner(ctx,
		masterdata.Partner{Name: "acme", BaseURL: "https://acme.example.com", Concurrency: 4, CallTimeout: time.Second})
	noError(t, err)
	f.clock.Advance(time.Second)
	_, err = s.MasterData.UpdatePartner(ctx, "acme", func(p *masterdata.Partner) error { p.Concurrency = 8; return nil })
	noError(t, err)
	f.clock.Advance(time.Second)
	noError(t, s.MasterData.DisablePartner(ctx, "acme"))
	f.clock.Advance(time.Second)
	noError(t, s.MasterData.EnablePartner(ctx, "acme"))
	f.clock.Advance(time.Second)
	service9 := shipment.Service{ServiceID: 9, Name: "SG-ID", Origin: "SG", Category: "pickup", Partner: "acme"}
	must[shipment.Service](t)(s.MasterData.CreateService(ctx, service9))
	f.clock.Advance(time.Second)
	refused := errors.New("refused")
	_, err = s.MasterData.UpdateService(ctx, 9, func(sv *shipment.Service) error { sv.Name = "x"; return refused })
	wantError(t, err, refused)
	_, err = s.MasterData.UpdateService(ctx, 8, func(*shipment.Service) error { return nil })
	wantError(t, err, store.ErrNotFound)
	equal(t, "partner", must[map[int64]shipment.Service](t)(s.MasterData.LiveServices(t.Context()))[9].Partner, "acme")
	changed := must[shipment.Service](t)(s.MasterData.UpdateService(ctx, 9, func(sv *shipment.Service) error { sv.Partner = ""; return nil }))
	equal(t, "changed", changed.Partner+changed.Name, "SG-ID")
	equal(t, "changed at once", must[map[int64]shipment.Service](t)(s.MasterData.LiveServices(t.Context()))[9].Partner, "")
	must[shipment.Service](t)(s.MasterData.UpdateService(ctx, 9, func(sv *shipment.Service) error { sv.Partner = "acme"; return nil }))
	f.clock.Advance(time.Second)
	noError(t, s.MasterData.DisableService(ctx, 9))
	f.clock.Advance(time.Second)
	noError(t, s.MasterData.EnableService(ctx, 9))

	partner := func(concurrency int, disabledOn string) string {
		return fmt.Sprintf(`{"base_url":"https://acme.example.com","concurrency":%d,"timeout":"1s","private_network":false,"disabled_on":%s}`,
			concurrency, disabledOn)
	}
	service := func(disabled bool) string {
		return fmt.Sprintf(`{"name":"SG-ID","origin":"SG","destination":"","category":"pickup","cod":false,"partner":"acme","disabled":%v}`,
			disabled)
	}
	disabled := partner(8, `"2026-02-03T04:05:08.789012Z"`)
	got := auditText(t, s, audit.Filter{})
	inHouse := strings.Replace(service(false), "acme", "", 1)
	equal(t, "log", got, `0-9 command:ann@depot enable service/9 `+service(true)+` -> `+service(false)+`
0-8 command:ann@depot disable service/9 `+service(false)+` -> `+service(true)+`
0-7 command:ann@depot update service/9 `+inHouse+` -> `+service(false)+`
0-6 command:ann@depot update service/9 `+service(false)+` -> `+inHouse+`
0-5 command:ann@depot create service/9  -> `+service(false)+`
0-4 command:ann@depot enable partner/acme `+disabled+` -> `+partner(8, "null")+`
0-3 command:ann@depot disable partner/acme `+partner(8, "null")+` -> `+disabled+`
0-2 command:ann@depot update partner/acme `+partner(4, "null")+` -> `+partner(8, "null")+`
0-1 command:ann@depot create partner/acme  -> `+partner(4, "null")+`
`)
	equal(t, "secret in the log", strings.Contains(got, secret), false)
}

// TestAuditAllOrNothing: a change that fails has no entry, and a change whose entry fails is not made.
func TestAuditAllOrNothing(t *testing.T) { onEachEngine(t, testAuditAllOrNothing) }

func testAuditAllOrNothing(t *testing.T, f *fixture) {
	s, ctx := f.open(t), byAnn(t)
	a := must[masterdata.Account](t)(s.MasterData.CreateAccount(ctx, masterdata.Account{Name: "Acme"}))
	refused := errors.New("refused")
	_, err := s.MasterData.UpdateAccount(ctx, a.AccountID, func(a *masterdata.Account) error { a.Name = "x"; return refused })
	wantError(t, err, refused)
	_, err = s.MasterData.CreateAccount(ctx, masterdata.Account{Name: "Acme"})
	wantError(t, err, store.ErrNameTaken)
	equal(t, "entries", strings.Count(auditText(t, s, audit.Filter{}), "\n"), 1)

	f.exec(t, `UPDATE audit_sequences SET last_seq = 0 WHERE account_id = $1`, a.AccountID) // the next entry has a taken number
	if err := s.MasterData.SuspendAccount(ctx, a.AccountID); err == nil {
		t.Error("the account was suspended without an entry")
	}
	equal(t, "suspended", must[[]masterdata.Account](t)(s.MasterData.Accounts(t.Context()))[0].SuspendedOn.IsZero(), true)
}

// TestAuditOfEndpoints: the log has each change by the account, and neither a secret nor the query of a URL.
func TestAuditOfEndpoints(t *testing.T) { onEachEngine(t, testAuditOfEndpoints) }

func testAuditOfEndpoints(t *testing.T, f *fixture) {
	s, ctx := f.open(t), byAnn(t)
	_, k, _ := account(t, s, "shipper")
	e, secret, err := s.Webhooks.CreateEndpoint(ctx, k.AccountID, shipment.EndpointSettings{
		URL: "https://shop.example/hook?token=hunter1", Username: "acme", EventTypes: []shipment.EventType{shipment.EventDelivered},
	})
	noError(t, err)
	create(t, s, k, storetest.Order(1))
	f.clock.Advance(time.Second)
	_, err = s.Webhooks.UpdateEndpoint(ctx, k.AccountID, e.EndpointID,
		func(e *shipment.EndpointSettings) error { e.Password = "hunter2"; return nil })
	noError(t, err)
	f.clock.Advance(time.Second)
	_, second, err := s.Webhooks.RotateSecret(ctx, k.AccountID, e.EndpointID)
	noError(t, err)
	_, err = s.Webhooks.UpdateEndpoint(ctx, k.AccountID, e.EndpointID, func(*shipment.EndpointSettings) error { return errors.New("refused") })
	equal(t, "a change that is refused", err != nil, true)
	noError(t, s.Webhooks.DeleteEndpoint(ctx, k.AccountID, e.EndpointID))

	id := fmt.Sprint(e.EndpointID)
	got := auditText(t, s, audit.Filter{SubjectKind: audit.SubjectEndpoint, Subject: id})
	value := func(password bool, oldSecretUntil, updatedOn string) string {
		return fmt.Sprintf(`{"url":"https://shop.example/hook?…","description":"","events":["order.delivered"],"label_pdf":false,`+
			`"label_webhook":false,"basic_username":"acme","has_password":%v,"disabled_on":null,"old_secret_until":%s,`+
			`"updated_on":"2026-02-03T04:05:%s.789012Z"}`,
			password, oldSecretUntil, updatedOn)
	}
	created, changed := value(false, "null", "06"), value(true, "null", "07")
	rotated := value(true, `"2026-02-04T04:05:08.789012Z"`, "08")
	var want strings.Builder
	for i, change := range []string{
		"delete endpoint/" + id + " " + rotated + " -> ",
		"rotate-secret endpoint/" + id + " " + changed + " -> " + rotated,
		"update endpoint/" + id + " " + created + " -> " + changed,
		"create endpoint/" + id + "  -> " + created,
	} {
		fmt.Fprintf(&want, "%d-%d command:ann@depot %s\n", k.AccountID, 6-i, change)
	}
	equal(t, "log", got, want.String())
	for _, hidden := range []string{secret, second, "hunter"} {
		equal(t, "the log has "+hidden, strings.Contains(got, hidden), false)
	}
}
