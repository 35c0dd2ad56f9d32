package client

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestErrors(t *testing.T) {
	sentinels := []error{
		ErrUnauthorized, ErrForbidden, ErrNotFound, ErrConflict, ErrStillRunning, ErrChanged, ErrKeyReused, ErrThrottled, ErrUnavailable,
	}
	for _, test := range []struct {
		status int
		is     error // none of the sentinels when nil
	}{
		{400, nil},
		{401, ErrUnauthorized},
		{403, ErrForbidden},
		{404, ErrNotFound},
		{405, nil},
		{409, ErrStillRunning},
		{412, ErrChanged},
		{413, nil},
		{422, ErrKeyReused},
		{429, ErrThrottled},
		{500, nil},
		{503, ErrUnavailable},
	} {
		_, c := newService(t, []Option{WithMaxRetries(0)}, reply{
			status: test.status,
			header: map[string]string{"X-Request-ID": "req-1", "Retry-After": "13"},
			body:   `{"detail":"In the service's words."}`,
		})
		_, err := c.CreateOrders(t.Context(), twoOrders())
		got, ok := errors.AsType[*Error](err)
		want := Error{StatusCode: test.status, Detail: "In the service's words.", RequestID: "req-1", RetryAfter: 13 * time.Second}
		if ok {
			want.IdempotencyKey = got.IdempotencyKey // random
		}
		if !ok || !reflect.DeepEqual(*got, want) {
			t.Errorf("%d: got %#v, want %#v", test.status, err, want)
		}
		wantText := fmt.Sprintf("waybill: creating orders: %d In the service's words. (request req-1)", test.status)
		if err.Error() != wantText {
			t.Errorf("text %q, want %q", err, wantText)
		}
		for _, sentinel := range sentinels {
			if got, want := errors.Is(err, sentinel), errors.Is(test.is, sentinel); got != want {
				t.Errorf("%d: errors.Is(err, %q) = %v, want %v", test.status, sentinel, got, want)
			}
		}
	}
}

func TestErrorOfAProxy(t *testing.T) {
	_, c := newService(t, []Option{WithMaxRetries(0)}, reply{status: 502, body: `<html>Bad gateway</html>`})
	_, err := c.Orders(t.Context(), Filter{})
	if want := "waybill: viewing orders: 502 Bad Gateway"; fmt.Sprint(err) != want {
		t.Errorf("text %q, want %q", err, want)
	}
}

func TestValidationError(t *testing.T) {
	_, c := newService(t, nil, reply{
		status: 400,
		header: map[string]string{"X-Request-ID": "req-1"},
		body: `{"orders":[{},{"order_width":["A valid number is required."],"consignee_email":["Enter a valid email address."],` +
			`"items":[{},{"item_quantity":["A valid integer is required."]}]}]}`,
	})
	_, err := c.CreateOrders(t.Context(), twoOrders())
	invalid, ok := errors.AsType[*ValidationError](err)
	if !ok {
		t.Fatalf("got %v, want a *ValidationError", err)
	}
	want := []Problem{
		{Order: 1, Item: None, Field: "order_width", Messages: []string{"A valid number is required."}},
		{Order: 1, Item: None, Field: "consignee_email", Messages: []string{"Enter a valid email address."}},
		{Order: 1, Item: 1, Field: "item_quantity", Messages: []string{"A valid integer is required."}},
	}
	if diff := cmp.Diff(want, invalid.Problems); diff != "" {
		t.Errorf("the problems differ (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, invalid.Of(1)); invalid.Of(0) != nil || diff != "" {
		t.Errorf("Of(0) = %v, Of(1) differs (-want +got):\n%s", invalid.Of(0), diff)
	}
	wantText := "waybill: creating orders: invalid request (request req-1): orders[1].order_width: A valid number is required.; " +
		"orders[1].consignee_email: Enter a valid email address.; orders[1].items[1].item_quantity: A valid integer is required."
	if err.Error() != wantText {
		t.Errorf("text\n%q, want\n%q", err, wantText)
	}
}

func TestReadProblems(t *testing.T) {
	for body, want := range map[string]string{
		`{"non_field_errors":["Invalid data. Expected a dictionary, but got list."]}`: "[Invalid data. Expected a dictionary, but got list.]",
		`{"blocking":["Must be a valid boolean."],"orders":["This field is required."]}`: "[blocking: " +
			"Must be a valid boolean. orders: This field is required.]",
		`{"orders":{"non_field_errors":["This list may not be empty."]}}`:               "[orders: This list may not be empty.]",
		`{"orders":[{},["This field may not be null."]]}`:                               "[orders[1]: This field may not be null.]",
		`{"orders":[{"non_field_errors":["Invalid data."]}]}`:                           "[orders: Invalid data.]",
		`{"orders":[{},{"non_field_errors":["Further problems."]}]}`:                    "[orders[1]: Further problems.]",
		`{"blocking":["Must be a valid boolean."],"orders":[{}]}`:                       "[blocking: Must be a valid boolean.]",
		`{"orders":[{"items":[{"non_field_errors":["This list may not be empty."]}]}]}`: "[orders[0].items: This list may not be empty.]",
		`{"orders":[{"items":["This field is required."]}]}`:                            "[orders[0].items: This field is required.]",
		`{"orders":[{"items":{"non_field_errors":["This list may not be empty."]}}]}`:   "[orders[0].items: This list may not be empty.]",
		`{"orders":[{"items":[{},["This field may not be null."]]}]}`:                   "[orders[0].items[1]: This field may not be null.]",
		`{"orders":[{"tax_ids":[{},{"party":["One."]}],"metadata":{"shop":["Two."]}}]}`: "[orders[0].tax_ids[1].party: One. " +
			"orders[0].metadata.shop: Two.]",
		`{"orders":[{"tax_ids":[{"non_field_errors":["Too many."]}]}]}`: "[orders[0].tax_ids: Too many.]",
		`{"orders":[{"items":[{"item_sku":["One.","Two."]}]}]}`:         "[orders[0].items[0].item_sku: One. Two.]",
		` {"orders": [ {"date_from": [ "\u201cx\u201d" ]} ] }`:          "[orders[0].date_from: “x”]",
		`{"detail":"JSON parse error - unexpected end"}`:                "[]",
		`{"orders":[{"orders":[{"a":["b"]}]}]}`:                         "[orders[0].orders[0].a: b]",
		`{"orders":[[[["deep"]]]]}`:                                     "[]",
		`{"orders":[null,1,{"a":null}]}`:                                "[]",
		`{"orders":[{"a":["b"]}`:                                        "[]",
		`<html>`:                                                        "[]",
		``:                                                              "[]",
	} {
		if got := fmt.Sprint(orderProblems(None, []byte(body))); got != want {
			t.Errorf("%s\ngives %s, want %s", body, got, want)
		}
	}
}

func TestLongValidationErrorIsCut(t *testing.T) {
	invalid := &ValidationError{Problems: make([]Problem, 12)}
	for i := range invalid.Problems {
		invalid.Problems[i] = Problem{Order: i, Item: None, Field: "order_width", Messages: []string{"A valid number is required."}}
	}
	text := invalid.Error()
	checkContains(t, text, "orders[9].order_width: A valid number is required.; and 2 more")
}
