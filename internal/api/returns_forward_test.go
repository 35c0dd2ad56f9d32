package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"waybill/client"
)

const returnsPath = "/api/order/return-orders/"

// returned sends returns as raw JSON.
func (s *server) returned(orders string, header ...string) (reply, string) {
	s.t.Helper()
	return s.send("POST", returnsPath, `{"secret_key":"`+testKey+`","orders":[`+orders+`]}`, header...)
}

// detail is all that there is about an order of the demo account.
func (s *server) detail(trackingNo string) client.OrderDetail {
	s.t.Helper()
	detail, err := s.sdk.Order(s.t.Context(), trackingNo)
	if err != nil {
		s.t.Fatal(err)
	}
	return detail
}

// sendBack creates a return, raw JSON, and returns its detail.
func (s *server) sendBack(order string) client.OrderDetail {
	s.t.Helper()
	res, body := s.returned(order)
	var created struct {
		TrackingNos []client.CreatedReturn `json:"tracking_nos"`
	}
	if err := json.Unmarshal([]byte(body), &created); err != nil || res.StatusCode != http.StatusCreated {
		s.t.Fatalf("%d %s", res.StatusCode, body)
	}
	return s.detail(created.TrackingNos[0].ReturnTrackingNo)
}

func TestReturnIsFilledFromItsForwardOrder(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		sent := exampleOrder()
		sent.ConsigneeCompany, sent.ShipperCompany, sent.ConsigneeNameLatin = "Buyer Ltd", "Shop Ltd", "Susan"
		forward := s.detail(s.create(sent).Orders[0].TrackingNo)
		lower := strings.ToLower(forward.TrackingNo)
		got := s.sendBack(`{"service_type":"dropoff","forward_tracking_no":"` + lower + `","consignee_email":"warehouse@example.com"}`)

		want := client.Order{
			ServiceID: 2, ShipperOrderID: forward.ShipperOrderID,
			ConsigneeName: forward.PickupContactName, ConsigneeNumber: forward.PickupContactNumber, ConsigneeCountry: forward.PickupCountry,
			ConsigneeAddress: forward.PickupAddress, ConsigneePostal: forward.PickupPostal, ConsigneeState: forward.PickupState,
			ConsigneeCity: forward.PickupCity, ConsigneeEmail: "warehouse@example.com",
			OrderLength: forward.OrderLength, OrderWidth: forward.OrderWidth, OrderHeight: forward.OrderHeight, OrderWeight: forward.OrderWeight,
			PickupContactName: forward.ConsigneeName, PickupContactNumber: forward.ConsigneeNumber, PickupCountry: forward.ConsigneeCountry,
			PickupAddress: forward.ConsigneeAddress, PickupPostal: forward.ConsigneePostal, PickupState: forward.ConsigneeState,
			PickupCity: forward.ConsigneeCity, CODAmtToCollect: "0", Items: forward.Items,
			// Not of the request.
			OrderID: got.OrderID, TrackingNo: got.TrackingNo, AgentID: forward.AgentID, AgentApplicationID: forward.AgentApplicationID,
			OrderLabelURL: got.OrderLabelURL, StatusCode: "SUBMITTED", TrackerStatusCode: "ORDER_CREATED", TrackerMainText: got.TrackerMainText,
			UploadBatchNo: got.UploadBatchNo, CreatedOn: got.CreatedOn, UpdatedOn: got.UpdatedOn,
		}
		if !reflect.DeepEqual(got.Order, want) {
			t.Errorf("the return is\n%+v, want\n%+v", got.Order, want)
		}
		if got.ConsigneeCompany != "Shop Ltd" || got.ShipperCompany != "Buyer Ltd" || got.ConsigneeNameLatin != "" {
			t.Errorf("its companies are %q and %q, its spelling is %q", got.ConsigneeCompany, got.ShipperCompany, got.ConsigneeNameLatin)
		}
		if !got.IsReturn || got.ServiceType != "DROPOFF" || got.ForwardTrackingNo != lower || got.ForwardOrderID != forward.OrderID ||
			got.PickupContactEmail != forward.ConsigneeEmail || len(got.Returns) != 0 {
			t.Errorf("the return is linked so: %+v", got.DetailFields)
		}

		again := s.sendBack(`{"service_type":"PICKUP","forward_tracking_no":"` + forward.TrackingNo +
			`","consignee_email":"warehouse@example.com"}`)
		linked := s.detail(forward.TrackingNo)
		wantReturns := []client.OrderReturn{
			{
				OrderID: again.OrderID, TrackingNo: again.TrackingNo, ServiceType: "PICKUP", TrackerStatusCode: "ORDER_CREATED",
				CreatedOn: again.CreatedOn,
			},
			{OrderID: got.OrderID, TrackingNo: got.TrackingNo, ServiceType: "DROPOFF", TrackerStatusCode: "ORDER_CREATED", CreatedOn: got.CreatedOn},
		}
		if !reflect.DeepEqual(linked.Returns, wantReturns) || linked.IsReturn || linked.ServiceType != "" || linked.ForwardOrderID != 0 {
			t.Errorf("the forward order is linked so: %+v", linked.DetailFields)
		}
	})
}

