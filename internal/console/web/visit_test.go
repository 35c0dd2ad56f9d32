package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestToastFitsACookie: a cookie has 4 KB, so a long text is cut between two characters.
func TestToastFitsACookie(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"Saved.", strings.Repeat("a", 5000), "a" + strings.Repeat("一", 2000)} {
		w := httptest.NewRecorder()
		v := &Visit{Console: &Console{}, Writer: w, Request: httptest.NewRequest(http.MethodPost, "/console/", http.NoBody)}
		v.Toast(text)
		set := w.Header().Get("Set-Cookie")
		if len(set) > 4096 {
			t.Errorf("%.10s…: a cookie of %d bytes", text, len(set))
		}
		cookie, err := http.ParseSetCookie(set)
		if err != nil {
			t.Fatal(err)
		}
		v.Request = httptest.NewRequest(http.MethodGet, "/console/", http.NoBody)
		v.Request.AddCookie(cookie)
		shown := v.takeToast()
		if !strings.HasPrefix(text, shown) || len(shown) < min(len(text), maxToast-utf8.UTFMax) || !utf8.ValidString(shown) {
			t.Errorf("%.10s…: shows %d bytes: %q", text, len(shown), shown)
		}
	}
}

// TestForgedToastIsCut: a cookie of somebody else's making does not fill the page.
func TestForgedToastIsCut(t *testing.T) {
	t.Parallel()
	v := &Visit{Console: &Console{}, Writer: httptest.NewRecorder(), Request: httptest.NewRequest(http.MethodGet, "/console/", http.NoBody)}
	v.Request.AddCookie(&http.Cookie{Name: toastCookie, Value: strings.Repeat("YWFh", 1000)})
	if shown := v.takeToast(); len(shown) != maxToast {
		t.Errorf("shows %d bytes, want %d", len(shown), maxToast)
	}
}
