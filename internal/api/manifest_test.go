package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"waybill/client"
)

// handoverJSON is a manifest as data.
type handoverJSON struct {
	Parcels   int
	Weight    float64
	LeftOut   map[string]int `json:"left_out"`
	Manifests []struct {
		ServiceID int64  `json:"service_id"`
		Pickup    string `json:"pickup_address"`
		Parcels   []struct {
			TrackingNo string `json:"tracking_no"`
		}
	}
}

func (s *server) handover(query string) (h handoverJSON) {
	s.t.Helper()
	res, body := s.send("GET", "/api/order/manifest/?format=json&"+query, "", "Authorization", "Bearer "+testKey)
	if err := json.Unmarshal([]byte(body), &h); err != nil || res.StatusCode != http.StatusOK {
		s.t.Fatalf("%s: %d %s %v", query, res.StatusCode, body, err)
	}
	return h
}

func TestManifest(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.clock.stop() // so that it stays today
		var orders []client.NewOrder
		for i := range 60 { // more than a page
			o := exampleOrder()
			o.ShipperOrderID = fmt.Sprint("REF", i)
			if i >= 57 {
				o.PickupAddress = "8 Changi North Way"
			}
			orders = append(orders, o)
		}
		orders = append(orders, partnerOrder("[fail]"))
		created := s.create(orders...)
		if _, err := s.sdk.CancelOrders(t.Context(), []string{created.Orders[3].TrackingNo}); err != nil {
			t.Fatal(err)
		}
		h := s.handover("upload_batch_no=" + created.UploadBatchNo)
		if h.Parcels != 59 || h.Weight != 59*12 || h.LeftOut["cancelled"] != 1 || h.LeftOut["without_label"] != 1 || len(h.Manifests) != 2 {
			t.Fatalf("%+v", h)
		}
		for _, m := range h.Manifests {
			if want := map[string]int{"Jurong West Ave 1": 56, "8 Changi North Way": 3}[m.Pickup]; len(m.Parcels) != want {
				t.Errorf("%s: %d parcels, want %d", m.Pickup, len(m.Parcels), want)
			}
			for i := range m.Parcels[1:] {
				if m.Parcels[i].TrackingNo >= m.Parcels[i+1].TrackingNo {
					t.Errorf("%s is before %s", m.Parcels[i].TrackingNo, m.Parcels[i+1].TrackingNo)
				}
			}
		}
		day := s.clock.now().UTC().Format("2006-01-02")
		if h := s.handover("service_id=1&date=" + day); h.Parcels != 59 {
			t.Errorf("of today: %d", h.Parcels)
		}
		if h := s.handover("service_id=2&date=" + day); h.Parcels != 0 || h.Manifests == nil {
			t.Errorf("of another service: %+v", h)
		}
		if h := s.handover("date=2020-01-01"); h.Parcels != 0 {
			t.Errorf("of another day: %d", h.Parcels)
		}
		file, err := s.sdk.Manifest(t.Context(), client.ManifestQuery{UploadBatchNo: created.UploadBatchNo, Timezone: "Asia/Singapore"})
		if err != nil || file.Parcels != 59 || file.LeftOut != 2 || !strings.HasPrefix(string(file.Content), "%PDF-") {
			t.Fatalf("%d parcels, %d left out, %v", file.Parcels, file.LeftOut, err)
		}
		if text := textOf(t, file.Content); !strings.Contains(text, created.Orders[0].TrackingNo) || !strings.Contains(text, "(+08)") {
			t.Errorf("the file: %s", text)
		}
	})
}

