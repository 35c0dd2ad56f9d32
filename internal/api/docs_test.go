package api

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

func getDocs(t *testing.T, path, acceptEncoding string) *httptest.ResponseRecorder {
	t.Helper()
	req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody)
	req.Header.Set("Accept-Encoding", acceptEncoding)
	recorder := httptest.NewRecorder()
	new(API).serveDocs(recorder, req)
	return recorder
}

// TestDocsPageLoadsFromItsServerAlone follows every address in the page, as a browser does.
func TestDocsPageLoadsFromItsServerAlone(t *testing.T) {
	for _, path := range []string{"/docs", "/docs/"} {
		res := getDocs(t, path, "gzip")
		if contentType := res.Header().Get("Content-Type"); res.Code != http.StatusOK || !strings.HasPrefix(contentType, "text/html") {
			t.Errorf("%s: %d %s", path, res.Code, contentType)
		}
		addresses := regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllStringSubmatch(res.Body.String(), -1)
		if len(addresses) != 5 {
			t.Errorf("%s has %d addresses, want 5", path, len(addresses))
		}
		for _, address := range addresses {
			if address[1] == "/api/openapi.json" {
				continue
			}
			if res := getDocs(t, address[1], "gzip"); res.Code != http.StatusOK || !strings.HasPrefix(address[1], "/docs/") {
				t.Errorf("%s: %d", address[1], res.Code)
			}
		}
	}
}

func TestDocsPolicy(t *testing.T) {
	for name := range docsAssets {
		policy := getDocs(t, "/docs/"+name, "").Header().Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none'; ") || strings.Contains(policy, "unsafe") || strings.Contains(policy, "http") {
			t.Errorf("%s: the policy is %q", name, policy)
		}
	}
}

func TestDocsAssetsComeAsTheBrowserReadsThem(t *testing.T) {
	const path = "/docs/swagger-ui-bundle.js"
	compressed := getDocs(t, path, "br, gzip")
	if got := compressed.Header().Get("Content-Encoding"); got != "gzip" {
		t.Fatalf("Content-Encoding is %q", got)
	}
	unpacked, err := gzip.NewReader(compressed.Body)
	if err != nil {
		t.Fatal(err)
	}
	want, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	plain := getDocs(t, path, "")
	got := plain.Body.Bytes()
	if encoding := plain.Header().Get("Content-Encoding"); encoding != "" || !bytes.Equal(got, want) ||
		!bytes.Contains(got, []byte("SwaggerUIBundle")) {
		t.Errorf("plain: %d bytes with Content-Encoding %q, want %d bytes", len(got), encoding, len(want))
	}
}

func TestDocsHaveNothingElse(t *testing.T) {
	for _, path := range []string{"/docs/swagger-ui.js", "/docs/../openapi.go", "/docs/docs/index.html", "/docs/oauth2-redirect.html"} {
		if res := getDocs(t, path, "gzip"); res.Code != http.StatusNotFound || res.Body.String() != `{"detail":"Not found."}` {
			t.Errorf("%s: %d %s, want 404 in JSON", path, res.Code, res.Body)
		}
	}
}
