package easypost_test

import (
	"fmt"
	"net/http"
	"testing"

	"waybill/internal/partner"
	"waybill/internal/partner/easypost/easyposttest"
)

// TestRepeatedSubmit repeats a submission after the response to each of its calls was lost: postage is bought
// once, whatever was lost.
func TestRepeatedSubmit(t *testing.T) {
	for _, lost := range []func(*http.Request) bool{
		isPath(http.MethodGet, "/K"), isPath(http.MethodPost, "/shipments"), isPath(http.MethodPost, "/buy"),
	} {
		s := easyposttest.New(t)
		client := clientOf(t, s)
		cut := false
		s.Intercept = func(_ http.ResponseWriter, r *http.Request) bool {
			if !cut && lost(r) {
				cut = true
				return true // with nothing that could be read
			}
			return false
		}
		_, err := client.Submit(t.Context(), "K", orderTo(""))
		if partner.Class(err) != "unknown" {
			t.Errorf("Submit: %v", err)
		}
		if _, err := client.Find(t.Context(), "K"); partner.Class(err) != partner.ClassNotSubmitted {
			t.Errorf("Find: %v", err)
		}
		if got, err := client.Submit(t.Context(), "K", orderTo("")); err != nil || got.HAWBNo == "" {
			t.Errorf("Submit again: %+v, %v", got, err)
		}
		if n := s.Purchases("K"); n != 1 {
			t.Errorf("postage was bought %d times, by %q", n, s.Calls())
		}
	}
}

// TestSubmitGoesOn makes a second attempt after a first one that only created the shipment: it asks for new
// rates and buys for the same shipment.
func TestSubmitGoesOn(t *testing.T) {
	s := easyposttest.New(t)
	client := clientOf(t, s)
	s.Intercept = refuseWith(http.StatusTooManyRequests, "RATE_LIMITED", "Slow down.", isPath(http.MethodPost, "/buy"))
	if _, err := client.Submit(t.Context(), "K", orderTo("")); partner.Class(err) != "temporary" {
		t.Errorf("Submit: %v", err)
	}
	s.Intercept = nil
	before := len(s.Calls())
	if _, err := client.Submit(t.Context(), "K", orderTo("")); err != nil {
		t.Error(err)
	}
	want := "[GET /v2/shipments/K POST /v2/shipments/shp_1/rerate POST /v2/shipments/shp_1/buy]"
	if got := fmt.Sprint(s.Calls()[before:]); got != want {
		t.Errorf("calls %s, want %s", got, want)
	}
}

// TestLateReferences makes EasyPost show a shipment by its reference only after a while, so that two attempts
// create one each. Whichever the reference names then, one is bought and stays.
func TestLateReferences(t *testing.T) {
	for _, newest := range []bool{false, true} {
		s := easyposttest.New(t)
		s.Newest = newest
		client := clientOf(t, s)
		hidden := 3 // the first attempt's two questions, and the second's first
		s.Intercept = func(w http.ResponseWriter, r *http.Request) bool {
			if hidden == 0 || !isPath(http.MethodGet, "/K")(r) {
				return false
			}
			hidden--
			return refuseWith(http.StatusNotFound, "NOT_FOUND", "", isPath(http.MethodGet, "/K"))(w, r)
		}
		if _, err := client.Submit(t.Context(), "K", orderTo("")); partner.Class(err) != "temporary" {
			t.Errorf("Submit: %v", err)
		}
		got, err := client.Submit(t.Context(), "K", orderTo(""))
		if err != nil {
			t.Fatal(err)
		}
		if found, err := client.Find(t.Context(), "K"); found != got || err != nil {
			t.Errorf("Find: %+v, %v; Submit said %+v", found, err, got)
		}
		if again, err := client.Submit(t.Context(), "K", orderTo("")); again != got || err != nil {
			t.Errorf("Submit again: %+v, %v", again, err)
		}
		if n := s.Purchases("K"); n != 1 {
			t.Errorf("newest %v: postage was bought %d times, by %q", newest, n, s.Calls())
		}
	}
}
