package api

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/admission"
	"waybill/internal/api/shell"
	"waybill/internal/request/requesttest"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// newKey makes an account and returns a key of it.
func (s *server) newKey(name string) string {
	s.t.Helper()
	return s.keyOf(masterdata.Account{Name: name})
}

// keyOf stores an account and returns a key of it.
func (s *server) keyOf(a masterdata.Account) string {
	s.t.Helper()
	account, err := s.api.Store.MasterData.CreateAccount(s.t.Context(), a)
	if err != nil {
		s.t.Fatal(err)
	}
	_, secret, err := s.api.Store.MasterData.CreateKey(s.t.Context(), masterdata.Key{AccountID: account.AccountID, Name: "main"})
	if err != nil {
		s.t.Fatal(err)
	}
	return secret
}

func TestKeysThatAreNotLive(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		account, err := s.api.Store.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "Shipper"})
		if err != nil {
			t.Fatal(err)
		}
		key, secret, err := s.api.Store.MasterData.CreateKey(t.Context(),
			masterdata.Key{AccountID: account.AccountID, Name: "main", ExpiresOn: s.api.Now().Add(time.Hour)})
		if err != nil {
			t.Fatal(err)
		}
		view := func() error {
			_, err := s.client(secret).Orders(t.Context(), client.Filter{})
			return err
		}
		if err := view(); err != nil {
			t.Errorf("a live key: %v", err)
		}
		if err := s.api.Store.MasterData.SuspendAccount(t.Context(), account.AccountID); err != nil {
			t.Fatal(err)
		}
		if err := view(); !errors.Is(err, client.ErrForbidden) {
			t.Errorf("a suspended account: %v, want 403", err)
		}
		if err := s.api.Store.MasterData.ResumeAccount(t.Context(), account.AccountID); err != nil {
			t.Fatal(err)
		}
		s.clock.advance(time.Hour + time.Second)
		if err := view(); !errors.Is(err, client.ErrUnauthorized) {
			t.Errorf("an expired key: %v, want 401", err)
		}
		s.clock.advance(-time.Hour)
		if err := s.api.Store.MasterData.RevokeKey(t.Context(), key.KeyID); err != nil {
			t.Fatal(err)
		}
		if err := view(); !errors.Is(err, client.ErrUnauthorized) {
			t.Errorf("a revoked key: %v, want 401", err)
		}
	})
}

func TestKeysDoNotReachTheLog(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		body := toJSON(t, map[string]any{"secret_key": testKey, "orders": []client.NewOrder{exampleOrder()}})
		s.send("POST", "/api/order/orders/", body)
		s.send("POST", "/api/order/orders/", body+"x")
		s.send("GET", "/api/order/order/?secret_key="+testKey, "")
		s.send("GET", "/api/order/order/?Secret_Key="+testKey, "")
		s.send("GET", "/api/order/order/?page=9&secret%5Fkey="+testKey, "", "Authorization", "Bearer "+testKey)
		link := s.order(s.create(exampleOrder()).Orders[0].TrackingNo).OrderLabelURL
		s.send("GET", strings.TrimPrefix(link, s.url), "")
		if log := s.log.String(); strings.Contains(log, link[strings.LastIndexByte(link, '-'):]) {
			t.Errorf("the log has the label's signature: %s", log)
		}
		if log := s.log.String(); strings.Contains(log, testKey) || !strings.Contains(log, "REDACTED") {
			t.Errorf("log: %s", log)
		}
	})
}

// TestSearchedPersonsDoNotReachTheLog: words to search for are often a name, and metadata may be anything.
func TestSearchedPersonsDoNotReachTheLog(t *testing.T) {
	t.Parallel()
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	key := s.allScopes()
	for _, path := range []string{
		"/api/order/order/?search=susan", "/api/order/order/?cursor=&tag=blue&metadata[buyer]=susan", "/api/order/export/?metadata%5Bb%5D=susan",
		"/api/books/addresses/?q=susan", "/api/operator/accounts/?search=susan",
	} {
		s.send("GET", path, "", "Authorization", "Bearer "+key)
	}
	if log := s.log.String(); strings.Contains(log, "susan") || strings.Count(log, "REDACTED") != 5 || !strings.Contains(log, "tag=blue") {
		t.Errorf("log: %s", log)
	}
}

