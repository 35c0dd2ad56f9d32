package api

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
)

// TestLabelsFollowTheSettings: what an account and a service set changes the labels of orders that exist, their tags,
// and files of many.
func TestLabelsFollowTheSettings(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.create(exampleOrder())
		path := strings.TrimPrefix(s.order(created.Orders[0].TrackingNo).OrderLabelURL, s.url)
		query := "upload_batch_no=" + created.UploadBatchNo
		plain, _ := s.send("GET", path, "")
		file, _ := s.printed(query)
		for name, change := range map[string]func() error{
			"account": func() error {
				return s.api.Store.MasterData.UpdateAccountLabels(t.Context(), s.demoAccount(), func(l *shipment.AccountLabels) error {
					l.ReturnTo = "Depot 7"
					return nil
				})
			},
			"service": func() error {
				return s.api.Store.MasterData.UpdateServiceLabels(t.Context(), 1, func(l *shipment.ServiceLabels) error {
					l.Routing = []shipment.Route{{Prefix: "124", Hub: "JKT"}}
					return nil
				})
			},
		} {
			if err := change(); err != nil {
				t.Fatal(err)
			}
			s.clock.advance(time.Second)
			changed, _ := s.send("GET", path, "", "If-None-Match", plain.Header.Get("ETag"))
			if changed.StatusCode != http.StatusOK || changed.Header.Get("ETag") == plain.Header.Get("ETag") {
				t.Errorf("%s: the label is %d, %s", name, changed.StatusCode, changed.Header.Get("ETag"))
			}
			many, _ := s.printed(query, "If-None-Match", file.Header.Get("ETag"))
			if many.StatusCode != http.StatusOK {
				t.Errorf("%s: the file is %d", name, many.StatusCode)
			}
			plain, file = changed, many
		}
		if same, _ := s.printed(query, "If-None-Match", file.Header.Get("ETag")); same.StatusCode != http.StatusNotModified {
			t.Errorf("the file without a change: %d", same.StatusCode)
		}
	})
}

// TestFilesFollowTheFactsForCustoms: what an account states for customs changes the tags of files of customs papers, not those of labels.
func TestFilesFollowTheFactsForCustoms(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		query := "upload_batch_no=" + s.create(exampleOrder()).UploadBatchNo
		tags := map[string]string{}
		for _, document := range []string{"label", "invoice"} {
			file, _ := s.printed(query + "&document=" + document)
			tags[document] = file.Header.Get("ETag")
		}
		for signer, want := range map[string]map[string]int{
			"":        {"label": http.StatusNotModified, "invoice": http.StatusNotModified},
			"Ann Lee": {"label": http.StatusNotModified, "invoice": http.StatusOK},
		} {
			_, err := s.api.Store.MasterData.UpdateAccountCustoms(t.Context(), s.demoAccount(), func(facts shipment.Customs) error {
				if delete(facts, shipment.CustomsSigner); signer != "" {
					facts[shipment.CustomsSigner] = signer
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			s.clock.advance(time.Second)
			for document, status := range want {
				if file, _ := s.printed(query+"&document="+document, "If-None-Match", tags[document]); file.StatusCode != status {
					t.Errorf("%s with the signer %q: %d, want %d", document, signer, file.StatusCode, status)
				}
			}
		}
	})
}
