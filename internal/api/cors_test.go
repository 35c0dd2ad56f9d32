package api

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"waybill/internal/api/shell"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// The headers that pages of other origins may send and read.
const (
	pageRequestHeaders  = "Authorization, Content-Type, Idempotency-Key, If-Match, Waybill-Rehearse, X-Request-ID"
	pageResponseHeaders = "ETag, Link, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Idempotency-Replayed, " +
		"Waybill-Completed-Phones, Waybill-Export-Orders, Waybill-Ignored-Fields, Waybill-Ignored-Parameters, Waybill-Label-Warnings, " +
		"Waybill-Labels-Missing, Waybill-Labels-Printed, Waybill-Manifest-Left-Out, Waybill-Manifest-Parcels, " +
		"Waybill-Needs-Person, Waybill-Search-Indexed, Waybill-Version, X-Request-ID, Allow, " +
		"Content-Disposition, WWW-Authenticate"
)

const pageOrigin = "https://shop.example.com"

// corsServer is a server whose answers the pages of pageOrigin may read.
func corsServer(t *testing.T, origins ...string) *server {
	t.Helper()
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	s.api.CORSOrigins = origins
	listener := httptest.NewServer(s.api.Handler())
	t.Cleanup(listener.Close)
	s.url = listener.URL
	return s
}

// TestPagesEditOrders: a page may send the version that it read, and read the one that it made.
func TestPagesEditOrders(t *testing.T) {
	t.Parallel()
	s := corsServer(t, pageOrigin)
	path := "/api/order/order/" + s.create(exampleOrder()).Orders[0].TrackingNo + "/"
	got, _ := s.send(http.MethodOptions, path, "", "Origin", pageOrigin, "Access-Control-Request-Method", http.MethodPatch)
	for name, want := range map[string]string{
		"Access-Control-Allow-Methods": http.MethodPatch, "Access-Control-Allow-Headers": "If-Match", "Access-Control-Expose-Headers": "ETag",
	} {
		if !slices.Contains(strings.Split(got.Header.Get(name), ", "), want) {
			t.Errorf("%s: %s, without %s", name, got.Header.Get(name), want)
		}
	}
}

// TestAnswersToPages asks for each kind of answer as a page of an origin that is allowed,
// and as one of another.
func TestAnswersToPages(t *testing.T) {
	t.Parallel()
	s := corsServer(t, "https://other.example.com", pageOrigin)
	account, err := s.api.Store.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "Shipper", RateLimit: 1, RateBurst: 1})
	if err != nil {
		t.Fatal(err)
	}
	_, limited, err := s.api.Store.MasterData.CreateKey(t.Context(), masterdata.Key{AccountID: account.AccountID, Name: "main"})
	if err != nil {
		t.Fatal(err)
	}
	s.clock.stop()                                                             // so that the key gets nothing back
	s.send("GET", "/api/order/order/", "", "Authorization", "Bearer "+limited) // takes what the key may send
	link := s.order(s.create(exampleOrder()).Orders[0].TrackingNo).OrderLabelURL
	_, link, _ = strings.Cut(link, "/labels/") // its host is that of the server that made it
	s.api.Printing = nil                       // so that to draw a label panics

	const orders = "/api/order/orders/"
	for _, c := range []struct {
		status             int
		method, path, body string
		key                string
	}{
		{http.StatusOK, "GET", "/api/order/order/", "", testKey},
		{http.StatusUnauthorized, "GET", "/api/order/order/", "", "wrong"},
		{http.StatusNotFound, "GET", "/nothing", "", ""},
		{http.StatusMethodNotAllowed, "GET", orders, "", testKey},
		{http.StatusRequestEntityTooLarge, "POST", orders, strings.Repeat(" ", shell.MaxBody+1), testKey},
		{http.StatusTooManyRequests, "GET", "/api/order/order/", "", limited},
		{http.StatusInternalServerError, "GET", "/labels/" + link, "", ""},
		{http.StatusServiceUnavailable, "GET", "/api/order/order/", "", testKey}, // the last, without a store
	} {
		if c.status == http.StatusServiceUnavailable {
			if err := s.api.Store.DB.Close(); err != nil {
				t.Fatal(err)
			}
		}
		for origin, allowed := range map[string]string{pageOrigin: pageOrigin, "http://shop.example.com": "", "null": ""} {
			got, _ := s.send(c.method, c.path, c.body, "Origin", origin, "Authorization", "Bearer "+c.key)
			header := got.Header
			if got.StatusCode != c.status || header.Get("Access-Control-Allow-Origin") != allowed ||
				!slices.Contains(header.Values("Vary"), "Origin") {
				t.Errorf("%s %s of %s: %d %v", c.method, c.path, origin, got.StatusCode, header)
			}
			if exposed := header.Get("Access-Control-Expose-Headers"); (exposed == pageResponseHeaders) != (allowed != "") {
				t.Errorf("%s %s of %s exposes %q", c.method, c.path, origin, exposed)
			}
			if header.Get("Access-Control-Allow-Credentials") != "" {
				t.Errorf("%s %s of %s allows credentials", c.method, c.path, origin)
			}
		}
	}
}

