package easypost_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"waybill/internal/partner"
	"waybill/internal/partner/easypost"
	"waybill/internal/partner/easypost/easyposttest"
)

// TestPostageThatWasBought finds postage that is sold and cannot be read at once. If the order counted as not
// submitted, it could be cancelled without its refund.
func TestPostageThatWasBought(t *testing.T) {
	for code, status := range map[string]int{"RATE_LIMITED": http.StatusTooManyRequests, "BAD_REQUEST": http.StatusBadRequest} {
		s := easyposttest.New(t)
		client := clientOf(t, s)
		exists := refuseWith(http.StatusUnprocessableEntity, "SHIPMENT.POSTAGE.EXISTS", "", isPath(http.MethodPost, "/buy"))
		unread := refuseWith(status, code, "", isPath(http.MethodGet, "/shp_1"))
		s.Intercept = func(w http.ResponseWriter, r *http.Request) bool { return exists(w, r) || unread(w, r) }
		if _, err := client.Submit(t.Context(), "K", orderTo("")); partner.Class(err) != "unknown" {
			t.Errorf("%s: %s: %v", code, partner.Class(err), err)
		}
	}
}

// TestPostageExists makes a purchase that finds the postage bought by an attempt that was still under way
// during the lookup.
func TestPostageExists(t *testing.T) {
	s := easyposttest.New(t)
	client := clientOf(t, s)
	want, err := client.Submit(t.Context(), "K", orderTo(""))
	if err != nil {
		t.Fatal(err)
	}
	s.Intercept = func(w http.ResponseWriter, r *http.Request) bool {
		if !isPath(http.MethodGet, "/K")(r) {
			return false
		}
		_, _ = io.WriteString(w, `{"id":"shp_1","reference":"K"}`) // as it was before
		return true
	}
	if got, err := client.Submit(t.Context(), "K", orderTo("")); got != want || err != nil {
		t.Errorf("Submit again: %+v, %v, want %+v", got, err, want)
	}
	if n := s.Purchases("K"); n != 1 {
		t.Errorf("postage was bought %d times", n)
	}
}

// TestPurchases checks the responses to a purchase: postage that is not confirmed is unknown, and postage
// with an unprintable number is bought all the same.
func TestPurchases(t *testing.T) {
	for body, want := range map[string]struct{ word, hawb string }{
		`{"id":"shp_1","tracking_code":"94 00-1"}`:                         {"accepted", "94 00-1"},
		`{"id":"shp_1","tracking_code":"94\n00"}`:                          {"accepted", ""},
		`{"id":"shp_1","tracking_code":"` + strings.Repeat("9", 65) + `"}`: {"accepted", ""},
		`{"id":"shp_1","postage_label":{}}`:                                {"accepted", ""},
		`{"id":"shp_1","selected_rate":{"id":"rate_1"}}`:                   {"unknown", ""},
		`{}`:   {"unknown", ""},
		`null`: {"unknown", ""},
	} {
		s := easyposttest.New(t)
		s.Intercept = func(w http.ResponseWriter, r *http.Request) bool {
			if !isPath(http.MethodPost, "/buy")(r) {
				return false
			}
			_, _ = io.WriteString(w, body)
			return true
		}
		got, err := clientOf(t, s).Submit(t.Context(), "K", orderTo(""))
		if partner.Class(err) != want.word || got.HAWBNo != want.hawb {
			t.Errorf("%s: %q, %v", body, got.HAWBNo, err)
		}
	}
}

// TestService configures the service to buy.
func TestService(t *testing.T) {
	s := easyposttest.New(t)
	client := clientOf(t, s, func(c *easypost.Config) { c.Service = "usps/PRIORITY" })
	if _, err := client.Submit(t.Context(), "K", orderTo("")); err != nil {
		t.Fatal(err)
	}
	if got := s.Shipment("K", "selected_rate", "rate"); got != "16.90" {
		t.Errorf("bought for %v", got)
	}
	client = clientOf(t, s, func(c *easypost.Config) { c.Service = "USPS/Balloon" })
	_, err := client.Submit(t.Context(), "K2", orderTo(""))
	if partner.Class(err) != "refused" || !strings.Contains(err.Error(), "USPS/Priority 16.90 USD") ||
		!strings.Contains(err.Error(), "DhlEcs: ") {
		t.Errorf("Submit: %v", err)
	}
	if n := s.Purchases("K2"); n != 0 {
		t.Errorf("postage was bought %d times", n)
	}
}
