package easypost_test

import (
	"net/http"
	"testing"

	"waybill/internal/partner/easypost/easyposttest"
)

// TestPostageThatWasBought is sold already, and cannot be read at once: an order that
// counted as not submitted could be cancelled without its refund.
func TestPostageThatWasBought(t *testing.T) {
	for code, status := range map[string]int{"RATE_LIMITED": http.StatusTooManyRequests, "BAD_REQUEST": http.StatusBadRequest} {
		s := easyposttest.New(t)
		client := clientOf(t, s)
		exists := refuseWith(http.StatusUnprocessableEntity, "SHIPMENT.POSTAGE.EXISTS", "", isPath(http.MethodPost, "/buy"))
		unread := refuseWith(status, code, "", isPath(http.MethodGet, "/shp_1"))
		s.Intercept = func(w http.ResponseWriter, r *http.Request) bool { return exists(w, r) || unread(w, r) }
		if _, err := client.Submit(t.Context(), "K", orderTo("")); word(err) != "unknown" {
			t.Errorf("%s: %s: %v", code, word(err), err)
		}
	}
}
