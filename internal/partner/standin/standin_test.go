package standin_test

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"waybill/internal/partner"
	"waybill/internal/partner/partnertest"
	"waybill/internal/partner/protocol"
	"waybill/internal/partner/simulated"
	"waybill/internal/partner/standin"
	"waybill/internal/shipment"
	"waybill/internal/signature"
	"waybill/test/harness"
)

var key = signature.Keys{"wbp_test"}

// start serves a stand-in and returns the ledger of its simulated partner, the stand-in and a client of it.
func start(t *testing.T, change func(*standin.Config)) (ledger string, _ *standin.Server, _ *protocol.Client) {
	t.Helper()
	ledger = filepath.Join(t.TempDir(), "ledger.db")
	simulator, err := simulated.Open(ledger)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = simulator.Close() })
	c := standin.Config{
		Partner: simulator, Keys: key, Random: func() float64 { return 0 }, Nonce: rand.Text, Now: time.Now,
		Log: slog.New(slog.DiscardHandler),
	}
	change(&c)
	server := standin.New(c)
	listener := httptest.NewServer(server.Handler())
	t.Cleanup(listener.Close)
	client := protocol.New(protocol.Config{BaseURL: listener.URL, Secrets: key, PrivateNetwork: true, Now: time.Now, Nonce: rand.Text})
	t.Cleanup(client.Close)
	return ledger, server, client
}

func order(name string) shipment.Order {
	return shipment.Order{TrackingNo: "WB1", Consignee: shipment.Party{Name: name}}
}

// TestProtocolSuite runs the suite of all partners over a real listener.
func TestProtocolSuite(t *testing.T) {
	_, _, client := start(t, func(*standin.Config) {})
	runSuite(t, client)
}

// TestPartnerDuringAChangeOfTheSecret runs the suite against adapters that have the old secret, the new one and both.
func TestPartnerDuringAChangeOfTheSecret(t *testing.T) {
	for name, keys := range map[string]signature.Keys{"old": {"wbp_old"}, "new": {"wbp_new"}, "both": {"wbp_new", "wbp_old"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, client := start(t, func(c *standin.Config) { c.Keys = keys })
			client.Secrets = signature.Keys{"wbp_new", "wbp_old"}
			runSuite(t, client)
		})
	}
}

