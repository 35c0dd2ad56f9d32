package fulfil_test

import (
	"crypto/rand"
	"log/slog"
	mathrand "math/rand/v2"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"waybill/internal/fulfil"
	"waybill/internal/partner/protocol"
	"waybill/internal/partner/standin"
	"waybill/internal/signature"
	"waybill/internal/store"
	"waybill/test/harness"
)

// TestFaultsOfAnAdapter hands orders to an adapter that refuses, loses and forges a third
// of its answers, until all are confirmed: the partner has each of them once.
func TestFaultsOfAnAdapter(t *testing.T) {
	onEngines(t, func(t *testing.T, fx *fixture) {
		var mu sync.Mutex
		source := mathrand.New(mathrand.NewPCG(1, 2))
		stand := standin.New(standin.Config{
			Partner: fx.partner, Keys: signature.Keys{"wbp_test"}, Faults: standin.Faults{Rate: 0.33, Latency: time.Millisecond},
			Random: func() float64 {
				mu.Lock()
				defer mu.Unlock()
				return source.Float64()
			},
			Nonce: rand.Text, Now: time.Now, Log: slog.New(slog.DiscardHandler),
		})
		listener := httptest.NewServer(stand.Handler())
		defer listener.Close()
		client := protocol.New(protocol.Config{
			BaseURL: listener.URL, Secrets: signature.Keys{"wbp_test"}, PrivateNetwork: true, Now: time.Now, Nonce: rand.Text,
		})
		defer client.Close()
		f := fulfil.New(fulfil.Config{
			Store: fx.store, Partners: map[string]fulfil.Partner{"acme": {Partner: client, Concurrency: 8, CallTimeout: callTimeout}},
			Owner: "me", Now: fx.now, Jitter: func() float64 { return 0 }, Log: fx.log(),
			ObserveCall: func(string, string, time.Duration) {}, ObserveCircuit: func(string, bool) {},
		})
		const orders = 40
		for range orders {
			fx.create("acme", "Susan", "", 0)
		}
		for round := 1; ; round++ {
			claimed, err := fx.store.Ledger.ClaimSubmissions(t.Context(), "me", "acme", orders, time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			f.Submit(t.Context(), claimed, func() {})
			open, err := fx.store.Ledger.Submissions(t.Context(), store.LedgerFilter{Limit: orders})
			if err != nil {
				t.Fatal(err)
			}
			if len(open) == 0 {
				break
			}
			if round == 15 {
				t.Fatalf("%d orders are not confirmed, the first: %+v", len(open), open[0])
			}
			fx.ahead.Add(int64(24 * time.Hour)) // whatever waits is due
		}
		counts, err := harness.Acceptances(t.Context(), fx.ledger)
		if err != nil || len(counts) != orders {
			t.Errorf("the partner has %d orders, %v", len(counts), err)
		}
		for trackingNo, n := range counts {
			if n != 1 {
				t.Errorf("%s was accepted %d times", trackingNo, n)
			}
		}
	})
}
