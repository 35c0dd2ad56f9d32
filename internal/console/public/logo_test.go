package public

import (
	"bytes"
	"image/png"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"waybill/internal/shipment"
)

// TestTheTrackingPageShowsTheLogoOfTheShipper also checks that there is none without one, and that the policy allows it.
func TestTheTrackingPageShowsTheLogoOfTheShipper(t *testing.T) {
	s, no := delivered(t)
	log := slog.New(slog.DiscardHandler)
	page, mux := NewTrackPage(s, log), http.NewServeMux()
	mux.Handle("/track/{number}/logo.png", NewLogo(s, log))
	fetch := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, http.NoBody))
		return w
	}
	if body := get(page, "/track/"+no, "en").Body.String(); strings.Contains(body, "logo.png") {
		t.Errorf("the page has a logo: %s", body)
	}
	if w := fetch("/track/" + no + "/logo.png"); w.Code != http.StatusNotFound {
		t.Errorf("without a logo: %d", w.Code)
	}
	err := s.MasterData.UpdateAccountLabels(t.Context(), 1, func(l *shipment.AccountLabels) error {
		l.Logo = new(shipment.NewLogo(80, 40))
		l.Logo.Set(3, 5)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	shown := get(page, "/track/"+no, "en")
	if !strings.Contains(shown.Body.String(), `src="/track/`+no+`/logo.png?2"`) ||
		!strings.Contains(shown.Header().Get("Content-Security-Policy"), "img-src 'self'") {
		t.Errorf("%v %s", shown.Header(), shown.Body)
	}
	w := fetch("/track/" + strings.ToLower(no) + "/logo.png?1")
	picture, err := png.Decode(bytes.NewReader(w.Body.Bytes()))
	if err != nil || picture.Bounds().Dx() != 80 || w.Header().Get("Cache-Control") != "public, max-age=86400" {
		t.Fatalf("%d %v %v", w.Code, w.Header(), err)
	}
	if dark, _, _, _ := picture.At(3, 5).RGBA(); dark != 0 {
		t.Error("the dot is not black")
	}
	if w := fetch("/track/WB00000000000SG/logo.png"); w.Code != http.StatusNotFound {
		t.Errorf("of an unknown number: %d", w.Code)
	}
}
