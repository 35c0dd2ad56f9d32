package api

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"waybill/internal/admission"
	"waybill/internal/api/shell"
	"waybill/internal/inforce"
	"waybill/internal/request/requesttest"
	"waybill/internal/spool"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
	"waybill/test/backend"
)

// BenchmarkViewOrders lists a page of 50 orders by cursor: as they are, compressed, and with all that expand can ask for.
func BenchmarkViewOrders(b *testing.B) {
	log := slog.New(slog.DiscardHandler)
	s := storetest.Open(b, store.Options{URL: storetest.SQLite(b), Log: log})
	if _, _, err := s.MasterData.SeedDemo(b.Context(), testKey); err != nil {
		b.Fatal(err)
	}
	spooled, err := spool.Open(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	a, err := New(b.Context(), shell.New(shell.Config{
		Store: s, Spool: spooled, Now: time.Now, Log: log, Metrics: backend.NoMetrics{},
		Budget: admission.NewBudget(admission.NewPlan(admission.DefaultMemory, 20_000, DrawingNeeds(2))),
	}), Config{Orders: benchOrders(s, inforce.New(s, log, func(string) {}))})
	if err != nil {
		b.Fatal(err)
	}
	handler := a.Handler()
	serve := func(b *testing.B, method, path, body string, header ...string) *httptest.ResponseRecorder {
		req := httptest.NewRequestWithContext(b.Context(), method, path, bytes.NewReader([]byte(body)))
		req.Header.Set("Authorization", "Bearer "+testKey)
		for i := 0; i < len(header); i += 2 {
			req.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		if handler.ServeHTTP(w, req); w.Code >= http.StatusBadRequest {
			b.Fatal(w.Code, w.Body)
		}
		return w
	}
	body := bytes.ReplaceAll(requesttest.ExampleCreate(b, 100), []byte("test-key"), []byte(testKey))
	serve(b, "POST", "/api/order/orders/", string(body), "Content-Type", "application/json")
	const list = "/api/order/order/?cursor="
	for name, of := range map[string]struct {
		path   string
		header []string
	}{
		"plain": {list, nil}, "gzip": {list, []string{"Accept-Encoding", "gzip"}},
		"expand": {list + "&expand=metadata,tags,hold,replaced_by,packing,proof", nil},
	} {
		b.Run(name, func(b *testing.B) {
			var sent int
			for b.Loop() {
				sent = serve(b, "GET", of.path, "", of.header...).Body.Len()
			}
			b.ReportMetric(float64(sent), "bytes/page")
		})
	}
}
