package public

import (
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

// TestTrackPageTakesCodes opens the page by what a scanner types, and by a partner's number if the operator allows it, but never by a
// reference.
func TestTrackPageTakesCodes(t *testing.T) {
	s, _ := delivered(t)
	o := storetest.Order(1)
	o.ShipperOrderID = "REFERENCE-1"
	batch, err := s.CreateBatch(t.Context(), store.NewBatch{
		AccountID: 1, Orders: []shipment.Order{o}, Partners: []string{shipment.PartnerSimulated}, LeaseFor: time.Hour, Owner: "me",
	})
	if err != nil {
		t.Fatal(err)
	}
	no, born := batch.Orders[0].TrackingNo, batch.Submissions[0]
	if err := s.Ledger.StartAttempt(t.Context(), &born, time.Minute); err != nil {
		t.Fatal(err)
	}
	if err := s.Ledger.RecordOutcome(t.Context(), born, store.Outcome{State: store.SubmissionConfirmed, HAWBNo: "618-1234 <5>"}); err != nil {
		t.Fatal(err)
	}
	page := NewTrackPage(s, slog.New(slog.DiscardHandler))
	open := func(code string, want int) {
		t.Helper()
		w := get(page, "/track/"+url.PathEscape(code), "en")
		if w.Code != want || strings.Contains(w.Body.String(), "<bdi>"+no+"</bdi>") != (want == http.StatusOK) {
			t.Errorf("%q: %d, want %d: %s", code, w.Code, want, w.Body)
		}
		if strings.Contains(w.Body.String(), "618-1234") {
			t.Errorf("%q: the page repeats the text of a link", code)
		}
	}
	search := func(typed, want string) {
		t.Helper()
		w := get(page, "/track?number="+url.QueryEscape(typed), "en")
		if got := w.Header().Get("Location"); got != want {
			t.Errorf("%q leads to %q, want %q", typed, got, want)
		}
	}
	for _, code := range []string{no, "]C1" + no, "]Q3" + strings.ToLower(no), "42094105" + no, no[:4] + " " + no[4:]} {
		open(code, http.StatusOK)
	}
	for _, code := range []string{"REFERENCE-1", "618-1234 <5>"} {
		open(code, http.StatusNotFound)
	}
	search("]C1"+no, "/track/"+no)
	search("618-1234 <5>", "")
	page.PartnerNumbers = true
	open("618-1234 <5>", http.StatusOK)
	open("]C1618-1234 <5>", http.StatusOK)
	open("REFERENCE-1", http.StatusNotFound)
	open("618-1234 <6>", http.StatusNotFound)
	w := get(page, "/track/"+url.PathEscape("618-1234 <6>,"+no), "en")
	if w.Code != http.StatusNotFound || strings.Contains(w.Body.String(), "618-") {
		t.Errorf("a list: %d %s", w.Code, w.Body)
	}
	search("618/1", "/track/618%2F1")
}
