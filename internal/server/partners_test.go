package server

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"waybill/internal/config"
	"waybill/internal/fulfil"
	"waybill/internal/shipment"
	"waybill/internal/signature"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/test/database"
)

// TestReloadOfPartners: a partner that changed in the database has a new client, the others keep theirs.
func TestReloadOfPartners(t *testing.T) {
	t.Parallel()
	ctx, file := t.Context(), filepath.Join(t.TempDir(), "waybill.db")
	s, err := store.Open(ctx, store.Options{URL: "sqlite:" + file})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.DB.Close() })
	if _, err := s.DB.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	opened, err := openPartners(ctx, config.Config{Environment: config.Production}, s, nil, slog.New(slog.DiscardHandler))
	if err != nil || len(opened.all()) != 0 {
		t.Fatalf("at first %v, %v", opened, err)
	}
	create := func(name string) error {
		_, _, err := s.MasterData.CreatePartner(ctx, masterdata.Partner{
			Name: name, BaseURL: "https://" + name + ".example.com", Concurrency: 4,
			CallTimeout: time.Second,
		})
		return err
	}
	raw := database.Open(t, "sqlite:"+file)
	change := func(set string) func() error {
		return func() error {
			_, err := raw.ExecContext(ctx, `UPDATE partners SET `+set+` WHERE name = 'acme'`)
			return err
		}
	}
	for _, step := range []struct {
		name    string
		do      func() error
		live    int
		another bool // acme has a new client
	}{
		{"create acme", func() error { return create("acme") }, 1, true},
		{"create other", func() error { return create("other") }, 2, false},
		{"disable other", func() error { return s.MasterData.DisablePartner(ctx, "other") }, 1, false},
		{"more calls at once", change("concurrency = 5"), 1, true},
		{"another address", change("base_url = 'https://acme.example.net'"), 1, true},
		{"another secret", change("secret = 'wbp_x'"), 1, true},
	} {
		before := opened.all()["acme"]
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		changed, err := opened.reload(ctx)
		after := opened.all()
		if err != nil || !changed || len(after) != step.live || (after["acme"] != before) != step.another {
			t.Errorf("%s: changed %v, %d partners, another acme %v, %v", step.name, changed, len(after), after["acme"] != before, err)
		}
		if changed, err := opened.reload(ctx); changed || err != nil || opened.all()["acme"] != after["acme"] {
			t.Errorf("%s: changed once more, %v", step.name, err)
		}
	}
}

// TestNeedsOfAPartnerOfTheDatabase: what an account states counts. The adapter is asked again after a change of the partner, and not while
// outgoing calls are paused.
func TestNeedsOfAPartnerOfTheDatabase(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	s, err := store.Open(ctx, store.Options{URL: "sqlite:" + filepath.Join(t.TempDir(), "waybill.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.DB.Close() })
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	_, err = s.DB.Migrate(ctx)
	check(err)
	account, err := s.MasterData.CreateAccount(ctx, masterdata.Account{Name: "Shipper"})
	check(err)
	_, err = s.MasterData.UpdateAccountCustoms(ctx, account.AccountID, func(c shipment.Customs) error {
		c[shipment.CustomsOrigin] = "SG"
		return nil
	})
	check(err)
	var calls atomic.Int64
	var keys atomic.Pointer[signature.Keys]
	adapter := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := []byte(`{"needs":["item_origin_country","export_reason"]}`)
		calls.Add(1)
		keys.Load().SignResponse(w.Header(), http.StatusOK, r.Header.Get(signature.NonceHeader), body, time.Now())
		_, _ = w.Write(body)
	}))
	t.Cleanup(adapter.Close)
	_, secret, err := s.MasterData.CreatePartner(ctx, masterdata.Partner{
		Name: "acme", BaseURL: adapter.URL, Concurrency: 4, CallTimeout: time.Second, PrivateNetwork: true,
	})
	check(err)
	keys.Store(&signature.Keys{signature.Key(secret)})
	outgoing := new(fulfil.Outgoing)
	opened, err := openPartners(ctx, config.Config{Environment: config.Production}, s, outgoing, slog.New(slog.DiscardHandler))
	check(err)
	order := shipment.Order{
		AccountID: account.AccountID, ServiceID: 1, Pickup: shipment.Party{Country: "SG"}, Consignee: shipment.Party{Country: "ID"},
		Items: make([]shipment.Item, 1),
	}
	for _, step := range []struct {
		name   string
		paused bool
		lacks  string
		calls  int64
	}{
		{"paused", true, "", 0},
		{"first", false, "export_reason", 1},
		{"again", false, "export_reason", 1},
		{"changed", false, "export_reason", 2},
		{"paused again", true, "export_reason", 2},
	} {
		outgoing.SetPaused(step.paused)
		if step.name == "changed" {
			_, err := s.MasterData.UpdatePartner(ctx, "acme", func(p *masterdata.Partner) error {
				p.Concurrency++
				return nil
			})
			check(err)
			_, err = opened.reload(ctx)
			check(err)
		}
		var lacks []string
		refused, err := opened.all()["acme"].Check(ctx, &order)
		for _, r := range refused {
			lacks = append(lacks, r.Field)
		}
		if err != nil || strings.Join(lacks, " ") != step.lacks || calls.Load() != step.calls {
			t.Errorf("%s: lacks %v after %d calls, %v", step.name, lacks, calls.Load(), err)
		}
	}
}