// TestFailedKeysAreLimitedByAddress: an address that tried too many keys must wait,
// but a live key is served.
func TestFailedKeysAreLimitedByAddress(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.clock.stop()
		s.api.FailedKeyLimit, s.api.Proxies = shell.RateLimit{PerSecond: 1, Burst: 3}, localProxy
		for i, c := range []struct {
			key, client string
			want        int
		}{
			{"wrong-1", "203.0.113.7", 401},
			{"wrong-2", "203.0.113.7", 401},
			{"", "203.0.113.7", 401},
			{"wrong-2", "203.0.113.7", 401},
			{"wrong-3", "203.0.113.7", 429},
			{"", "203.0.113.7", 401},
			{testKey, "203.0.113.7", 200},
			{"wrong-1", "203.0.113.8", 401},
			{"wrong-1", "203.0.113.7", 429},
			{"wrong-1", "", 401}, // the proxy's own address, or that of all clients behind it
			{"wrong-1", "", 401},
			{"wrong-1", "", 401},
			{"wrong-1", "", 401},
		} {
			sent := []string{"X-Forwarded-For", c.client}
			if c.key != "" {
				sent = append(sent, "Authorization", "Bearer "+c.key)
			}
			res, body := s.send("GET", "/api/order/order/", "", sent...)
			if res.StatusCode != c.want || c.want == 429 && res.Header.Get("Retry-After") != "1" {
				t.Errorf("request %d: %d, want %d: %s", i, res.StatusCode, c.want, body)
			}
		}
		if res, body := s.send("POST", "/api/order/orders/", `{"secret_key":"wrong-1"}`, "X-Forwarded-For",
			"203.0.113.7"); res.StatusCode != http.StatusTooManyRequests {
			t.Errorf("a wrong key in a body: %d %s", res.StatusCode, body)
		}
		s.clock.advance(2 * time.Second)
		if res, body := s.send("GET", "/api/order/order/?secret_key=wrong-1", "", "X-Forwarded-For",
			"203.0.113.7"); res.StatusCode != http.StatusUnauthorized {
			t.Errorf("two seconds later: %d %s", res.StatusCode, body)
		}
	})
}

func TestRateLimit(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.clock.stop()
		account, err := s.api.Store.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "Shipper", RateLimit: 1, RateBurst: 2})
		if err != nil {
			t.Fatal(err)
		}
		_, secret, err := s.api.Store.MasterData.CreateKey(t.Context(), masterdata.Key{AccountID: account.AccountID, Name: "main"})
		if err != nil {
			t.Fatal(err)
		}
		view := func() reply {
			res, _ := s.send("GET", "/api/order/order/", "", "Authorization", "Bearer "+secret)
			return res
		}
		for range 2 {
			if res := view(); res.StatusCode != http.StatusOK || res.Header.Get("RateLimit-Limit") != "2" {
				t.Errorf("within the burst: %d %v", res.StatusCode, res.Header)
			}
		}
		res, body := s.send("GET", "/api/order/order/", "", "Authorization", "Bearer "+secret)
		if res.StatusCode != http.StatusTooManyRequests || body != `{"detail":"Request was throttled. Expected available in 1 seconds."}` ||
			res.Header.Get("Retry-After") != "1" || res.Header.Get("RateLimit-Remaining") != "0" || res.Header.Get("RateLimit-Reset") != "2" {
			t.Errorf("beyond the burst: %d %s %v", res.StatusCode, body, res.Header)
		}
		s.clock.advance(time.Second)
		if res := view(); res.StatusCode != http.StatusOK {
			t.Errorf("a second later: %d", res.StatusCode)
		}
	})
}

func TestEveryAnswerIsNamed(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for sent, want := range map[string]string{"abc-1.2_3": "abc-1.2_3", "": "", "with space": "", strings.Repeat("x", 129): ""} {
			res, _ := s.send("GET", "/nope", "", "X-Request-ID", sent)
			got := res.Header.Get("X-Request-ID")
			if want != "" && got != want || got == "" || want == "" && got == sent {
				t.Errorf("sent %q, got %q", sent, got)
			}
			if res.Header.Get("Waybill-Version") != "test" {
				t.Errorf("version %q", res.Header.Get("Waybill-Version"))
			}
		}
	})
}

func TestBodiesHaveALimit(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		body := `{"x":"` + strings.Repeat("x", shell.MaxBody-8) + `"}`
		if res, text := s.send("POST", "/api/order/orders/", body); res.StatusCode != http.StatusUnauthorized {
			t.Errorf("16 MiB: %d %s", res.StatusCode, text)
		}
		if res, text := s.send("POST", "/api/order/orders/", body+" ", "Content-Type",
			"text/plain"); res.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("a byte more: %d %s", res.StatusCode, text)
		}
	})
}

