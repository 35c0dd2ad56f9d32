package easypost_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"waybill/internal/partner/easypost"
	"waybill/internal/partner/easypost/easyposttest"
	"waybill/internal/shipment"
)

const webhookSecret = "sécret"

func receiver(t testing.TB, secret string) *easypost.Client {
	t.Helper()
	client, err := easypost.New(easypost.Config{APIKey: easyposttest.APIKey, WebhookSecret: secret})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// signed returns the headers of a call with a body. EasyPost decomposes the accents of the secret.
func signed(body []byte) http.Header { return signedWith("se\u0301cret", body) }

func signedWith(key string, body []byte) http.Header {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write(body)
	return http.Header{"X-Hmac-Signature": {"hmac-sha256-hex=" + hex.EncodeToString(mac.Sum(nil))}}
}

func TestReceive(t *testing.T) {
	body := easyposttest.Document("tracker_updated.json")
	got, err := receiver(t, webhookSecret).Receive(signed(body), body)
	if err != nil {
		t.Fatal(err)
	}
	report := func(status shipment.TrackerStatus, text string, country shipment.Country, place, occurred string) shipment.PartnerReport {
		on, err := time.Parse(time.RFC3339, occurred)
		if err != nil {
			t.Fatal(err)
		}
		return shipment.PartnerReport{HAWBNo: "9400100110368070370000", Event: &shipment.TrackingEvent{
			Status: status, Text: text, Country: country, Place: place, OccurredOn: on,
		}}
	}
	want := []shipment.PartnerReport{
		report(shipment.PendingPickup, "Pre-Shipment Info Sent to USPS", "", "", "2026-01-05T15:33:28Z"),
		report(shipment.InTransitWithinOriginCountry, "Departed Post Office", "US", "HOUSTON, TX", "2026-01-06T08:54:10Z"),
		report(shipment.InTransitWithinDestinationCountry, "Arrived at Facility", "CA", "TORONTO, ON", "2026-01-07T13:03:12Z"),
		report(shipment.DeliveryInProgress, "Out for Delivery", "CA", "TORONTO, ON", "2026-01-08T10:12:00Z"),
		report(shipment.Success, "Delivered", "CA", "TORONTO, ON", "2026-01-08T15:59:40Z"),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the reports differ (-want +got):\n%s", diff)
	}
}

// TestReceiveUnsigned sends calls that are not signed or cannot be decoded.
func TestReceiveUnsigned(t *testing.T) {
	body := easyposttest.Document("tracker_updated.json")
	other := signed(body)
	other.Set("X-Hmac-Signature", strings.ToUpper(other.Get("X-Hmac-Signature")))
	noTracker := []byte(`{"object":"Event","description":"tracker.updated"}`)
	for name, c := range map[string]struct {
		secret string
		header http.Header
		body   []byte
	}{
		"no signature":      {webhookSecret, http.Header{}, body},
		"another signature": {webhookSecret, other, body},
		"another body":      {webhookSecret, signed(body), append([]byte(" "), body...)},
		"another secret":    {"another", signed(body), body},
		"no secret":         {"", signedWith("", body), body},
		"not JSON":          {webhookSecret, signed([]byte("{")), []byte("{")},
		"no tracker":        {webhookSecret, signed(noTracker), noTracker},
	} {
		if reports, err := receiver(t, c.secret).Receive(c.header, c.body); err == nil || reports != nil {
			t.Errorf("%s: %d reports, %v", name, len(reports), err)
		}
	}
}

// TestReceiveOthers sends calls that report nothing.
func TestReceiveOthers(t *testing.T) {
	tracker := string(easyposttest.Document("tracker_updated.json"))
	for name, body := range map[string]string{
		"a batch":             `{"object":"Event","description":"batch.updated","result":{"object":"Batch","id":"batch_1"}}`,
		"a thing yet unknown": `{"object":"Event","description":"parrot.updated","result":{"object":"Parrot"}}`,
		"a result unlike any": `{"object":"Event","description":"batch.updated","previous_attributes":7,"result":[7]}`,
		"null":                `null`,
		"no tracking code":    strings.ReplaceAll(tracker, `"9400100110368070370000"`, `"\u0007"`),
		"another event":       strings.ReplaceAll(tracker, "tracker.updated", "tracker.deleted"),
		"no detail": `{"description":"tracker.created","result":{"object":"Tracker","tracking_code":"94",` +
			`"status":"pre_transit","tracking_details":[null]}}`,
	} {
		reports, err := receiver(t, webhookSecret).Receive(signed([]byte(body)), []byte(body))
		if err != nil || len(reports) != 0 {
			t.Errorf("%s: %v, %v", name, reports, err)
		}
	}
}

// TestStatuses checks the meanings of EasyPost's statuses.
func TestStatuses(t *testing.T) {
	const way = `"carrier_detail":{"origin_tracking_location":{"country":"US"},"destination_tracking_location":{"country":"CA"}},`
	for _, c := range []struct {
		status, detail, country, way string
		want                         shipment.TrackerStatus // "" is no report
	}{
		{"unknown", "unknown", "", "", ""},
		{"pre_transit", "status_update", "", "", shipment.PendingPickup},
		{"in_transit", "received_at_origin_facility", "US", way, shipment.PickedUp},
		{"in_transit", "arrived_at_facility", "CA", "", shipment.InTransitWithinOriginCountry},
		{"in_transit", "arrived_at_facility", "US", way, shipment.InTransitWithinOriginCountry},
		{"in_transit", "arrived_at_facility", "", way, shipment.InTransitWithinOriginCountry},
		{"in_transit", "arrived_at_facility", "IS", way, shipment.CrossBorderTransit},
		{"in_transit", "arrived_at_facility", "CA", way, shipment.InTransitWithinDestinationCountry},
		{"in_transit", "transferred_to_destination_carrier", "", "", shipment.InTransitWithinDestinationCountry},
		{"in_transit", "a detail yet unknown", "", "", shipment.InTransitWithinOriginCountry},
		{"available_for_pickup", "arrived_at_pickup_location", "", "", shipment.ReadyForCollection},
		{"out_for_delivery", "out_for_delivery", "", "", shipment.DeliveryInProgress},
		{"delivered", "arrived_at_destination", "", "", shipment.Success},
		{"failure", "delivery_exception", "", "", shipment.FailedDelivery},
		{"failure", "lost", "", "", shipment.Exception},
		{"error", "", "", "", shipment.Exception},
		{"cancelled", "cancelled", "", "", shipment.Exception},
		{"return_to_sender", "return", "", "", shipment.ReturnToSender},
		{"a status yet unknown", "", "", "", ""},
	} {
		body := fmt.Appendf(nil, `{"description":"tracker.updated","result":{"object":"Tracker","tracking_code":"94",%s"tracking_details":[
			{"status":%q,"status_detail":%q,"datetime":"2026-01-05T15:33:28","tracking_location":{"country":%q,"zip":"77063"}}]}}`,
			c.way, c.status, c.detail, c.country)
		reports, err := receiver(t, webhookSecret).Receive(signed(body), body)
		var got shipment.TrackerStatus
		if len(reports) == 1 {
			got = reports[0].Event.Status
		}
		if err != nil || got != c.want {
			t.Errorf("%s, %s in %q: %q, %v, want %q", c.status, c.detail, c.country, got, err, c.want)
		}
	}
}

// FuzzReceive sends signed bodies and checks that the reports can be recorded.
func FuzzReceive(f *testing.F) {
	f.Add(easyposttest.Document("tracker_updated.json"))
	f.Add([]byte(`{"description":"tracker.created","result":{"object":"Tracker","tracking_code":"94",` +
		`"tracking_details":[{"status":"delivered","message":"\u0000"}]}}`))
	f.Add([]byte(`null`))
	client := receiver(f, webhookSecret)
	f.Fuzz(func(t *testing.T, body []byte) {
		reports, err := client.Receive(signed(body), body)
		if err != nil && reports != nil {
			t.Error("reports and an error")
		}
		for _, r := range reports {
			if r.HAWBNo == "" || r.Event == nil || r.Event.Status.Text() == "" || r.TrackingNo != "" || r.Label != nil {
				t.Errorf("report %+v", r)
			}
			for _, text := range []string{r.HAWBNo, r.Event.Text, r.Event.Place} {
				if len([]rune(text)) > 255 || bytes.ContainsRune([]byte(text), 0) {
					t.Errorf("text %q", text)
				}
			}
		}
	})
}
