package public

import (
	"crypto/sha256"
	"encoding/base64"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// get requests a page in a language.
func get(page http.Handler, path, languages string) *httptest.ResponseRecorder {
	mux := http.NewServeMux()
	mux.Handle("/track/{number}", page)
	mux.Handle("/track", page)
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
	if _, err := s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "Demo <shipper>"}); err != nil {
		t.Fatal(err)
	}
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
		`<html lang="en">`, "<bdi>" + no + "</bdi>", `class="status good"`, "</span>Delivered</h1>", "Singapore → Indonesia", "Order created",
		`lang="" dir="auto">&lt;b&gt;Weighed&lt;/b&gt; &amp; sorted`, `Depot &#34;West&#34;, Singapore`,
		`<time datetime="2026-02-03T12:05:00&#43;08:00"><bdi>3 Feb 2026, 12:05 UTC&#43;8</bdi></time>`,
		`name="viewport"`, "<dd><bdi>Demo &lt;shipper&gt;</bdi></dd>",
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

// TestTrackPageOfSeveralNumbers: the portal of the original interface opens the numbers that are chosen there, with commas.
func TestTrackPageOfSeveralNumbers(t *testing.T) {
	s, no := delivered(t)
	page := NewTrackPage(s, slog.New(slog.DiscardHandler))
	w := get(page, "/track/"+no+",%20unknown-1,"+no+",", "en")
	body := w.Body.String()
	for _, want := range []string{
		`<a href="/track/` + no + `"><bdi>` + no + "</bdi></a>", `class="status good"`, "</span>Delivered</h2>", "<bdi>UNKNOWN-1</bdi>",
		"There is no parcel with this number.</h2>", `value="` + no + `,UNKNOWN-1"`,
	} {
		if strings.Count(body, want) != 1 {
			t.Errorf("%d times %s in %s", strings.Count(body, want), want, body)
		}
	}
	if w.Code != http.StatusNotFound {
		t.Errorf("with an unknown number: %d", w.Code)
	}
	if w := get(page, "/track/"+no+","+no, "en"); w.Code != http.StatusOK || strings.Contains(w.Body.String(), "Demo") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	for _, list := range []string{",", no + ",x", no + ",<b>", strings.Repeat("UNKNOWN-1", 2) + manyNumbers()} {
		if w := get(page, "/track/"+url.PathEscape(list), "en"); w.Code != http.StatusNotFound || strings.Contains(w.Body.String(), "<bdi>") ||
			!strings.Contains(w.Body.String(), `aria-invalid`) {
			t.Errorf("%.60s: %d %s", list, w.Code, w.Body)
		}
	}
	if w := get(page, "/track?number="+url.QueryEscape(no+", unknown-1"), "en"); w.Header().Get("Location") != "/track/"+no+",UNKNOWN-1" {
		t.Errorf("the search leads to %s", w.Header().Get("Location"))
	}
}

// manyNumbers are more numbers than a page shows.
func manyNumbers() string {
	var b strings.Builder
	for i := range maxNumbers {
		b.WriteString(",NUMBER-" + strconv.Itoa(i))
	}
	return b.String()
}