// TestPreflights asks for every route what a browser asks, before it sends a request that
// is more than a form's.
func TestPreflights(t *testing.T) {
	t.Parallel()
	s := corsServer(t, pageOrigin)
	preflight := func(path, origin, method string) reply {
		t.Helper()
		got, body := s.send("OPTIONS", path, "", "Origin", origin,
			"Access-Control-Request-Method", method, "Access-Control-Request-Headers", "authorization,content-type,idempotency-key,x-request-id")
		if got.StatusCode != http.StatusNoContent || body != "" || !slices.Contains(got.Header.Values("Vary"), "Origin") {
			t.Errorf("%s: %d %q %v", path, got.StatusCode, body, got.Header)
		}
		return got
	}
	for _, r := range s.api.routes() {
		header := preflight(r.Path, pageOrigin, r.Method).Header // a placeholder in the path is as good as any text
		methods := strings.Split(header.Get("Access-Control-Allow-Methods"), ", ")
		if header.Get("Access-Control-Allow-Origin") != pageOrigin || !slices.Contains(methods, r.Method) ||
			header.Get("Access-Control-Allow-Headers") != pageRequestHeaders || header.Get("Access-Control-Max-Age") == "" {
			t.Errorf("%s %s: %v", r.Method, r.Path, header)
		}
		if header := preflight(r.Path, "https://other.example.com",
			r.Method).Header; header.Get("Access-Control-Allow-Origin")+header.Get("Access-Control-Allow-Methods") != "" {
			t.Errorf("%s %s for another origin: %v", r.Method, r.Path, header)
		}
	}
	if methods := preflight("/api/order/orders/", pageOrigin,
		"DELETE").Header.Get("Access-Control-Allow-Methods"); methods != "POST, OPTIONS" {
		t.Errorf("methods of the path: %q", methods)
	}
}

// TestVaryOfFiles: a file that may be compressed varies by that as well.
func TestVaryOfFiles(t *testing.T) {
	t.Parallel()
	s := corsServer(t, pageOrigin)
	w := httptest.NewRecorder()
	s.api.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/docs/swagger-ui.css", http.NoBody))
	if got := w.Header().Values("Vary"); !slices.Equal(got, []string{"Origin", "Accept-Encoding"}) {
		t.Errorf("Vary %q", got)
	}
}

// TestPagesReadEveryDocumentedHeader: a header that is not exposed does not exist for a page.
func TestPagesReadEveryDocumentedHeader(t *testing.T) {
	t.Parallel()
	s := corsServer(t, pageOrigin)
	got, text := s.raw("GET", "/api/openapi.json", "", "Origin", pageOrigin)
	exposed := strings.Split(got.Header.Get("Access-Control-Expose-Headers"), ", ")
	for _, name := range []string{"Link", "Waybill-Version", "Content-Disposition"} {
		if !slices.Contains(exposed, name) {
			t.Errorf("%s is not exposed", name)
		}
	}
	var document any
	if err := json.Unmarshal([]byte(text), &document); err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, element := range v {
				walk(element)
			}
		case map[string]any:
			headers, _ := v["headers"].(map[string]any)
			for name := range headers {
				documented[name] = true
			}
			for _, value := range v {
				walk(value)
			}
		}
	}
	walk(document)
	for name := range documented {
		if !slices.ContainsFunc(exposed, func(e string) bool { return strings.EqualFold(e, name) }) {
			t.Errorf("%s is documented, and not exposed", name)
		}
	}
	if len(documented) < 10 {
		t.Errorf("headers %v", documented)
	}
}

func TestNoPagesByDefault(t *testing.T) {
	t.Parallel()
	s := corsServer(t)
	for _, method := range []string{"GET", "OPTIONS"} {
		got, _ := s.send(method, "/api/order/order/", "", "Origin", pageOrigin, "Access-Control-Request-Method", "GET")
		for name := range got.Header {
			if strings.HasPrefix(name, "Access-Control-") || name == "Vary" {
				t.Errorf("%s: %v", method, got.Header)
			}
		}
	}
}
