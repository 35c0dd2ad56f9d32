package api

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"waybill/internal/admission"
	"waybill/internal/api/shell"
	"waybill/internal/fulfil"
	"waybill/internal/inforce"
	"waybill/internal/orders"
	"waybill/internal/request/requesttest"
	"waybill/internal/spool"
	"waybill/internal/store"
	"waybill/internal/store/requestlog"
	"waybill/internal/store/storetest"
	"waybill/test/backend"
)

// BenchmarkCreateWithRequestLog creates orders of one each with 16 clients, in turn without and with the request log, 8,000 at a
// time, so that the log is written several times in a turn. The ratio is the rate with the log to that without.
func BenchmarkCreateWithRequestLog(b *testing.B) {
	const clients, turn = 16, 8000
	for engine, database := range map[string]func(testing.TB) string{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		b.Run(engine, func(b *testing.B) {
			databaseURL, log := database(b), slog.New(slog.DiscardHandler)
			s := storetest.Open(b, store.Options{URL: databaseURL, Log: log})
			if _, _, err := s.MasterData.SeedDemo(b.Context(), testKey); err != nil {
				b.Fatal(err)
			}
			spooled, err := spool.Open(b.TempDir())
			if err != nil {
				b.Fatal(err)
			}
			writer := requestlog.NewWriter(s.Requests, log)
			rules := inforce.New(s, log, func(string) {})
			var handlers [2]http.Handler
			for i, requests := range []*requestlog.Writer{nil, writer} {
				a, err := New(b.Context(), shell.New(shell.Config{
					Store: s, Spool: spooled, Now: time.Now, Log: log, Metrics: backend.NoMetrics{}, Requests: requests,
					Budget: admission.NewBudget(admission.NewPlan(admission.DefaultMemory, 20_000, DrawingNeeds(2))),
				}), Config{
					Orders: benchOrders(s, rules),
				})
				if err != nil {
					b.Fatal(err)
				}
				handlers[i] = a.Handler()
			}
			body := bytes.ReplaceAll(requesttest.ExampleCreate(b, 1), []byte("test-key"), []byte(testKey))
			create := func(handler http.Handler) (took time.Duration) {
				start := time.Now()
				var running sync.WaitGroup
				for range clients {
					running.Go(func() {
						for range turn / clients {
							w := httptest.NewRecorder()
							r := httptest.NewRequestWithContext(b.Context(), http.MethodPost, "/api/order/orders/", bytes.NewReader(body))
							if handler.ServeHTTP(w, r); w.Code != http.StatusCreated {
								b.Error(w.Code, w.Body.String())
							}
						}
					})
				}
				running.Wait()
				return time.Since(start)
			}
			var took [2]time.Duration
			for b.Loop() {
				took[0] += create(handlers[0])
				ctx, cancel := context.WithCancel(b.Context())
				var writing sync.WaitGroup
				writing.Go(func() { writer.Run(ctx) })
				took[1] += create(handlers[1])
				cancel()
				writing.Wait()
			}
			b.ReportMetric(took[0].Seconds()/took[1].Seconds(), "ratio")
		})
	}
}

// benchOrders carries out operations on orders without partners.
func benchOrders(s *store.Store, rules *inforce.Source) *orders.Service {
	return orders.New(orders.Config{
		Store: s, Rules: rules, Fulfiller: fulfil.New(fulfil.Config{Store: s}), Now: time.Now,
		Created: func(string, int) {}, Note: func(context.Context, error) {},
	})
}
