package api

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/each"
	"waybill/internal/shipment"
)

// TestCustomsForms: a service whose orders are cleared by their invoices lists no CN 22 and CN 23. Who asks for one anyhow reads which
// service and which setting it is about. Other services stay as they are, also in a file with orders of both.
func TestCustomsForms(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		courier, post := exampleOrder(), exampleOrder()
		post.ServiceID, post.PaymentType = 8, shipment.PaymentPrepaid
		created := s.create(courier, post)
		of, other := created.Orders[0].TrackingNo, created.Orders[1].TrackingNo
		kinds := func(trackingNo string) (kinds []string, cn22 string) {
			order, err := s.sdk.Order(t.Context(), trackingNo)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range order.Documents {
				if d.Kind == "cn22" {
					cn22 = d.URL
				}
			}
			return each.Of(order.Documents, func(d client.Document) string { return d.Kind }), cn22
		}
		all := []string{"label", "cn22", "cn23", "invoice", "proforma", "customs"}
		before, address := kinds(of)
		if !slices.Equal(before, all) {
			t.Errorf("by default the documents are %q", before)
		}
		_, file := s.printed("document=cn22&upload_batch_no=" + created.UploadBatchNo)
		tag := func() string {
			res, _ := s.printed("document=cn22&upload_batch_no=" + created.UploadBatchNo)
			return res.Header.Get(printedHeader) + " of 2, " + res.Header.Get(missingHeader) + " missing " + res.Header.Get("Etag")
		}
		tagBefore := tag()

		changed, err := s.asAdministrator().ChangeService(t.Context(), courier.ServiceID, client.ServiceChange{CustomsForms: new("Invoice")})
		if err != nil || changed.CustomsForms != "invoice" {
			t.Fatalf("changed %+v, %v", changed, err)
		}
		if got, _ := kinds(of); !slices.Equal(got, []string{"label", "invoice", "proforma", "customs"}) {
			t.Errorf("with invoices alone the documents are %q", got)
		}
		if got, _ := kinds(other); !slices.Equal(got, all) {
			t.Errorf("the documents of another service are %q", got)
		}
		const says = "orders of service 1, SG-ID Pickup, have none, because its customs_forms is invoice."
		for path, want := range map[string]int{
			strings.TrimPrefix(address, s.url):                       http.StatusBadRequest,
			"/api/order/labels/?document=cn23&tracking_no=" + of:     http.StatusBadRequest,
			"/api/order/labels/?document=invoice&tracking_no=" + of:  http.StatusOK,
			"/api/order/labels/?document=cn23&tracking_no=" + other:  http.StatusOK,
			"/api/order/labels/?document=proforma&tracking_no=" + of: http.StatusOK,
			"/api/order/labels/?document=label&tracking_no=" + of:    http.StatusOK,
		} {
			res, body := s.send("GET", path, "", "Authorization", "Bearer "+testKey)
			if res.StatusCode != want || want == http.StatusBadRequest && !strings.Contains(body, says) {
				t.Errorf("%s: %d %.300s", path, res.StatusCode, body)
			}
		}
		_, part := s.printed("document=cn22&upload_batch_no=" + created.UploadBatchNo)
		if now := tag(); now == tagBefore || !strings.HasPrefix(now, "1 of 2, 1 missing") || len(part) >= len(file) {
			t.Errorf("a file of both services: %s, before %s", now, tagBefore)
		}
		statuses := s.labelStatuses(client.LabelQuery{UploadBatchNo: created.UploadBatchNo, Document: "cn22"})
		if l := statuses.Labels[0]; l.Status != client.LabelNotUsed || len(l.Formats) > 0 || !strings.Contains(l.Message, says) {
			t.Errorf("status %+v", l)
		}
		if statuses.Counts["not_used"] != 1 || statuses.Counts["ready"] != 1 || statuses.Labels[1].Status != "ready" {
			t.Errorf("statuses %+v", statuses)
		}
		_, err = s.api.Store.MasterData.UpdateService(t.Context(), courier.ServiceID, func(sv *shipment.Service) error {
			sv.InvoiceOnly, sv.Disabled = false, true
			return nil
		})
		if got, _ := kinds(of); err != nil || !slices.Equal(got, all) {
			t.Errorf("with customs forms of the post again: %q, %v", got, err)
		}
	})
}
