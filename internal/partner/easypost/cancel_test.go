package easypost_test

import (
	"io"
	"net/http"
	"testing"

	"waybill/internal/partner"
	"waybill/internal/partner/easypost/easyposttest"
	"waybill/internal/shipment"
)

// TestRefundIsAskedAgain has a carrier refuse a refund and then grant it, as EasyPost says that carriers do.
func TestRefundIsAskedAgain(t *testing.T) {
	s := easyposttest.New(t)
	client := clientOf(t, s)
	if _, err := client.Submit(t.Context(), "K", orderTo("")); err != nil {
		t.Fatal(err)
	}
	rejected := true
	s.Intercept = func(w http.ResponseWriter, r *http.Request) bool {
		if !rejected || !isPath(http.MethodPost, "/refund")(r) {
			return false
		}
		_, _ = io.WriteString(w, `{"id":"shp_1","refund_status":"not_applicable"}`)
		return true
	}
	if err := client.Cancel(t.Context(), "K", shipment.Order{}); partner.Class(err) != "refused" {
		t.Errorf("Cancel: %v", err)
	}
	rejected = false
	if err := client.Cancel(t.Context(), "K", shipment.Order{}); err != nil {
		t.Errorf("Cancel again: %v", err)
	}
	if _, err := client.Label(t.Context(), "K"); partner.Class(err) != "refused" {
		t.Errorf("Label: %v", err)
	}
}
