package easypost_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"waybill/internal/partner/easypost"
	"waybill/internal/partner/easypost/easyposttest"
	"waybill/internal/partner/partnertest"
	"waybill/internal/shipment"
)

// clientOf returns the partner behind a test server.
func clientOf(t testing.TB, s *easyposttest.Server, changes ...func(*easypost.Config)) *easypost.Client {
	t.Helper()
	c := easypost.Config{APIKey: easyposttest.APIKey, BaseURL: s.URL, PrivateNetwork: true, Customs: stated(enoughFacts())}
	for _, change := range changes {
		change(&c)
	}
	client, err := easypost.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// stated returns facts as an account or a service states them.
func stated(facts shipment.Customs) func(context.Context, *shipment.Order) (shipment.Customs, error) {
	return func(context.Context, *shipment.Order) (shipment.Customs, error) { return facts, nil }
}

func enoughFacts() shipment.Customs {
	return shipment.Customs{shipment.CustomsContents: "merchandise", shipment.CustomsRestriction: "none", shipment.CustomsOrigin: "SG"}
}

// orderTo returns a cross-border order whose consignee's name holds a script.
func orderTo(script string) shipment.Order {
	return shipment.Order{
		TrackingNo: "WB48210739526CA", Length: 2000, Width: 1500, Height: 1000, Weight: 1250,
		PaymentType: shipment.PaymentPrepaid, Incoterm: "DDU", DeliveryNote: "Ring twice",
		ConsigneeIdentificationNumber: "ID-778",
		Consignee: shipment.Party{
			Name: "Susan Smith " + script, Number: "+14165550100", Email: "susan@example.com", Country: "CA",
			Address: "1 Front Street", Postal: "M5J 2X2", State: "ON", City: "Toronto",
		},
		Pickup: shipment.Party{
			Name: "Harbour Goods", Number: "+6591234567", Country: "SG", Address: "2 Robinson Road",
			Postal: "048543", State: "Singapore",
		},
		Items: []shipment.Item{
			{Desc: "Shoes", Quantity: 2, PriceValue: 4050, PriceCurrency: "SGD", SKU: "S-1"},
			{Desc: "Hat", Quantity: 1, PriceValue: 1299, PriceCurrency: "SGD", ProductID: "P-2"},
		},
	}
}

func TestPartner(t *testing.T) {
	s := easyposttest.New(t)
	p := clientOf(t, s)
	orders := map[string]shipment.Order{
		partnertest.Accepted: orderTo(""), partnertest.Refused: orderTo(easyposttest.ScriptFail),
		partnertest.Temporary: orderTo(easyposttest.ScriptFlaky),
		partnertest.Lost:      orderTo(easyposttest.ScriptTimeout), partnertest.Kept: orderTo(easyposttest.ScriptKeep),
		partnertest.Labelled: orderTo(""), partnertest.Unlabelled: orderTo(easyposttest.ScriptLater),
	}
	for _, c := range partnertest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			if err := c.Run(t.Context(), p, orders); err != nil {
				t.Error(err)
			}
		})
	}
	for _, key := range []string{"found", "repeated", "lost", "labelled"} {
		if n := s.Purchases(key); n != 1 {
			t.Errorf("%s: postage was bought %d times", key, n)
		}
	}
}

// refuseWith makes the calls that match fail with a response of EasyPost.
func refuseWith(status int, code, message string, match func(*http.Request) bool) func(http.ResponseWriter, *http.Request) bool {
	return func(w http.ResponseWriter, r *http.Request) bool {
		if !match(r) {
			return false
		}
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"error":{"code":%q,"message":%q,"errors":[]}}`, code, message)
		return true
	}
}

func isPath(method, end string) func(*http.Request) bool {
	return func(r *http.Request) bool { return r.Method == method && strings.HasSuffix(r.URL.Path, end) }
}
