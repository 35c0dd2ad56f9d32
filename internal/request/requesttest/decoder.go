package requesttest

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"waybill/internal/request"
	"waybill/internal/shipment"
)

// Kind is how a request with orders is decoded and read.
type Kind struct {
	Shape *request.Shape
	Read  func(context.Context, *request.Form, request.Lookups) (request.Orders, request.Problems, error)
}

// The kinds.
var (
	Create = Kind{request.CreateShape(), request.ReadCreate}
	Return = Kind{request.ReturnShape(), request.ReadReturns}
)

// Decode decodes a body.
func (k Kind) Decode(body []byte) (*request.Form, error) { return request.Decode(body, k.Shape) }

// Decoder answers cases with the decoder and the validator alone.
type Decoder struct {
	services map[int64]shipment.Service
	used     map[string]bool // tracking numbers of accepted orders
}

// NewDecoder makes a decoder over the demo services.
func NewDecoder() Decoder {
	b := Decoder{services: map[int64]shipment.Service{}, used: map[string]bool{}}
	for _, s := range shipment.DemoServices() {
		b.services[s.ServiceID] = s
	}
	return b
}

// Lookups are those of the demo services, with no order of an account to return.
func (b Decoder) Lookups() request.Lookups {
	return request.Lookups{
		Services: b.services,
		Taken:    func(context.Context, []string) (map[string]bool, error) { return b.used, nil },
		Forward:  func(context.Context, []shipment.ForwardRef) (map[string]*shipment.Order, error) { return nil, nil },
	}
}

const noCredentials = `{"detail":"Authentication credentials were not provided."}`

// Post decodes and validates the body of a case.
func (b Decoder) Post(t *testing.T, c Case) (Answer, request.Orders) {
	t.Helper()
	kind := Create
	if c.Op == "return" {
		kind = Return
	}
	sent, err := kind.Decode(c.SentBody())
	if err != nil {
		detail, _ := json.Marshal(map[string]string{"detail": err.Error()})
		return Answer{Status: http.StatusBadRequest, Body: detail}, request.Orders{}
	}
	if sent.SecretKey().Kind == request.Absent && c.Headers["Authorization"] == "" {
		return Answer{Status: http.StatusUnauthorized, Body: []byte(noCredentials)}, request.Orders{}
	}
	got, problems, err := kind.Read(t.Context(), sent, b.Lookups())
	if err != nil {
		t.Fatal(err)
	}
	if problems != nil {
		return Answer{Status: http.StatusBadRequest, Body: problems.AppendJSON(nil)}, request.Orders{}
	}
	for _, o := range got.Orders {
		if o.TrackingNo != "" {
			b.used[o.TrackingNo] = true
		}
	}
	return Answer{Status: http.StatusCreated}, got
}

// View reads the query of a case.
func View(c Case) Answer {
	_, query, _ := strings.Cut(c.Path, "?")
	values := request.ParseQuery(query)
	if _, problems := request.ReadFilter(values); problems != nil {
		return Answer{Status: http.StatusBadRequest, Body: problems.AppendJSON(nil)}
	}
	if _, ok := request.ParsePage(request.LastValue(values, "page")); !ok {
		return Answer{Status: http.StatusNotFound, Body: []byte(`{"detail":"Invalid page."}`)}
	}
	return Answer{Status: http.StatusOK}
}

// NeedsHTTP tells the cases that the decoder and the validator do not decide.
func NeedsHTTP(c Case) bool {
	switch {
	case c.Op == "http" || c.Op == "view" != (c.Method == http.MethodGet) || c.Want.Compare == "2xx-or-405":
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
