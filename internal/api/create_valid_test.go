package api

import (
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"

	"waybill/client"
)

// mixed is a request that accepts the valid orders: the first and the third; the second and the last are invalid.
func mixed(blocking bool) client.CreateRequest {
	wide := exampleOrder()
	wide.OrderWidth = "wide"
	return client.CreateRequest{
		Blocking: blocking, AcceptValid: true, Orders: []client.NewOrder{exampleOrder(), wide, partnerOrder("[fail]"), wide},
	}
}

func TestAcceptValid(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for _, blocking := range []bool{false, true} {
			wanted := mixed(blocking)
			wanted.IdempotencyKey = map[bool]string{false: "key-1", true: "key-2"}[blocking]
			created, err := s.sdk.CreateOrders(t.Context(), wanted)
			if err != nil {
				t.Fatal(err)
			}
			for i, o := range created.Orders {
				stored := i == 0 || i == 2
				if (o.TrackingNo != "") != stored || (o.Invalid == nil) != stored {
					t.Errorf("order %d is %+v", i, o)
				}
				if stored && s.order(o.TrackingNo).UploadBatchNo != created.UploadBatchNo {
					t.Errorf("order %d is not in the batch", i)
				}
			}
			if p := created.Orders[1].Invalid; len(p) != 1 || p[0].Field != "order_width" || p[0].Order != 1 {
				t.Errorf("problems %v", p)
			}
			if created.Orders[0].LabelURL == "" || created.Orders[2].LabelURL != "" || created.Orders[2].Message == "" {
				t.Errorf("labels %+v", created.Orders)
			}
			again, err := s.sdk.CreateOrders(t.Context(), wanted)
			if err != nil || !again.Replayed {
				t.Fatalf("replayed %v, %v", again.Replayed, err)
			}
			if again.Replayed = false; toJSON(t, again) != toJSON(t, created) {
				t.Errorf("first %s\nagain %s", toJSON(t, created), toJSON(t, again))
			}
		}
		page, err := s.sdk.Orders(t.Context(), client.Filter{})
		if err != nil || page.Count != 4 {
			t.Errorf("%d orders, %v, want 4", page.Count, err)
		}
	})
}

// TestAcceptValidStatus: the answers of requests that are wholly valid or wholly invalid are those of any request.
func TestAcceptValidStatus(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		wide := exampleOrder()
		wide.OrderWidth = "wide"
		for _, c := range []struct {
			orders []client.NewOrder
			status int
			body   string
		}{
			{[]client.NewOrder{exampleOrder()}, http.StatusCreated, `"tracking_nos":["`},
			{[]client.NewOrder{exampleOrder(), wide}, http.StatusMultiStatus, `{"errors":{"order_width":["A valid number is required."]}}`},
			{[]client.NewOrder{wide, wide}, http.StatusBadRequest, `{"orders":[{"order_width":["A valid number is required."]},{"order_width"`},
			{nil, http.StatusBadRequest, `{"orders":[{"non_field_errors":["This list may not be empty."]}]}`},
		} {
			body := toJSON(t, map[string]any{"secret_key": testKey, "accept_valid": true, "orders": append([]client.NewOrder{}, c.orders...)})
			if res, text := s.send("POST", "/api/order/orders/", body); res.StatusCode != c.status || !strings.Contains(text, c.body) {
				t.Errorf("%d orders: %d %s, want %d with %s", len(c.orders), res.StatusCode, text, c.status, c.body)
			}
		}
		_, text := s.send("POST", "/api/order/orders/", toJSON(t, map[string]any{
			"secret_key": testKey, "accept_valid": "perhaps", "orders": []client.NewOrder{exampleOrder(), wide},
		}))
		if want := `{"accept_valid":["Must be a valid boolean."],"orders":[{},{"order_width":["A valid number is required."]}]}`; text != want {
			t.Errorf("got %s, want %s", text, want)
		}
	})
}

// TestAcceptValidDuringARace: requests that bring the same number at once get it once, and all other orders are
// stored.
func TestAcceptValidDuringARace(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		own := exampleOrder()
		own.TrackingNo = "OWN-RACE-1"
		var group sync.WaitGroup
		results := make([]client.CreateResult, 8)
		errs := make([]error, len(results))
		for i := range results {
			group.Go(func() {
				results[i], errs[i] = s.sdk.CreateOrders(t.Context(), client.CreateRequest{
					AcceptValid: true, Orders: []client.NewOrder{exampleOrder(), own, exampleOrder()},
				})
			})
		}
		group.Wait()
		got := 0
		for i, result := range results {
			if errs[i] != nil {
				t.Fatal(errs[i])
			}
			if result.Orders[0].TrackingNo == "" || result.Orders[2].TrackingNo == "" {
				t.Errorf("request %d: %+v", i, result)
			}
			if result.Orders[1].Invalid == nil {
				got++
			} else if p := result.Orders[1].Invalid[0]; p.Field != "tracking_no" || p.Messages[0] != "This field must be unique." {
				t.Errorf("request %d: %v", i, p)
			}
		}
		if got != 1 {
			t.Errorf("%d requests got the number, want 1", got)
		}
	})
}

func TestValidateStoresNothing(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		wide := exampleOrder()
		wide.OrderWidth = "wide"
		checked, err := s.sdk.ValidateOrders(t.Context(), []client.NewOrder{exampleOrder(), wide})
		if err != nil || checked[0].Problems != nil || len(checked[1].Problems) != 1 || checked[1].Problems[0].Field != "order_width" {
			t.Errorf("%v, %v", checked, err)
		}
		_, err = s.sdk.ValidateOrders(t.Context(), nil)
		if _, ok := errors.AsType[*client.ValidationError](err); !ok {
			t.Errorf("no orders: %v", err)
		}
		if page, err := s.sdk.Orders(t.Context(), client.Filter{}); err != nil || page.Count != 0 {
			t.Errorf("%d orders are stored, %v", page.Count, err)
		}
	})
}
