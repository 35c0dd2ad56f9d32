package api

import (
	"strings"
	"testing"

	"waybill/client"
)

func exampleReturn() client.NewReturn {
	return client.NewReturn{
		ServiceType: "PICKUP", ShipperOrderID: "RETURN1",
		ConsigneeName: "Warehouse", ConsigneeAddress: "Jurong West Ave 1", ConsigneePostal: "640534", ConsigneeCountry: "Singapore",
		ConsigneeNumber: "+6591234567", ConsigneeEmail: "warehouse@example.com",
		OrderLength: "12.5", OrderWidth: "12", OrderHeight: "1", OrderWeight: "0.125",
		PickupContactName: "Susan", PickupContactEmail: "susan@example.com", PickupContactNumber: "081234567",
		PickupCountry: "Indonesia", PickupAddress: "Jl. Berangin 5", PickupCity: "Jakarta",
		Items: []client.Item{{Desc: "T-Shirt", Category: "Apparel", Quantity: 1, PriceValue: "1", PriceCurrency: "IDR"}},
	}
}

func TestReturns(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		forward := s.create(exampleOrder()).Orders[0].TrackingNo
		ours, unknown, none := exampleReturn(), exampleReturn(), exampleReturn()
		ours.ForwardTrackingNo, unknown.ForwardTrackingNo = forward, "X-1"
		none.PickupCountry = "France" // no service runs from there
		result, err := s.sdk.CreateReturns(t.Context(), client.ReturnRequest{Orders: []client.NewReturn{ours, unknown, none}})
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []struct {
			forward string
			service int64
		}{{forward, 2}, {"X-1", 2}, {"", 0}} {
			got := result.Returns[i]
			record := s.order(got.ReturnTrackingNo)
			if got.ForwardTrackingNo != want.forward || record.ServiceID != want.service {
				t.Errorf("return %d: forward %q, service %d; want %+v", i, got.ForwardTrackingNo, record.ServiceID, want)
			}
			if !strings.HasSuffix(got.ReturnTrackingNo, "SG") || record.OrderLabelURL == "" || record.OrderWeight != "0.125" {
				t.Errorf("return %d: %+v", i, record)
			}
		}
		stored, err := s.api.Store.OrderByTrackingNo(t.Context(), result.Returns[0].ReturnTrackingNo)
		if err != nil {
			t.Fatal(err)
		}
		linked, err := s.api.Store.OrderByTrackingNo(t.Context(), forward)
		if err != nil || stored.ForwardOrderID != linked.OrderID || !stored.Return {
			t.Errorf("the return of order %d is linked to %d (%v)", linked.OrderID, stored.ForwardOrderID, err)
		}
		other, err := s.client(s.newKey("Other shipper")).CreateReturns(t.Context(), client.ReturnRequest{Orders: []client.NewReturn{ours}})
		if err != nil {
			t.Fatal(err)
		}
		if stored, err := s.api.Store.OrderByTrackingNo(t.Context(),
			other.Returns[0].ReturnTrackingNo); err != nil || stored.ForwardOrderID != 0 {
			t.Errorf("a return is linked to another account's order %d (%v)", stored.ForwardOrderID, err)
		}
	})
}

func TestReturnsAnswerInTheDocumentsShape(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		sent := map[string]any{"secret_key": testKey, "orders": []client.NewReturn{exampleReturn()}}
		_, body := s.send("POST", "/api/order/return-orders/", toJSON(t, sent))
		if got := strings.Join(keysIn(`"top":`+body, "top"), " "); got != "upload_batch_no tracking_nos return_tracking_no" {
			t.Errorf("keys %s in %s", got, body)
		}
	})
}

// TestEditedReturnHasTheServiceOfItsLane: a return that begins in another country after a change goes by the service from there.
func TestEditedReturnHasTheServiceOfItsLane(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ours := exampleReturn()
		result, err := s.sdk.CreateReturns(t.Context(), client.ReturnRequest{Orders: []client.NewReturn{ours}})
		if err != nil {
			t.Fatal(err)
		}
		no := result.Returns[0].ReturnTrackingNo
		for _, change := range []struct {
			fields  map[string]any
			service int64
		}{
			{map[string]any{"pickup_country": "Malaysia"}, 4},
			{map[string]any{"pickup_country": "Singapore"}, 8},
		} {
			if got := s.edited(no, change.fields); got.ServiceID != change.service {
				t.Errorf("%v: service %d, want %d", change.fields, got.ServiceID, change.service)
			}
		}
	})
}