func TestTrackPageOfAnUnknownNumber(t *testing.T) {
	s, _ := delivered(t)
	page := NewTrackPage(s, slog.New(slog.DiscardHandler))
	for _, path := range []string{"/track/UNKNOWN-1", "/track/x", "/track/%3Cb%3E", "/track/a%00b"} {
		w := get(page, path, "vi")
		if w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), `role="search"`) ||
			strings.Contains(w.Body.String(), "<b>") {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	for path, want := range map[string]string{
		"/track/unknown-1":                         "<bdi>UNKNOWN-1</bdi>",
		"/track/Call%20+1%20555%200100%20to%20pay": "",
		"/track/SHORT":                             "",
		"/track/" + strings.Repeat("X", 41):        "",
		"/track/evil.example":                      "",
	} {
		body := get(page, path, "en").Body.String()
		if _, text, _ := strings.Cut(path, "/track/"); want == "" &&
			(strings.Contains(body, "<bdi>") || strings.Contains(body, strings.ToUpper(text[:4]))) {
			t.Errorf("%s is repeated: %s", path, body)
		}
		if !strings.Contains(body, want) {
			t.Errorf("%s: no %s in %s", path, want, body)
		}
	}
	if err := s.DB.Close(); err != nil {
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

func TestSearch(t *testing.T) {
	s, no := delivered(t)
	page := NewTrackPage(s, slog.New(slog.DiscardHandler))
	for path, want := range map[string]string{
		"/track?number=" + no:                             "303 /track/" + no,
		"/track?number=%20" + strings.ToLower(no) + "%0A": "303 /track/" + no,
		"/track?lang=ar&number=AB+12-34+5":                "303 /track/AB12-345?lang=ar",
		"/track?number=SHORT":                             "400 ",
		"/track?number=//evil.example":                    "400 ",
		"/track?number=":                                  "400 ",
		"/track":                                          "200 ",
	} {
		w := get(page, path, "en")
		if got := strconv.Itoa(w.Code) + " " + w.Header().Get("Location"); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
		body := w.Body.String()
		if problem := strings.Contains(body, `id="problem"`); problem != (w.Code == http.StatusBadRequest) {
			t.Errorf("%s: a problem is shown: %t", path, problem)
		}
		if strings.Contains(body, "SHORT") || strings.Contains(body, "evil") {
			t.Errorf("%s is repeated: %s", path, body)
		}
	}
}

func TestLanguageSwitch(t *testing.T) {
	s, no := delivered(t)
	body := get(NewTrackPage(s, slog.New(slog.DiscardHandler)), "/track/"+no+"?lang=ar", "en").Body.String()
	for _, want := range []string{
		`<html lang="ar" dir="rtl">`, "سنغافورة ← إندونيسيا", `<a class="brand" href="/track?lang=ar"`, `name="lang" value="ar"`,
		`<a href="?lang=zh-Hans" lang="zh-Hans" hreflang="zh-Hans">简体中文</a>`, `<a href="?lang=ar" lang="ar" hreflang="ar" aria-current="true">`,
	} {
		if strings.Count(body, want) != 1 {
			t.Errorf("%d times %s in %s", strings.Count(body, want), want, body)
		}
	}
}

// TestALostParcel checks the page of a parcel that no status calls lost.
func TestALostParcel(t *testing.T) {
	s, _ := delivered(t)
	batch, err := s.CreateBatch(t.Context(), store.NewBatch{AccountID: 1, Orders: []shipment.Order{storetest.Order(2)}})
	if err != nil {
		t.Fatal(err)
	}
	lost, _ := shipment.JourneyByName("lost")
	for i, step := range lost.Steps {
		event := step.Event(&batch.Orders[0], time.Date(2026, 2, 3, 12, i, 0, 0, time.UTC))
		report := shipment.TrackingReport{TrackingNo: batch.Orders[0].TrackingNo, TrackingEvent: event}
		if _, err := s.AddTrackingEvents(t.Context(), []shipment.TrackingReport{report}); err != nil {
			t.Fatal(err)
		}
	}
	body := get(NewTrackPage(s, slog.New(slog.DiscardHandler)), "/track/"+batch.Orders[0].TrackingNo, "de").Body.String()
	for _, want := range []string{
		`class="status bad"`, "</span>Die Sendung ist verloren</h1>", "Sortierzentrum, Indonesien", "Mit einem Flug abgereist",
		`aria-current="step"><span>Zielland<span class="hidden"> (jetzt)`, "3. Feb. 2026, 19:06 UTC&#43;7",
	} {
		if !strings.Contains(body, want) {
			t.Errorf("no %s in %s", want, body)
		}
	}
	if strings.Contains(body, "verzögert") {
		t.Error("a lost parcel is called delayed")
	}
}

// TestTrackPageLeadsToTheReplacement: but not to the order of another consignee.
func TestTrackPageLeadsToTheReplacement(t *testing.T) {
	s, _ := delivered(t)
	page := NewTrackPage(s, slog.New(slog.DiscardHandler))
	for _, same := range []bool{true, false} {
		old, err := s.CreateBatch(t.Context(), store.NewBatch{AccountID: 1, Orders: []shipment.Order{storetest.Order(2)}})
		if err != nil {
			t.Fatal(err)
		}
		no := old.Orders[0].TrackingNo
		if _, err := s.CancelOrders(t.Context(), 1, []string{no}, false); err != nil {
			t.Fatal(err)
		}
		if body := get(page, "/track/"+no, "en").Body.String(); strings.Contains(body, "Replaced by") {
			t.Error("an order that is only cancelled has a replacement")
		}
		other := storetest.Order(2)
		if !same {
			other.Consignee.Name = "Somebody Else"
		}
		made, err := s.CreateBatch(t.Context(), store.NewBatch{AccountID: 1, Replaces: old.Orders[0].OrderID, Orders: []shipment.Order{other}})
		if err != nil {
			t.Fatal(err)
		}
		link := `<dt>Ersetzt durch</dt><dd><a href="/track/` + made.Orders[0].TrackingNo + `?lang=de">`
		if body := get(page, "/track/"+no+"?lang=de", "en").Body.String(); strings.Contains(body, link) != same {
			t.Errorf("the same consignee: %v, but the page says: %s", same, body)
		}
	}
}
