package request_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"waybill/internal/request"
	"waybill/internal/request/requesttest"
)

func TestConformanceOfDecoder(t *testing.T) {
	bench := requesttest.NewDecoder()
	replayed := 0
	for _, c := range requesttest.Cases(t, "test-key") {
		if requesttest.NeedsHTTP(c) {
			continue
		}
		replayed++
		t.Run(url.PathEscape(c.Name), func(t *testing.T) {
			var got requesttest.Answer
			var orders request.Orders
			if c.Op == "view" {
				got = requesttest.View(c)
			} else {
				got, orders = bench.Post(t, c)
			}
			if c.Twice {
				got, orders = bench.Post(t, c)
			}
			if why := c.Compare(got); why != "" {
				t.Fatal(why)
			}
			if got.Status == http.StatusCreated && c.At != nil && len(c.Alts) == 0 {
				compareStored(t, c, orders)
			}
		})
	}
	if replayed < 1400 {
		t.Errorf("only %d cases were replayed", replayed)
	}
}

// compareStored checks what the value under test of an accepted case is stored as.
func compareStored(t *testing.T, c requesttest.Case, got request.Orders) {
	t.Helper()
	var want any
	if err := json.Unmarshal(c.Stored, &want); err != nil {
		t.Fatal(err)
	}
	if c.At[0] != "orders" {
		if got.Blocking != want {
			t.Errorf("blocking is %v, want %v", got.Blocking, want)
		}
		return
	}
	order := got.Orders[number(t, c.At[1])]
	fields := orderFields(order)
	if len(c.At) == 5 {
		fields = itemFields(order.Items[number(t, c.At[3])])
	}
	name := fmt.Sprint(c.At[len(c.At)-1])
	have, ok := valueOf(fields, name)
	if !ok {
		t.Fatalf("no field %s", name)
	}
	if !sameStored(want, have) {
		t.Errorf("%s is stored as %q, want %v", name, have, want)
	}
}

func number(t *testing.T, v any) int {
	t.Helper()
	n, err := strconv.Atoi(fmt.Sprint(v))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func sameStored(want any, have string) bool {
	switch want := want.(type) {
	case nil, map[string]any:
		return have == "" || have == "0"
	case string:
		if have == want {
			return true
		}
		// Decimals are stored in shortest form.
		return strings.Contains(want, ".") && strings.TrimRight(strings.TrimRight(want, "0"), ".") == have
	default:
		text, _ := json.Marshal(want)
		return string(text) == have
	}
}
