package console

import (
	"crypto/sha256"
	"encoding/base64"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

// get requests a page in a language.
func get(page http.Handler, path, languages string) *httptest.ResponseRecorder {
	mux := http.NewServeMux()
	mux.Handle("/track/{number}", page)
	r := httptest.NewRequest(http.MethodGet, path, http.NoBody)
	r.Header.Set("Accept-Language", languages)
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, r)
	return w
}

// delivered returns a store with one delivered order.
func delivered(t *testing.T) (s *store.Store, trackingNo string) {
	t.Helper()
	s = storetest.Open(t, store.Options{URL: storetest.SQLite(t)})
	batch, err := s.CreateBatch(t.Context(), store.NewBatch{AccountID: 1, Orders: []shipment.Order{storetest.Order(1)}})
	if err != nil {
		t.Fatal(err)
	}
	trackingNo = batch.Orders[0].TrackingNo
	_, err = s.AddTrackingEvents(t.Context(), []shipment.TrackingReport{
		{TrackingNo: trackingNo, TrackingEvent: shipment.TrackingEvent{
			Status: shipment.PickedUp, Text: "<b>Weighed</b> & sorted", Country: "SG", Place: "Depot \"West\"",
			OccurredOn: time.Date(2026, 2, 3, 12, 5, 0, 0, time.FixedZone("", 8*60*60)), Source: shipment.SourceOperator,
		}},
		{TrackingNo: trackingNo, TrackingEvent: shipment.TrackingEvent{Status: shipment.Success, Country: "ID", Source: shipment.SourceOperator}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s, trackingNo
}

func TestTrackPage(t *testing.T) {
	s, no := delivered(t)
	page := NewTrackPage(s, slog.New(slog.DiscardHandler))
	w := get(page, "/track/"+strings.ToLower(no), "en")
	body := w.Body.String()
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "text/html; charset=utf-8" || w.Header().Get("Vary") != "Accept-Language" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	for _, want := range []string{
		`<html lang="en">`, "<h1>" + no + "</h1>", `class="now good"`, "Delivered", "Singapore → Indonesia", "Order created",
		"&lt;b&gt;Weighed&lt;/b&gt; &amp; sorted", `Depot &#34;West&#34;, Singapore`,
		`<time datetime="2026-02-03T04:05:00Z">2026-02-03 04:05</time>`,
		`name="viewport"`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("no %s in %s", want, body)
		}
	}
	for _, private := range []string{"Budi", "Ong", "Sudirman", "Jakarta", "REF-", "example.com", "+62"} {
		if strings.Contains(body, private) {
			t.Errorf("%s is on the page", private)
		}
	}
	if strings.Contains(body, "<script") || strings.Contains(body, " style=") {
		t.Error("the page has a script or a style that its policy forbids")
	}
	if strings.Index(body, "Delivered") > strings.Index(body, "Order created") {
		t.Error("the newest is not first")
	}
}

func TestTrackPageOfAnUnknownNumber(t *testing.T) {
	s, _ := delivered(t)
	page := NewTrackPage(s, slog.New(slog.DiscardHandler))
	for _, path := range []string{"/track/UNKNOWN-1", "/track/x", "/track/%3Cb%3E", "/track/a%00b"} {
		w := get(page, path, "vi")
		if w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "Không có bưu kiện") ||
			strings.Contains(w.Body.String(), "<b>") {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	for path, want := range map[string]string{
		"/track/unknown-1":                         "<h1>UNKNOWN-1</h1>",
		"/track/Call%20+1%20555%200100%20to%20pay": "",
		"/track/SHORT":                             "",
		"/track/" + strings.Repeat("X", 41):        "",
		"/track/evil.example":                      "",
	} {
		body := get(page, path, "en").Body.String()
		if _, text, _ := strings.Cut(path, "/track/"); want == "" &&
			(strings.Contains(body, "<h1>") || strings.Contains(body, strings.ToUpper(text[:4]))) {
			t.Errorf("%s is repeated: %s", path, body)
		}
		if !strings.Contains(body, want) {
			t.Errorf("%s: no %s in %s", path, want, body)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if w := get(page, "/track/UNKNOWN-1", ""); w.Code != http.StatusServiceUnavailable {
		t.Errorf("without a store: %d", w.Code)
	}
}

// TestThePolicyAllowsTheStyle checks that the policy holds the hash of the style, without which a browser
// ignores it.
func TestThePolicyAllowsTheStyle(t *testing.T) {
	s, no := delivered(t)
	w := get(NewTrackPage(s, slog.New(slog.DiscardHandler)), "/track/"+no, "")
	_, rest, _ := strings.Cut(w.Body.String(), "<style>")
	style, _, _ := strings.Cut(rest, "</style>")
	sum := sha256.Sum256([]byte(style))
	policy := w.Header().Get("Content-Security-Policy")
	if !strings.Contains(policy, "style-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") ||
		!strings.HasPrefix(policy, "default-src 'none'") {
		t.Errorf("policy %s for the style %s", policy, style)
	}
}

func TestLanguageOfTheReader(t *testing.T) {
	for header, want := range map[string]string{
		"": "en", "nonsense;;q": "en", "de-DE,de;q=0.9": "en", "id-ID,id;q=0.9,en;q=0.8": "id", "ms-MY": "ms", "th": "th", "vi-VN": "vi",
		"zh-CN,zh;q=0.9": "zh-Hans", "zh-SG": "zh-Hans", "zh": "zh-Hans", "zh-TW": "zh-Hant", "zh-HK,en;q=0.5": "zh-Hant",
		"fr, th;q=0.5": "th", "en;q=0.1, vi;q=0.9": "vi", strings.Repeat("th,", 200): "en",
	} {
		if got := localeOf(header).tag.String(); got != want {
			t.Errorf("%.60q: %s, want %s", header, got, want)
		}
	}
}

func TestEveryLanguageHasEveryWord(t *testing.T) {
	seen := map[string]string{}
	for _, l := range locales().list {
		w := l.words
		texts := []string{w.Title, w.History, w.Times, w.Unknown, w.Check, l.country("SG")}
		for _, status := range shipment.TrackerStatuses() {
			texts = append(texts, w.Statuses[status])
		}
		for _, text := range texts {
			if text == "" {
				t.Errorf("%s lacks a word: %q", l.tag, texts)
			}
		}
		if other, ok := seen[w.Unknown]; ok {
			t.Errorf("%s and %s have the same words", l.tag, other)
		}
		seen[w.Unknown] = l.tag.String()
	}
	if len(seen) != 7 {
		t.Errorf("%d languages", len(seen))
	}
}

func TestPlaces(t *testing.T) {
	l := localeOf("id")
	for _, c := range []struct {
		got, want string
	}{
		{l.route("SG", "ID"), "Singapura → Indonesia"},
		{l.route("", "ID"), "Indonesia"},
		{l.route("", ""), ""},
		{l.place("Bandung", "ID"), "Bandung, Indonesia"},
		{l.place("Bandung", ""), "Bandung"},
		{l.place("", "ID"), "Indonesia"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