// TestManifestLeavesOut: held orders, and those whose label has to be printed again, are not handed over.
func TestManifestLeavesOut(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.setRules(perfumeRule)
		made := s.create(exampleOrder(), exampleOrder(), exampleOrder(), perfume(exampleOrder()))
		held, changed, printed := made.Orders[0].TrackingNo, made.Orders[1].TrackingNo, made.Orders[2].TrackingNo
		want := func(parcels, held, stale int) {
			t.Helper()
			h := s.handover("upload_batch_no=" + made.UploadBatchNo)
			if h.Parcels != parcels || h.LeftOut["held"] != held || h.LeftOut["label_stale"] != stale || h.LeftOut["without_label"] != 0 {
				t.Errorf("%d parcels, left out %v; want %d parcels, %d held, %d stale", h.Parcels, h.LeftOut, parcels, held, stale)
			}
		}
		mark := func(no string) {
			t.Helper()
			if _, err := s.sdk.MarkPrinted(t.Context(), []string{no}); err != nil {
				t.Fatal(err)
			}
		}
		want(3, 1, 0)
		mark(printed)
		s.held(s.sdk.HoldOrders(t.Context(), []string{held}, "Wait", false))
		for _, no := range []string{changed, printed} {
			s.edited(no, map[string]any{"consignee_city": "Bandung"})
		}
		want(0, 2, 2)
		if _, err := s.sdk.Manifest(t.Context(), client.ManifestQuery{UploadBatchNo: made.UploadBatchNo}); !errors.Is(err, client.ErrNotFound) {
			t.Errorf("file: %v", err)
		}
		mark(printed)
		want(1, 2, 1)
		mark(changed)
		s.edited(changed, map[string]any{"pickup_notes": "Ring once"}) // which is not printed
		s.held(s.sdk.ReleaseOrders(t.Context(), []string{held, made.Orders[3].TrackingNo}, "", false))
		want(4, 0, 0)
		if _, err := s.api.Store.StopOrders(t.Context(), []string{printed}, "Look"); err != nil {
			t.Fatal(err)
		}
		if h := s.handover("upload_batch_no=" + made.UploadBatchNo); h.Parcels != 3 || h.LeftOut["stopped"] != 1 {
			t.Errorf("a stopped parcel: %d parcels, left out %v", h.Parcels, h.LeftOut)
		}
		if _, err := s.api.Store.LiftStops(t.Context(), []string{printed}); err != nil {
			t.Fatal(err)
		}

		// The label of a held order is drawn after the change.
		late := s.create(perfume(exampleOrder())).Orders[0].TrackingNo
		s.edited(late, map[string]any{"consignee_city": "Bandung"})
		s.held(s.sdk.ReleaseOrders(t.Context(), []string{late}, "", false))
		if h := s.handover("tracking_no=" + late); h.Parcels != 1 || s.detail(late).LabelStale {
			t.Errorf("%+v, stale %v", h, s.detail(late).LabelStale)
		}
	})
}

// textOf is the text of a PDF file.
func textOf(t *testing.T, file []byte) string {
	t.Helper()
	cmd := exec.Command("pdftotext", "-layout", "-", "-")
	cmd.Stdin = strings.NewReader(string(file))
	text, err := cmd.Output()
	if err != nil {
		t.Skipf("pdftotext: %v", err)
	}
	return string(text)
}

func TestManifestProblems(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for query, want := range map[string]string{
			"":                                     `{"non_field_errors":["Send date, date_from, upload_batch_no or tracking_no."]}`,
			"service_id=1":                         `{"non_field_errors":["Send date, date_from, upload_batch_no or tracking_no."]}`,
			"date=2026-01-01&date_from=2026-01-01": `{"date":["Send either date, or date_from and date_to."]}`,
			"date=2026-01-01&timezone=Local":       `{"timezone":["Enter a time zone such as Asia/Singapore, or UTC."]}`,
			"date=2026-01-01&timezone=../passwd":   `{"timezone":["Enter a time zone such as Asia/Singapore, or UTC."]}`,
			"date=2026-01-01&servce_id=1":          `{"servce_id":["Unknown parameter. Did you mean service_id?"]}`,
			"date=2026-01-01&format=png":           `{"format":["\"png\" is not a valid choice."]}`,
		} {
			res, body := s.send("GET", "/api/order/manifest/?"+query, "", "Authorization", "Bearer "+testKey)
			if res.StatusCode != http.StatusBadRequest || body != want {
				t.Errorf("%s: %d %s", query, res.StatusCode, body)
			}
		}
		created := s.create(exampleOrder())
		other := s.newKey("Other shipper")
		res, body := s.send("GET", "/api/order/manifest/?tracking_no="+created.Orders[0].TrackingNo, "", "Authorization", "Bearer "+other)
		if res.StatusCode != http.StatusNotFound || !strings.Contains(body, "No parcel matches") {
			t.Errorf("of another account: %d %s", res.StatusCode, body)
		}
	})
}
