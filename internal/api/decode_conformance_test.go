package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"waybill/internal/shipment"
)

// decoderBench answers cases with the decoder and the validator alone.
type decoderBench struct {
	services map[int64]shipment.Service
	used     map[string]bool // tracking numbers of accepted orders
}

func newDecoderBench() decoderBench {
	b := decoderBench{services: map[int64]shipment.Service{}, used: map[string]bool{}}
	for _, s := range shipment.DemoServices() {
		b.services[s.ServiceID] = s
	}
	return b
}

func (b decoderBench) rules() shipment.Rules {
	return shipment.Rules{
		Services: b.services,
		Taken:    func(context.Context, []string) (map[string]bool, error) { return b.used, nil },
		Forward:  func(context.Context, []shipment.ForwardRef) (map[string]*shipment.Order, error) { return nil, nil },
	}
}

const noCredentials = `{"detail":"Authentication credentials were not provided."}`

func (b decoderBench) post(t *testing.T, c conformanceCase) (givenAnswer, accepted) {
	t.Helper()
	parse := parseCreate
	if c.Op == "return" {
		parse = parseReturn
	}
	sub, err := parse(c.sentBody())
	if err != nil {
		detail, _ := json.Marshal(map[string]string{"detail": err.Error()})
		return givenAnswer{status: http.StatusBadRequest, body: detail}, accepted{}
	}
	if sub.secretKey.Kind == shipment.Absent && c.Headers["Authorization"] == "" {
		return givenAnswer{status: http.StatusUnauthorized, body: []byte(noCredentials)}, accepted{}
	}
	got, problems, err := sub.validate(t.Context(), b.rules())
	if err != nil {
		t.Fatal(err)
	}
	if problems != nil {
		return givenAnswer{status: http.StatusBadRequest, body: problems.AppendJSON(nil)}, accepted{}
	}
	for _, o := range got.orders {
		if o.TrackingNo != "" {
			b.used[o.TrackingNo] = true
		}
	}
	return givenAnswer{status: http.StatusCreated}, got
}

func view(c conformanceCase) givenAnswer {
	_, query, _ := strings.Cut(c.Path, "?")
	values := parseQuery(query)
	if _, problems := parseFilter(values); problems != nil {
		return givenAnswer{status: http.StatusBadRequest, body: problems.AppendJSON(nil)}
	}
	if _, ok := shipment.ParsePage(lastValue(values, "page")); !ok {
		return givenAnswer{status: http.StatusNotFound, body: []byte(`{"detail":"Invalid page."}`)}
	}
	return givenAnswer{status: http.StatusOK}
}

// needsHTTP tells the cases that the decoder and the validator do not decide.
func needsHTTP(c conformanceCase) bool {
	switch {
	case c.Op == "http" || c.Op == "view" != (c.Method == http.MethodGet) || c.Compare == "2xx-or-405":
		return true
	case c.Op == "view":
		return c.Status == http.StatusUnauthorized
	}
	switch c.Status {
	case http.StatusUnauthorized, http.StatusMethodNotAllowed, http.StatusUnsupportedMediaType, http.StatusRequestEntityTooLarge:
		return true
	}
	return c.Method != http.MethodPost
}

func TestConformanceOfDecoder(t *testing.T) {
	bench := newDecoderBench()
	replayed := 0
	for _, c := range loadCases(t, "test-key") {
		if needsHTTP(c) {
			continue
		}
		replayed++
		t.Run(url.PathEscape(c.Name), func(t *testing.T) {
			var got givenAnswer
			var orders accepted
			if c.Op == "view" {
				got = view(c)
			} else {
				got, orders = bench.post(t, c)
			}
			if c.Twice {
				got, orders = bench.post(t, c)
			}
			if why := c.compare(got); why != "" {
				t.Fatal(why)
			}
			if got.status == http.StatusCreated && c.At != nil && len(c.Alts) == 0 {
				compareStored(t, c, orders)
			}
		})
	}
	if replayed < 1400 {
		t.Errorf("only %d cases were replayed", replayed)
	}
}

// compareStored checks what the value under test of an accepted case is stored as.
func compareStored(t *testing.T, c conformanceCase, got accepted) {
	t.Helper()
	var want any
	if err := json.Unmarshal(c.Stored, &want); err != nil {
		t.Fatal(err)
	}
	if c.At[0] != "orders" {
		if got.blocking != want {
			t.Errorf("blocking is %v, want %v", got.blocking, want)
		}
		return
	}
	order := got.orders[number(t, c.At[1])]
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
