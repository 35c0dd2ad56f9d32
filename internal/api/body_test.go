package api

import (
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"waybill/internal/admission"
	"waybill/internal/request/requesttest"
)

// padded is a create with a text of 1.2 MB, so that its body goes to a file. Its key is before or after the text.
func padded(t *testing.T, first, last string) string {
	t.Helper()
	order := string(requesttest.ExampleCreate(t, 1))
	order = order[strings.Index(order, `"orders"`):strings.LastIndex(order, "}")]
	return `{` + first + `"padding":"` + strings.Repeat(`{\"x`, 300_000) + `",` + order + last + `}`
}

func key(secret string) string { return `"secret_key":"` + secret + `"` }

func TestWhereTheKeyStands(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for name, c := range map[string]struct {
			body   string
			want   int
			header []string
		}{
			"first":             {padded(t, key(testKey)+",", ""), http.StatusCreated, nil},
			"last":              {padded(t, "", ","+key(testKey)), http.StatusCreated, nil},
			"in the header":     {padded(t, "", ""), http.StatusCreated, []string{"Authorization", "Bearer " + testKey}},
			"nowhere":           {padded(t, "", ""), http.StatusUnauthorized, nil},
			"wrong":             {padded(t, "", ","+key("wrong")), http.StatusUnauthorized, nil},
			"wrong, then right": {padded(t, key("wrong")+",", ","+key(testKey)), http.StatusCreated, nil},
			"right, then wrong": {padded(t, key(testKey)+",", ","+key("wrong")), http.StatusUnauthorized, nil},
			"wrong in the body": {
				padded(t, "", ","+key("wrong")), http.StatusUnauthorized,
				[]string{"Authorization", "Bearer " + testKey},
			},
			"wrong in the header":          {padded(t, "", ","+key(testKey)), http.StatusCreated, []string{"Authorization", "Bearer wrong"}},
			"an error after all":           {padded(t, "", "") + "x", http.StatusBadRequest, nil},
			"an error after the right one": {padded(t, key(testKey)+",", "") + "x", http.StatusBadRequest, nil},
			"no JSON, no key":              {strings.Repeat("x", 1<<20), http.StatusBadRequest, nil},
			"another media type":           {padded(t, "", ""), http.StatusUnsupportedMediaType, []string{"Content-Type", "text/plain"}},
		} {
			if res, text := s.send("POST", "/api/order/orders/", c.body, c.header...); res.StatusCode != c.want {
				t.Errorf("%s: %d %.300s, want %d", name, res.StatusCode, text, c.want)
			}
		}
		s.expectNothingHeld()
	})
}

// TestAKeyIsNotRefusedForItsPlace: when the memory of anonymous callers is used up, and by the same
// address, keys that come late are as good as early ones.
func TestAKeyIsNotRefusedForItsPlace(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.api.Budget.Anonymous = admission.NewPool(s.api.Budget.Anonymous.Stats().Size, 0)
		all := s.api.Budget.Anonymous.Hold(admission.Owner{Address: netip.MustParseAddr("127.0.0.1")})
		if !all.TryGrowTo(s.api.Budget.Anonymous.Stats().Size) {
			t.Fatal("it is not empty")
		}
		for name, body := range map[string]string{
			"small, late": string(requesttest.ExampleCreate(t, 1))[:len(requesttest.ExampleCreate(t, 1))-1] + "," + key(testKey) + "}",
			"large, late": padded(t, "", ","+key(testKey)), "large, early": padded(t, key(testKey)+",", ""),
		} {
			if res, text := s.send("POST", "/api/order/orders/", body); res.StatusCode != http.StatusCreated {
				t.Errorf("%s: %d %.300s", name, res.StatusCode, text)
			}
		}
		all.Release()
		s.expectNothingHeld()
	})
}

func TestBodiesThatFindNoDisk(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		body := padded(t, "", ","+key(testKey))
		s.api.Budget.Spool = admission.NewPool(s.api.Budget.Spool.Stats().Size, 0)
		all := s.api.Budget.Spool.Hold(admission.Owner{Account: 99})
		if !all.TryGrowTo(s.api.Budget.Spool.Stats().Size) {
			t.Fatal("it is not empty")
		}
		if res, text := s.send("POST", "/api/order/orders/", body); res.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("no room: %d %s", res.StatusCode, text)
		}
		all.Release()
		if err := os.Remove(filepath.Join(s.folder, "spool")); err != nil { // it is empty: files have no names
			t.Fatal(err)
		}
		if res, text := s.send("POST", "/api/order/orders/", body); res.StatusCode != http.StatusServiceUnavailable ||
			res.Header.Get("Retry-After") == "" {
			t.Errorf("no folder: %d %s", res.StatusCode, text)
		}
		small := strings.Replace(string(requesttest.ExampleCreate(t, 1)), "test-key", testKey, 1)
		if res, text := s.send("POST", "/api/order/orders/", small); res.StatusCode != http.StatusCreated {
			t.Errorf("small: %d %s", res.StatusCode, text)
		}
		s.expectNothingHeld()
	})
}