// TestReturnKeepsWhatItBrings: what stands in the request goes before the forward order, and
// null and blank are as good as absent.
func TestReturnKeepsWhatItBrings(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		forward := s.create(exampleOrder()).Orders[0].TrackingNo
		got := s.sendBack(`{"service_type":"PICKUP","forward_tracking_no":" ` + forward + ` ","consignee_email":"w@example.com",
			"consignee_name":"Warehouse 2","order_weight":0.5,"pickup_address":null,"pickup_city":"  ","order_length":"",
			"items":[{"item_desc":"Sock","item_category":"Fashion","item_quantity":1,"item_price_value":2,"item_price_currency":"IDR"}]}`)
		if got.ConsigneeName != "Warehouse 2" || got.OrderWeight != "0.5" || len(got.Items) != 1 || got.Items[0].Desc != "Sock" {
			t.Errorf("not as it was sent: %+v", got.Order)
		}
		if got.PickupAddress != "Jl. Berangin 5, Tanjung Gading" || got.PickupCity != "Jakarta Selatan" || got.OrderLength != "12" {
			t.Errorf("null and blank were not filled: %+v", got.Order)
		}
		if got := s.sendBack(`{"service_type":"PICKUP","forward_tracking_no":"` + forward +
			`","consignee_email":"w@example.com","items":null}`); len(got.Items) != 1 || got.Items[0].Desc != "Blue Male T-Shirt" {
			t.Errorf("items null: %+v", got.Items)
		}
	})
}

func TestErrorsOfFilledReturns(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		forward := s.create(exampleOrder()).Orders[0].TrackingNo
		const missing = `["This field is required."]`
		for _, c := range []struct{ name, order, want string }{
			{"nothing but the number", `{"forward_tracking_no":"` + forward + `"}`, `{"service_type":` + missing + `,"consignee_email":` + missing +
				`}`},
			{
				"a wrong value of its own", `{"service_type":"PICKUP","forward_tracking_no":"` + forward +
					`","consignee_email":"w@example.com","order_width":"wide"}`,
				`{"order_width":["A valid number is required."]}`,
			},
		} {
			res, body := s.returned(c.order)
			if want := `{"orders":[` + c.want + `]}`; res.StatusCode != http.StatusBadRequest || body != want {
				t.Errorf("%s: %d %s, want %s", c.name, res.StatusCode, body, want)
			}
		}
		noItems := `{"service_type":"PICKUP","forward_tracking_no":"` + forward + `","consignee_email":"w@example.com","items":[]}`
		if res, body := s.returned(noItems); res.StatusCode != http.StatusBadRequest || !strings.Contains(body, "This list may not be empty.") {
			t.Errorf("a list of no items is not left out: %d %s", res.StatusCode, body)
		}
		// The response must not show whether another account has a number.
		unknown := `{"secret_key":"` + s.newKey("Other shipper") + `","orders":[{"service_type":"PICKUP","forward_tracking_no":"%s"}]}`
		_, ofAnother := s.send("POST", returnsPath, fmt.Sprintf(unknown, forward))
		_, ofNone := s.send("POST", returnsPath, fmt.Sprintf(unknown, "X-UNKNOWN"))
		if ofAnother != ofNone || !strings.Contains(ofNone, `{"consignee_name":`+missing) {
			t.Errorf("a number of another account: %s\nunknown: %s", ofAnother, ofNone)
		}
	})
}

