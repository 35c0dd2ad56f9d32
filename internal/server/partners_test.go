package server

import (
	"database/sql"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	_ "modernc.org/sqlite" // the driver sqlite

	"waybill/internal/config"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
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
	raw, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = raw.Close() })
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
