package api

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
)

// TestOperatorManagesPartners creates, changes, disables, enables and rotates a partner. Only two responses have its secret, and the
// audit log has none.
func TestOperatorManagesPartners(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx, operator := t.Context(), s.asAdministrator()
		created, err := operator.CreatePartner(ctx, client.NewPartner{Name: "acme-2", BaseURL: "https://acme.example/waybill"})
		if err != nil || created.Name != "acme-2" || created.Concurrency != 8 || created.Timeout != "10s" || created.PrivateNetwork ||
			created.Disabled || !created.OldSecretUntil.IsZero() || !strings.HasPrefix(created.Secret, "wbp_") {
			t.Fatalf("created %+v, %v", created, err)
		}
		for field, n := range map[string]client.NewPartner{
			"name":            {Name: "acme-2", BaseURL: "https://a.example"},
			"base_url":        {Name: "b", BaseURL: "ftp://a.example"},
			"private_network": {Name: "b", BaseURL: "http://10.0.0.1"},
			"concurrency":     {Name: "b", BaseURL: "https://a.example", Concurrency: 1001},
			"timeout":         {Name: "b", BaseURL: "https://a.example", Timeout: "10"},
		} {
			_, err := operator.CreatePartner(ctx, n)
			wantWrong(t, err, field, "")
		}
		_, err = operator.CreatePartner(ctx, client.NewPartner{Name: shipment.PartnerEasyPost, BaseURL: "https://a.example"})
		wantWrong(t, err, "name", "built-in")

		changed, err := operator.ChangePartner(ctx, "acme-2", client.PartnerChange{Concurrency: new(int64(3)), Timeout: new("1m30s")})
		if err != nil || changed.Concurrency != 3 || changed.Timeout != "1m30s" || changed.BaseURL != created.BaseURL || changed.Secret != "" {
			t.Errorf("changed %+v, %v", changed, err)
		}
		_, err = operator.ChangePartner(ctx, "acme-2", client.PartnerChange{Timeout: new("1h")})
		wantWrong(t, err, "timeout", "300 seconds")
		_, err = operator.ChangePartner(ctx, "acme-2", client.PartnerChange{BaseURL: new("")})
		wantWrong(t, err, "base_url", "address such as")

		disabled, err := operator.DisablePartner(ctx, "acme-2")
		if err != nil || !disabled.Disabled {
			t.Errorf("disabled %+v, %v", disabled, err)
		}
		_, err = operator.CreateService(ctx, client.NewService{Name: "A", Partner: "acme-2"})
		wantWrong(t, err, "partner", "not disabled")
		enabled, err := operator.EnablePartner(ctx, "acme-2")
		if viewed, viewErr := operator.Partner(ctx, "acme-2"); err != nil || viewErr != nil || enabled != viewed || viewed.Disabled {
			t.Errorf("enabled %+v, %v; viewed %+v, %v", enabled, err, viewed, viewErr)
		}

		rotated, err := operator.RotatePartner(ctx, "acme-2", time.Hour)
		if err != nil || rotated.Secret == created.Secret || !strings.HasPrefix(rotated.Secret, "wbp_") || rotated.OldSecretUntil.IsZero() {
			t.Errorf("rotated %+v, %v", rotated, err)
		}
		if secrets, err := s.api.Store.MasterData.PartnerSecrets(ctx, "acme-2"); len(secrets) != 2 || secrets[0] != rotated.Secret {
			t.Errorf("secrets %v, %v", secrets, err)
		}
		_, err = operator.RotatePartner(ctx, "acme-2", 31*24*time.Hour)
		wantWrong(t, err, "overlap", "30 days")
		all, err := operator.Partners(ctx)
		if err != nil || len(all) != 1 || all[0].Name != "acme-2" || all[0].Secret != "" {
			t.Errorf("all %+v, %v", all, err)
		}

		if _, err = client.NewAdministration(s.sdk).Partners(ctx); !errors.Is(err, client.ErrForbidden) {
			t.Errorf("a shipper: %v", err)
		}
		for _, name := range []string{"nobody", "a\x00", shipment.PartnerSimulated} {
			_, viewed := operator.Partner(ctx, name)
			_, changed := operator.ChangePartner(ctx, name, client.PartnerChange{})
			_, disabled := operator.DisablePartner(ctx, name)
			_, rotated := operator.RotatePartner(ctx, name, 0)
			for _, err := range []error{viewed, changed, disabled, rotated} {
				if !errors.Is(err, client.ErrNotFound) {
					t.Errorf("%q: %v", name, err)
				}
			}
		}
		entries, _, err := s.api.Store.Audit.List(ctx, audit.Filter{SubjectKind: "partner", Subject: "acme-2"}, "", 10)
		if err != nil || len(entries) != 5 || entries[0].Action != "rotate-secret" || entries[0].Actor.Kind != audit.ActorKey ||
			strings.Contains(fmt.Sprint(entries), "wbp_") {
			t.Errorf("audit log %+v, %v", entries, err)
		}
	})
}

