package api

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"waybill/internal/guides"
)

// testGuides are made once: the index of their search takes longer than a test.
var testGuides = sync.OnceValue(func() *guides.Site { return guides.New(bareAPI().openAPIDocument) })

// guideAPI serves the guides at a public address.
func guideAPI(publicURL string) *API {
	a := bareAPI()
	a.links, a.guides = &links{publicURL: publicURL}, testGuides()
	return a
}

func getDocs(t *testing.T, path, acceptEncoding string) *httptest.ResponseRecorder {
	t.Helper()
	req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody)
	req.Header.Set("Accept-Encoding", acceptEncoding)
	recorder := httptest.NewRecorder()
	guideAPI("").serveDocs(recorder, req)
	return recorder
}

// TestDocsPageLoadsFromItsServerAlone follows every address in the page, as a browser does.
func TestDocsPageLoadsFromItsServerAlone(t *testing.T) {
	for _, path := range []string{"/docs/api", "/docs/api/"} {
		res := getDocs(t, path, "gzip")
		if contentType := res.Header().Get("Content-Type"); res.Code != http.StatusOK || !strings.HasPrefix(contentType, "text/html") {
			t.Errorf("%s: %d %s", path, res.Code, contentType)
		}
		addresses := regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllStringSubmatch(res.Body.String(), -1)
		if len(addresses) != 7 {
			t.Errorf("%s has %d addresses, want 7", path, len(addresses))
		}
		for _, address := range addresses {
			if address[1] == "/api/openapi.json" {
				continue
			}
			if res := getDocs(t, address[1], "gzip"); res.Code != http.StatusOK || !strings.HasPrefix(address[1], "/docs") {
				t.Errorf("%s: %d", address[1], res.Code)
			}
		}
	}
}

// TestGuidesLeadToEachOther follows every address in all guides, also to their headings.
func TestGuidesLeadToEachOther(t *testing.T) {
	pages := map[string]string{}
	address := regexp.MustCompile(`(?:src|href)="(/[^"#]*)?(#[^"]*)?"`)
	for waiting := []string{"/docs"}; len(waiting) > 0; waiting = waiting[1:] {
		path := waiting[0]
		if _, known := pages[path]; known || strings.HasPrefix(path, "/api/") {
			continue
		}
		res := getDocs(t, path, "")
		if res.Code != http.StatusOK {
			t.Errorf("%s: %d", path, res.Code)
		}
		pages[path] = ""
		if strings.HasPrefix(res.Header().Get("Content-Type"), "text/html") {
			pages[path] = res.Body.String()
			for _, a := range address.FindAllStringSubmatch(pages[path], -1) {
				waiting = append(waiting, cmp.Or(a[1], path))
			}
		}
	}
	for path, text := range pages {
		for _, a := range address.FindAllStringSubmatch(text, -1) {
			if to := cmp.Or(a[1], path); len(a[2]) > 1 && !strings.Contains(pages[to], ` id="`+a[2][1:]+`"`) {
				t.Errorf("%s leads to %s%s, which is not there", path, to, a[2])
			}
		}
	}
	if len(pages) < 15 {
		t.Errorf("only %d pages lead to each other", len(pages))
	}
}

// TestGuidesHaveTheAddressOfTheReader: examples can be copied as they are, but for the key.
func TestGuidesHaveTheAddressOfTheReader(t *testing.T) {
	request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/docs/integrating", http.NoBody)
	response := httptest.NewRecorder()
	guideAPI("https://ship.example.com/").serveDocs(response, request)
	body := response.Body.String()
	if !strings.Contains(body, "KEY=YOUR_KEY API=https://ship.example.com/api") || strings.Contains(body, "127.0.0.1") ||
		strings.Contains(body, "<!--") || !strings.Contains(body, "<table>") {
		t.Errorf("the guide is %.2000s", body)
	}
}

// TestGuidesAreSearched: the first section found is the one whose title says what was asked for. Operations are found by their names, too.
func TestGuidesAreSearched(t *testing.T) {
	for query, want := range map[string][]string{
		"Hold+ORDERS":                        {"/docs/orders#hold-orders", "Hold orders"},
		"rehearsing+a+failure":               {"/docs/test-mode#rehearse-failures", "Rehearse failures"},
		"exportOrders":                       {"/docs/api#/Orders/exportOrders", "Export orders"},
		"POST+%2fapi%2forder%2fnot-printed/": {"/docs/api#/Orders/unmarkPrinted", "Mark labels as not printed"},
	} {
		body := getDocs(t, "/docs/search?q="+query, "").Body.String()
		found := regexp.MustCompile(`<ol class="found">\s*<li><a href="([^"]*)">([^<]*)`).FindStringSubmatch(body)
		if !slices.Equal(found[min(1, len(found)):], want) {
			t.Errorf("%s: found %q, want %q", query, found, want)
		}
	}
	body := getDocs(t, "/docs/search?q=%3Cnothingsonamed%3E", "").Body.String()
	if !strings.Contains(body, "0 sections with “&lt;nothingsonamed&gt;”") {
		t.Errorf("found %s", body)
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