// TestForwardOrdersOfEveryKind: a cancelled order and a return can come back too.
func TestForwardOrdersOfEveryKind(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		forward := s.create(exampleOrder()).Orders[0].TrackingNo
		if _, err := s.sdk.CancelOrders(t.Context(), []string{forward}); err != nil {
			t.Fatal(err)
		}
		returned := s.sendBack(`{"service_type":"PICKUP","forward_tracking_no":"` + forward + `","consignee_email":"w@example.com"}`)
		// A return's consignee has an e-mail address and so has its pickup contact: nothing is missing.
		sentAgain := s.sendBack(`{"service_type":"PICKUP","forward_tracking_no":"` + returned.TrackingNo + `"}`)
		if sentAgain.ConsigneeName != "Susan" || sentAgain.ConsigneeEmail != "susan123@email.com" ||
			sentAgain.PickupContactEmail != "w@example.com" ||
			sentAgain.ForwardOrderID != returned.OrderID {
			t.Errorf("the return of a return: %+v", sentAgain)
		}
		if of := s.detail(returned.TrackingNo).Returns; len(of) != 1 || of[0].TrackingNo != sentAgain.TrackingNo {
			t.Errorf("the return names %+v as its returns", of)
		}
	})
}

// TestReplayOfAFilledReturn: the answer and the order stay those of the first time.
func TestReplayOfAFilledReturn(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		forward := s.create(exampleOrder()).Orders[0].TrackingNo
		order := `{"service_type":"PICKUP","forward_tracking_no":"` + forward + `","consignee_email":"w@example.com"}`
		first, body := s.returned(order, "Idempotency-Key", "back")
		if _, err := s.sdk.CancelOrders(t.Context(), []string{forward}); err != nil {
			t.Fatal(err)
		}
		second, again := s.returned(order, "Idempotency-Key", "back")
		if first.StatusCode != http.StatusCreated || second.StatusCode != http.StatusCreated || body != again ||
			second.Header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("%d %s\nagain %d %s", first.StatusCode, body, second.StatusCode, again)
		}
		if of := s.detail(forward).Returns; len(of) != 1 {
			t.Errorf("%d returns", len(of))
		}
	})
}

// TestFilledReturnsCountAsTheirSize: a short request must not ask for more than a long one may.
func TestFilledReturnsCountAsTheirSize(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		o := exampleOrder()
		item := o.Items[0]
		item.Desc, item.Category = strings.Repeat("d", 255), strings.Repeat("c", 255)
		o.Items = nil
		for range 200 {
			o.Items = append(o.Items, item)
		}
		forward := s.create(o).Orders[0].TrackingNo
		order := `{"service_type":"PICKUP","forward_tracking_no":"` + forward + `","consignee_email":"w@example.com"}`
		res, body := s.returned(strings.Repeat(order+",", 999) + order)
		if res.StatusCode != http.StatusRequestEntityTooLarge || !strings.Contains(body, "larger than 16 MiB") {
			t.Errorf("1000 returns of 200 items: %d %s", res.StatusCode, body)
		}
		if res, body := s.returned(strings.Repeat(order+",", 49) + order); res.StatusCode != http.StatusCreated {
			t.Errorf("50 returns of 200 items: %d %s", res.StatusCode, body)
		}
		if page, err := s.sdk.Orders(t.Context(), client.Filter{}); err != nil || page.Count != 51 {
			t.Errorf("%d orders, %v", page.Count, err)
		}
		if of := s.detail(forward).Returns; len(of) != 50 {
			t.Errorf("%d returns in the detail, want the newest 50", len(of))
		}
	})
}