// TestOnlyAKeyWithUsersOpensPrivateNetworks: another key would have this server call addresses there.
func TestOnlyAKeyWithUsersOpensPrivateNetworks(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx, own := t.Context(), s.newAccount("operator", true)
		most := s.asKeyOf(own, shipment.AllScopes&^shipment.ScopeUsers)
		all := s.asKeyOf(own, shipment.ScopeAdministration|shipment.ScopeUsers)
		private := client.NewPartner{Name: "acme", BaseURL: "http://10.0.0.1", PrivateNetwork: true}
		_, err := most.CreatePartner(ctx, private)
		wantUsersScope(t, err)
		if created, err := all.CreatePartner(ctx, private); err != nil || !created.PrivateNetwork {
			t.Fatalf("with both scopes: %+v, %v", created, err)
		}
		_, err = most.ChangePartner(ctx, "acme", client.PartnerChange{BaseURL: new("http://10.0.0.2")})
		wantUsersScope(t, err)
		if _, err := most.ChangePartner(ctx, "acme", client.PartnerChange{Concurrency: new(int64(2))}); err != nil {
			t.Errorf("another setting: %v", err)
		}
		if changed, err := most.ChangePartner(ctx, "acme", client.PartnerChange{
			BaseURL: new("https://acme.example"), PrivateNetwork: new(false),
		}); err != nil || changed.PrivateNetwork {
			t.Errorf("no private network any more: %+v, %v", changed, err)
		}
	})
}

// TestPartnersShowTheirOpenWork and keep their names. Responses with a secret are not stored by caches.
func TestPartnersShowTheirOpenWork(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx, operator := t.Context(), s.asAdministrator()
		_, err := operator.CreatePartner(ctx, client.NewPartner{Name: "acme", BaseURL: "https://acme.example"})
		if err != nil {
			t.Fatal(err)
		}
		service, err := operator.CreateService(ctx, client.NewService{Name: "Of acme", Partner: "acme", COD: true})
		if err != nil {
			t.Fatal(err)
		}
		order := exampleOrder()
		order.ServiceID = service.ServiceID
		s.create(order)
		viewed, err := operator.Partner(ctx, "acme")
		if err != nil || viewed.Queue.Waiting != 1 || viewed.Queue.OldestDueOn.IsZero() {
			t.Errorf("viewed %+v, %v", viewed, err)
		}
		key := s.keyWith(s.newAccount("second operator", true), shipment.ScopeAdministration, "")
		send := func(method, path, body string) (reply, string) {
			return s.send(method, "/api/operator/partners/"+path, body, "Authorization", "Bearer "+key, "Content-Type", "application/json")
		}
		res, text := send("POST", "acme/rotate/", `{}`)
		if res.StatusCode != http.StatusOK || res.Header.Get("Cache-Control") != "no-store" || !strings.Contains(text, `"secret":"wbp_`) {
			t.Errorf("rotated: %d %v %s", res.StatusCode, res.Header, text)
		}
		for body, want := range map[string]string{
			`{"name":"other"}`:     `{"name":["A partner keeps its name, which services and orders have. Create another partner."]}`,
			`{"timeout":10}`:       `{"timeout":["Enter a time with its unit, such as 10s or 24h."]}`,
			`{"concurrency":null}`: `"concurrency"`, `{"url":"https://a.example"}`: `{"url":["Unknown field. Known: base_url, `,
		} {
			if res, text := send("PATCH", "acme/", body); res.StatusCode != http.StatusBadRequest || !strings.Contains(text, want) {
				t.Errorf("%s: %d %s, want %s", body, res.StatusCode, text, want)
			}
		}
	})
}
