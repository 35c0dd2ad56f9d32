package api

import (
	"fmt"
	"net/http"
	"testing"

	"waybill/client"
	"waybill/internal/shipment"
)

// TestPapersOfAConsignment: each document is there after its request has ended, as it is sent while it is read.
func TestPapersOfAConsignment(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		key := s.keyWith(s.newAccount("operator", true), shipment.ScopeFloorRead|shipment.ScopeFloorWrite|shipment.ScopeTrackingWrite|
			shipment.ScopeAdministration, "")
		created, err := s.client(s.keyWith(s.newAccount("shipper", false), shipment.ScopeOrdersRead|shipment.ScopeOrdersWrite, "")).
			CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{exampleOrder()}})
		if err != nil {
			t.Fatal(err)
		}
		var hub struct {
			ID int64 `json:"hub_id"`
		}
		s.as(key, http.MethodPost, "/api/operator/hubs/", `{"name":"Tuas","country":"SG","timezone":"Asia/Singapore"}`, http.StatusCreated, &hub)
		for _, step := range []struct {
			path, body string
			status     int
		}{
			{"bags/", fmt.Sprintf(`{"hub_id":%d,"seal":"S-1"}`, hub.ID), http.StatusCreated},
			{"bags/1/parcels/", fmt.Sprintf(`{"code":%q,"scan":"s"}`, created.Orders[0].TrackingNo), http.StatusOK},
			{"bags/1/close/", "", http.StatusOK},
			{"consignments/", `{"destination":"ID","awb":"618-12345675"}`, http.StatusCreated},
			{"consignments/1/legs/", `{"flight":"SQ958","from":"SIN","from_country":"SG","to":"CGK","to_country":"ID"}`, http.StatusCreated},
			{"consignments/1/bags/", `{"leg_no":1,"bags":["BG-00001"]}`, http.StatusOK},
			{"consignments/1/manifest/", "", http.StatusOK},
		} {
			s.as(key, http.MethodPost, "/api/operator/"+step.path, step.body, step.status, nil)
		}
		const pdf, xlsx = "application/pdf", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
		for path, want := range map[string]string{
			"consignments/1/manifest/pdf/": pdf, "consignments/1/manifest/xlsx/": xlsx, "consignments/1/invoices/": pdf,
			"consignments/1/legs/1/pdf/": pdf, "consignments/1/legs/1/slip/": pdf, "bags/1/pdf/": pdf, "bags/1/label/": pdf,
		} {
			res, body := s.send(http.MethodGet, "/api/operator/"+path, "", "Authorization", "Bearer "+key)
			if got := res.Header.Get("Content-Type"); res.StatusCode != http.StatusOK || got != want || len(body) < 1000 {
				t.Errorf("%s: %d, %s, %d bytes", path, res.StatusCode, got, len(body))
			}
		}
		for _, path := range []string{"consignments/2/invoices/", "consignments/2/manifest/pdf/", "consignments/1/legs/2/slip/"} {
			s.as(key, http.MethodGet, "/api/operator/"+path, "", http.StatusNotFound, nil)
		}
	})
}
