package api

import (
	"net/http"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/label"
	"waybill/internal/printing"
)

// TestDocumentsWaitForARenderer holds the only renderer of documents: one request waits for
// it, and the next one is refused: there are too many. A label does not wait.
func TestDocumentsWaitForARenderer(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		documents := make(map[string]string)
		for _, d := range s.detail(s.create(exampleOrder()).Orders[0].TrackingNo).Documents {
			documents[d.Kind] = strings.TrimPrefix(d.URL, s.url)
		}
		s.api.Printing.Renderers = printing.RenderersByKind{Labels: printing.NewRenderers(1, 0), Documents: printing.NewRenderers(1, 1)}
		held := s.api.Printing.Renderers.Documents
		if err := held.Acquire(t.Context()); err != nil {
			t.Fatal(err)
		}
		waited := make(chan int)
		go func() {
			res, _ := s.send("GET", documents["cn23"], "")
			waited <- res.StatusCode
		}()
		s.eventually("a request waits", func() bool { return held.Waiting() == 1 })
		res, body := s.send("GET", documents["invoice"], "")
		if res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" {
			t.Errorf("one more: %d %s", res.StatusCode, body)
		}
		for _, kind := range []string{"label", "cn22"} {
			if res, body := s.send("GET", documents[kind], ""); res.StatusCode != http.StatusOK {
				t.Errorf("%s meanwhile: %d %s", kind, res.StatusCode, body)
			}
		}
		held.Release()
		if status := <-waited; status != http.StatusOK {
			t.Errorf("the one that waited: %d", status)
		}
		if res, body := s.send("GET", documents["invoice"], ""); res.StatusCode != http.StatusOK {
			t.Errorf("afterwards: %d %s", res.StatusCode, body)
		}
	})
}

// TestWhatAnswersHoldIsGivenBack asks for everything that is charged beside bodies.
func TestWhatAnswersHoldIsGivenBack(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		trackingNo := s.create(exampleOrder()).Orders[0].TrackingNo
		for _, document := range []label.Document{label.Parcel, label.CN23} {
			path := strings.TrimPrefix(s.api.documentURL(s.url, document, orderAddress{trackingNo, 0}, label.PNG), s.url)
			if res, _ := s.send("GET", path, ""); res.StatusCode != http.StatusOK {
				t.Errorf("%s: %d", path, res.StatusCode)
			}
		}
		for _, path := range []string{"/api/order/labels/?tracking_no=" + trackingNo, "/api/order/order/" + trackingNo + "/"} {
			if res, _ := s.send("GET", path, "", "Authorization", "Bearer "+testKey); res.StatusCode != http.StatusOK {
				t.Errorf("%s: %d", path, res.StatusCode)
			}
		}
		if _, err := s.api.PrintLabel(t.Context(), trackingNo); err != nil {
			t.Error(err)
		}
		if _, err := s.sdk.CreateOrders(t.Context(),
			client.CreateRequest{Blocking: true, Orders: []client.NewOrder{partnerOrder("")}}); err != nil {
			t.Error(err)
		}
		s.eventually("nothing is charged", func() bool {
			return s.api.Budget.Callers.Stats().Held == 0 && s.api.Budget.Anonymous.Stats().Held == 0
		})
	})
}
