package client_test

import (
	"context"
	"errors"
	"log"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"waybill/internal/admission"
	"waybill/internal/api"
	"waybill/internal/api/shell"
	"waybill/internal/feature"
	"waybill/internal/feature/all"
	"waybill/internal/fulfil"
	"waybill/internal/inforce"
	"waybill/internal/orders"
	"waybill/internal/shipment"
	"waybill/internal/spool"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/webhook"
	"waybill/test/backend"
)

// The server that the examples call: a real one with a SQLite file. The operator's key may report on the
// orders of all accounts, and the administrator's may do everything.
var baseURL, secretKey, operatorKey, administratorKey string

func TestMain(m *testing.M) {
	if err := withServer(func() { m.Run() }); err != nil {
		log.Fatal(err)
	}
}

func withServer(run func()) (err error) {
	folder, err := os.MkdirTemp("", "waybill-examples-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	ctx := context.Background()
	s, err := store.Open(ctx, store.Options{URL: "sqlite:" + filepath.Join(folder, "waybill.db")})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.DB.Close()) }()
	if _, err := s.DB.Migrate(ctx); err != nil {
		return err
	}
	if secretKey, _, err = s.MasterData.SeedDemo(ctx, ""); err != nil {
		return err
	}
	operator, err := s.MasterData.CreateAccount(ctx, masterdata.Account{Name: "Operator", Operator: true})
	if err != nil {
		return err
	}
	if _, operatorKey, err = s.MasterData.CreateKey(ctx, masterdata.Key{AccountID: operator.AccountID, Name: "main"}); err != nil {
		return err
	}
	everything := masterdata.Key{AccountID: operator.AccountID, Name: "all", Scopes: shipment.AllScopes}
	if _, administratorKey, err = s.MasterData.CreateKey(ctx, everything); err != nil {
		return err
	}
	spooled, err := spool.Open(filepath.Join(folder, "spool"))
	if err != nil {
		return err
	}
	fulfiller, rules := fulfil.New(fulfil.Config{Store: s}), inforce.New(s, slog.New(slog.DiscardHandler), func(string) {})
	a, err := api.New(ctx, shell.New(shell.Config{
		Budget: admission.NewBudget(admission.NewPlan(admission.DefaultMemory, 20_000, api.DrawingNeeds(2))), Spool: spooled,
		Store: s, Now: time.Now, Log: slog.New(slog.DiscardHandler), Metrics: backend.NoMetrics{}, Version: "test",
		BlockingBudget: time.Minute,
	}), api.Config{
		Endpoints: &fulfil.Endpoints{
			Store: s, Now: time.Now, Sender: webhook.NewSender(webhook.Options{AllowPrivate: true, Timeout: time.Minute, Now: time.Now}),
		},
		Orders: orders.New(orders.Config{
			Store: s, Rules: rules, Fulfiller: fulfiller, Now: time.Now, Patience: time.Minute,
			Created: func(string, int) {}, Note: func(context.Context, error) {},
		}),
		Simulate: true, Features: all.Features(feature.Process{Store: s}),
	})
	if err != nil {
		return err
	}
	server := httptest.NewServer(a.Handler())
	defer server.Close()
	baseURL = server.URL + "/api"
	run()
	return nil
}
