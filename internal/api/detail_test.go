package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"testing"

	"waybill/client"
	"waybill/internal/request"
	"waybill/test/harness"
)

// TestDetailShowsAllThatWasSent walks the field tables: each field is sent with a value of its
// own, and the detail shows it under the same name.
func TestDetailShowsAllThatWasSent(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for path, fields := range map[string][]request.Field{
			"/api/order/orders/": request.CreateFields(), returnsPath: request.ReturnFields(),
		} {
			item := sentValues(t, request.ItemFields())
			order := sentValues(t, fields)
			order["items"] = []any{item}
			res, body := s.send("POST", path, toJSON(t, map[string]any{"secret_key": testKey, "orders": []any{order}}))
			var created struct {
				UploadBatchNo string `json:"upload_batch_no"`
			}
			if err := json.Unmarshal([]byte(body), &created); err != nil || res.StatusCode != http.StatusCreated {
				t.Fatalf("%s: %d %s", path, res.StatusCode, body)
			}
			page, err := s.sdk.Orders(t.Context(), client.Filter{UploadBatchNo: created.UploadBatchNo})
			if err != nil || len(page.Results) != 1 {
				t.Fatal(page, err)
			}
			_, text := s.send("GET", "/api/order/order/"+page.Results[0].TrackingNo+"/", "", "Authorization", "Bearer "+testKey)
			var detail map[string]any
			if err := json.Unmarshal([]byte(text), &detail); err != nil {
				t.Fatal(err)
			}
			for name, sent := range order {
				if shown, ok := detail[name]; !ok || !reflect.DeepEqual(shown, sent) {
					t.Errorf("%s: %s was sent as %v, and is shown as %v", path, name, sent, shown)
				}
			}
		}
	})
}

// TestDetailByOrderID: clients of the original interface ask by the id. A tracking number of the account comes first.
func TestDetailByOrderID(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.create(exampleOrder()).Orders[0]
		id := strconv.FormatInt(s.order(created.TrackingNo).OrderID, 10)
		shown := func(path string) string {
			t.Helper()
			res, body := s.send("GET", "/api/order/order/"+path+"/", "", "Authorization", "Bearer "+testKey)
			if res.StatusCode != http.StatusOK {
				return strconv.Itoa(res.StatusCode)
			}
			var o client.Order
			if err := json.Unmarshal([]byte(body), &o); err != nil {
				t.Fatal(err)
			}
			return o.TrackingNo
		}
		if got := shown(id); got != created.TrackingNo {
			t.Errorf("by id %s: %s", id, got)
		}
		for _, unknown := range []string{"999999", "99999999999999999999", "-5", "0" + id} {
			if got := shown(unknown); got != "404" {
				t.Errorf("%s: %s", unknown, got)
			}
		}
	})
}

// sentValues has a value for each of the fields but items, as an answer shows it.
func sentValues(t *testing.T, fields []request.Field) map[string]any {
	t.Helper()
	values := make(map[string]any)
	for i, f := range fields {
		if f.Type.Name != request.TypeItems {
			values[f.Name] = sentValue(t, f, i+1)
		}
	}
	return values
}

// sentValue is a value for a field of an order from Singapore to Indonesia; n tells it from
// others of the type.
func sentValue(t *testing.T, f request.Field, n int) any {
	t.Helper()
	switch f.Type.Name {
	case request.TypeText:
		return harness.TextFor(f.Name, f.Type.MaxLength)
	case request.TypeEmail:
		return f.Name + "@example.com"
	case request.TypeDecimal:
		return float64(n) + 0.5
	case request.TypeInteger:
		return float64(n)
	case request.TypeChoice:
		return f.Type.Choices[0]
	case request.TypeDate:
		return "2026-12-24"
	case request.TypePhone, request.TypeLocalPhone:
		return fmt.Sprintf("+659123%04d", n)
	case request.TypeCountry:
		if f.Name == "pickup_country" {
			return "Singapore"
		}
		return "Indonesia"
	case request.TypeCurrency:
		return "IDR"
	case request.TypeTrackingNo:
		return "OWN-DETAIL-1"
	case request.TypeService:
		return float64(1)
	case request.TypeHSCode:
		return "61091000"
	case request.TypeUNNumber:
		return "UN3481"
	case request.TypeURL:
		return "https://shop.example/" + f.Name
	case request.TypeTaxIDs:
		return []any{
			map[string]any{"party": "shipper", "type": "VAT", "country": "", "number": "1"},
			map[string]any{"party": "consignee", "type": "NPWP", "country": "Indonesia", "number": "2"},
		}
	case request.TypeMetadata:
		return map[string]any{"shop": "7", "empty": ""}
	}
	t.Fatalf("no value for the type %s", f.Type.Name)
	return nil
}