func TestRequestsThatDoNotFitAreRefused(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.api.Budget.Callers = admission.NewPool(s.api.Budget.Callers.Stats().Size, 0)
		s.api.Budget.Anonymous = admission.NewPool(s.api.Budget.Anonymous.Stats().Size, 0)
		for _, pool := range []*admission.Pool{s.api.Budget.Callers, s.api.Budget.Anonymous} {
			other := pool.Hold(admission.Owner{Account: 99})
			if !other.TryGrowTo(pool.Stats().Size) {
				t.Fatal("it is not empty")
			}
			key := map[bool]string{true: testKey, false: "unknown"}[pool == s.api.Budget.Callers]
			body := requesttest.ExampleCreate(t, 1)
			if res, text := s.send("POST", "/api/order/orders/", string(body), "Authorization",
				"Bearer "+key); res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" {
				t.Errorf("with all memory in use: %d %s", res.StatusCode, text)
			}
			other.Release()
		}
		if res, text := s.send("POST", "/api/order/orders/", "{}"); res.StatusCode != http.StatusUnauthorized {
			t.Errorf("afterwards: %d %s", res.StatusCode, text)
		}
		s.expectNothingHeld()
	})
}

// expectNothingHeld waits until the requests before have given back what they held, which
// they do after they are answered.
func (s *server) expectNothingHeld() {
	s.t.Helper()
	for name, pool := range map[string]*admission.Pool{
		"callers": s.api.Budget.Callers, "anonymous": s.api.Budget.Anonymous,
		"spool": s.api.Budget.Spool,
	} {
		s.eventually(name+" hold nothing", func() bool { return pool.Stats().Held == 0 })
	}
}

func TestUnreachableStore(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		if res, body := s.send("GET", "/readyz", ""); res.StatusCode != http.StatusOK {
			t.Errorf("ready: %d %s", res.StatusCode, body)
		}
		if err := s.api.Store.DB.Close(); err != nil {
			t.Fatal(err)
		}
		create := toJSON(t, map[string]any{"secret_key": testKey, "orders": []client.NewOrder{exampleOrder()}})
		for _, asked := range []struct{ method, path, body string }{
			{"GET", "/readyz", ""}, {"GET", "/api/order/order/?secret_key=other", ""}, {"POST", "/api/order/orders/", create},
		} {
			if res, body := s.send(asked.method, asked.path, asked.body); res.StatusCode != http.StatusServiceUnavailable ||
				res.Header.Get("Retry-After") == "" {
				t.Errorf("%s: %d %s", asked.path, res.StatusCode, body)
			}
		}
		if res, body := s.send("GET", "/healthz", ""); res.StatusCode != http.StatusOK {
			t.Errorf("alive: %d %s", res.StatusCode, body)
		}
	})
}

func TestDraining(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.api.Drain()
		create := toJSON(t, map[string]any{"secret_key": testKey, "orders": []client.NewOrder{exampleOrder()}})
		for _, asked := range []struct {
			method, path, body string
			status             int
		}{
			{"GET", "/readyz", "", http.StatusServiceUnavailable},
			{"POST", "/api/order/orders/", create, http.StatusCreated},
			{"GET", "/api/order/order/?secret_key=" + testKey, "", http.StatusOK},
			{"GET", "/nothing", "", http.StatusNotFound},
		} {
			res, body := s.send(asked.method, asked.path, asked.body)
			if res.StatusCode != asked.status || !res.Close {
				t.Errorf("%s %s: %d, closes its connection: %v, %s", asked.method, asked.path, res.StatusCode, res.Close, body)
			}
		}
	})
}

func TestAPanicIsA500WithTheRequestID(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.api.Printing = nil
		created := s.create(exampleOrder())
		link := s.order(created.Orders[0].TrackingNo).OrderLabelURL
		res, body := s.send("GET", strings.TrimPrefix(link, s.url), "", "X-Request-ID", "abc")
		if res.StatusCode != http.StatusInternalServerError || body != `{"detail":"Internal server error. Request id: abc"}` {
			t.Errorf("%d %s", res.StatusCode, body)
		}
		if log := s.log.String(); !strings.Contains(log, "panic") {
			t.Errorf("log: %s", log)
		}
	})
}