func runSuite(t *testing.T, client *protocol.Client) {
	t.Helper()
	orders := map[string]shipment.Order{
		partnertest.Accepted: order("Susan"), partnertest.Refused: order("Susan [fail]"), partnertest.Temporary: order("Susan [flaky]"),
		partnertest.Lost: order("Susan [timeout]"), partnertest.Kept: order("Susan [keep]"),
		partnertest.Labelled: order("Susan [label pdf]"), partnertest.Unlabelled: order("Susan [label later]"),
	}
	for _, c := range partnertest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			if err := c.Run(t.Context(), client, orders); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestFaults applies each fault to a submission, and checks what the client makes of it and whether the
// partner has the order.
func TestFaults(t *testing.T) {
	for name, c := range map[string]struct {
		second    float64 // draw, of five faults
		temporary bool
		unknown   bool
		accepted  int
	}{
		"slow":    {second: 0.1, accepted: 1},
		"refused": {second: 0.3, temporary: true, accepted: 0},
		"lost":    {second: 0.5, unknown: true, accepted: 1},
		"forged":  {second: 0.7, unknown: true, accepted: 1},
		"twice":   {second: 0.9, accepted: 1},
	} {
		t.Run(name, func(t *testing.T) {
			draws, next := []float64{0, c.second, 0}, 0
			ledger, _, client := start(t, func(config *standin.Config) {
				config.Faults = standin.Faults{Rate: 0.5, Latency: time.Millisecond}
				config.Random = func() float64 { next++; return draws[next-1] }
			})
			_, err := client.Submit(t.Context(), "key", order("Susan"))
			_, temporary := errors.AsType[*partner.TemporaryError](err)
			if unknown := err != nil && !temporary; temporary != c.temporary || unknown != c.unknown {
				t.Errorf("Submit: %v", err)
			}
			accepted, err := harness.Acceptances(t.Context(), ledger)
			if err != nil || accepted["WB1"] != c.accepted {
				t.Errorf("the partner accepted %v, %v", accepted, err)
			}
		})
	}
}

func TestRefusesForgedAndReplayedRequests(t *testing.T) {
	simulator, err := simulated.Open(filepath.Join(t.TempDir(), "ledger.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = simulator.Close() })
	handler := standin.New(standin.Config{
		Partner: simulator, Keys: key, Random: func() float64 { return 0 }, Now: time.Now, Log: slog.New(slog.DiscardHandler),
	}).Handler()
	ask := func(key signature.Keys, nonce string) int {
		req, res := httptest.NewRequestWithContext(t.Context(), "GET", "/submissions/K", http.NoBody), httptest.NewRecorder()
		key.SignRequest(req.Header, "GET", "/submissions/K", nonce, nil, time.Now())
		handler.ServeHTTP(res, req)
		return res.Code
	}
	nonce := rand.Text()
	for i, want := range []int{http.StatusNotFound, http.StatusUnauthorized} {
		if got := ask(key, nonce); got != want {
			t.Errorf("request %d with a nonce: %d, want %d", i+1, got, want)
		}
	}
	if got := ask(signature.Keys{"wbp_other"}, rand.Text()); got != http.StatusUnauthorized {
		t.Errorf("with another key: %d", got)
	}
}

// waybillOf serves as much of Waybill as a callback needs. It refuses the first refusals messages, and
// returns the bodies of the others.
func waybillOf(t *testing.T, refusals int) (url string, received func() []string) {
	t.Helper()
	var mu sync.Mutex
	var bodies []string
	nonces := map[string]bool{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		nonce, err := key.VerifyRequest(r.Header, r.Method, r.RequestURI, body, time.Now())
		mu.Lock()
		defer mu.Unlock()
		if err != nil || nonces[nonce] {
			t.Errorf("callback %s: %v, nonce seen: %v", body, err, nonces[nonce])
		}
		nonces[nonce] = true
		if len(nonces) <= refusals {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		bodies = append(bodies, string(body))
		key.SignResponse(w.Header(), http.StatusOK, nonce, []byte("{}"), time.Now())
		_, _ = w.Write([]byte("{}"))
	}))
	t.Cleanup(server.Close)
	return server.URL, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return bodies
	}
}

// TestCallbacks checks that an acceptance is sent until it is taken, and twice by a fault.
func TestCallbacks(t *testing.T) {
	url, received := waybillOf(t, 1)
	draws, next := []float64{0, 0.9}, 0
	_, server, client := start(t, func(c *standin.Config) {
		c.CallbackURL, c.Faults = url, standin.Faults{Rate: 0.5}
		c.Random = func() float64 { next++; return draws[next-1] }
	})
	if _, err := client.Submit(context.Background(), "key", order("Susan")); err != nil {
		t.Fatal(err)
	}
	server.Wait()
	want := `{"events":[{"hawb_no":"SIM0000000001","tracking_no":"WB1","type":"accepted"}]}`
	if !slices.Equal(received(), []string{want, want}) {
		t.Errorf("received %q", received())
	}
}

// TestCallbacksOfAJourney checks that a late label and each step of the journey follow the acceptance.
func TestCallbacksOfAJourney(t *testing.T) {
	url, received := waybillOf(t, 0)
	journey := shipment.Journeys()[0]
	_, server, client := start(t, func(c *standin.Config) { c.CallbackURL, c.Journey = url, journey })
	if _, err := client.Submit(context.Background(), "key", order("Susan [label later]")); err != nil {
		t.Fatal(err)
	}
	server.Wait()
	got := received()
	if len(got) != 2+len(journey.Steps) || !strings.Contains(got[0], `"label":"later"`) || !strings.Contains(got[1], `"format":"pdf"`) {
		t.Fatalf("received %q", got)
	}
	for i, step := range journey.Steps {
		if !strings.Contains(got[2+i], `"status":"`+string(step.Status)+`"`) || !strings.Contains(got[2+i], `"hawb_no":"SIM0000000001"`) {
			t.Errorf("step %d: %s", i, got[2+i])
		}
	}
}

// TestEndCutsAJourney checks that a server that ends sends no further steps.
func TestEndCutsAJourney(t *testing.T) {
	url, received := waybillOf(t, 0)
	_, server, client := start(t, func(c *standin.Config) {
		c.CallbackURL, c.Journey, c.Pause = url, shipment.Journeys()[0], time.Hour
	})
	if _, err := client.Submit(context.Background(), "key", order("Susan")); err != nil {
		t.Fatal(err)
	}
	server.End()
	if len(received()) != 1 {
		t.Errorf("received %q", received())
	}
}
