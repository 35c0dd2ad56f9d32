package guides

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func get(t *testing.T, path string) string {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/docs/"+path, http.NoBody)
	name, _, _ := strings.Cut(path, "?")
	response := httptest.NewRecorder()
	if !New(func() []byte { return []byte(`{}`) }).Serve(response, request, name, "https://ship.example.com") {
		t.Fatalf("there is no page %s", path)
	}
	return response.Body.String()
}

// TestCodesAreInMenuAndSearch: the page is a guide as the others are, and the search finds each code by its name.
func TestCodesAreInMenuAndSearch(t *testing.T) {
	t.Parallel()
	page := get(t, "errors")
	for _, want := range []string{
		`<a href="/docs/errors" aria-current="page">Error codes</a>`, `<li><a href="#any-request">Any request</a></li>`, `id="any-request"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %s", want)
		}
	}
	if strings.Contains(page, "<script") || strings.Contains(page, "style=") {
		t.Error("the page needs what its policy forbids")
	}
	for _, query := range []string{"order_with_partner", "ORDER_WITH_PARTNER"} {
		if found := get(t, "search?q="+query); !strings.Contains(found, `<li><a href="/docs/errors#order_with_partner">order_with_partner</a>`) {
			t.Errorf("the search for %s: %s", query, found)
		}
	}
	if found := get(t, "search?q="+strings.Repeat("zq+", maxQuery/3+1)+"order_with_partner"); !strings.Contains(found, ">0 sections with") {
		t.Error("all words of a long query count")
	}
	if found := get(t, "search?q=list+error+codes"); !strings.Contains(found, "<p>"+errorsAbout+"</p>") {
		t.Errorf("the search does not say what the list is: %s", found)
	}
	if found := get(t, "search?q=list+error+codes"); !strings.Contains(found, `<a href="/docs/errors#error-codes">Error codes</a>`) {
		t.Errorf("the search for the list: %s", found)
	}
}
