package protocol_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"waybill/internal/netguard"
	"waybill/internal/partner"
	"waybill/internal/partner/protocol"
	"waybill/internal/shipment"
	"waybill/internal/signature"
)

var key = signature.Keys{"wbp_test"}

// adapter sends the same response to each request.
type adapter struct {
	status int
	body   string
	key    signature.Keys
	header http.Header
}

func (a adapter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for name := range a.header {
		w.Header().Set(name, a.header.Get(name))
	}
	a.key.SignResponse(w.Header(), a.status, r.Header.Get(signature.NonceHeader), []byte(a.body), time.Now())
	w.WriteHeader(a.status)
	_, _ = io.WriteString(w, a.body)
}

func clientOf(t *testing.T, h http.Handler, change func(*protocol.Config)) *protocol.Client {
	t.Helper()
	listener := httptest.NewServer(h)
	t.Cleanup(listener.Close)
	c := protocol.Config{BaseURL: listener.URL + "/waybill/", Secrets: key, PrivateNetwork: true, Now: time.Now, Nonce: rand.Text}
	change(&c)
	client := protocol.New(c)
	t.Cleanup(client.Close)
	return client
}

// TestResponses checks how each method classifies each response.
func TestResponses(t *testing.T) {
	long := strings.Repeat("x", 64<<10)
	for name, c := range map[string]struct {
		adapter adapter
		want    string
	}{
		"accepted":             {adapter{status: 200, body: `{"hawb_no":"H 1"}`}, "accepted"},
		"accepted, as created": {adapter{status: 201, body: `{"hawb_no":"H 1","more":{}}`}, "accepted"},
		"refused":              {adapter{status: 422, body: `{"error":"refused","message":"No."}`}, "refused"},
		"refused silently":     {adapter{status: 422, body: `{"error":"refused"}`}, "refused"},
		"temporary":            {adapter{status: 503, body: `{"error":"temporary"}`}, "temporary"},
		"not found":            {adapter{status: 404, body: `{"error":"not_found"}`}, partner.ClassNotSubmitted},
		"an unknown error":     {adapter{status: 500, body: `{"error":"oops"}`}, "unknown"},
		"no JSON":              {adapter{status: 200, body: `accepted`}, "unknown"},
		"contradiction":        {adapter{status: 200, body: `{"error":"refused"}`}, "unknown"},
		"error without a code": {adapter{status: 404, body: `{}`}, "unknown"},
		"another label's word": {adapter{status: 200, body: `{"hawb_no":"H 1","label":"soon"}`}, "unknown"},
		"redirect":             {adapter{status: 307, body: `{}`, header: http.Header{"Location": {"/"}}}, "unknown"},
		"an invalid number":    {adapter{status: 200, body: `{"hawb_no":"H\n1"}`}, "unknown"},
		"too long":             {adapter{status: 200, body: `{"hawb_no":"H 1","x":"` + long + `"}`}, "unknown"},
		"another's signature":  {adapter{status: 200, body: `{"hawb_no":"H 1"}`, key: signature.Keys{"x"}}, "unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.adapter.key == nil {
				c.adapter.key = key
			}
			client := clientOf(t, c.adapter, func(*protocol.Config) {})
			accepted, submitErr := client.Submit(t.Context(), "K", shipment.Order{})
			found, findErr := client.Find(t.Context(), "K")
			cancelErr := client.Cancel(t.Context(), "K", shipment.Order{})
			for question, err := range map[string]error{"Submit": submitErr, "Find": findErr, "Cancel": cancelErr} {
				if got := partner.Class(err); got != c.want {
					t.Errorf("%s: %s (%v), want %s", question, got, err, c.want)
				}
				if err != nil && err.Error() == "" {
					t.Errorf("%s: the error has no message", question)
				}
			}
			if want := (partner.Acceptance{HAWBNo: "H 1"}); c.want == "accepted" && (accepted != want || found != want) {
				t.Errorf("accepted %v, found %v", accepted, found)
			}
		})
	}
}

// TestLabels checks how Label classifies each response.
func TestLabels(t *testing.T) {
	for name, c := range map[string]struct {
		adapter adapter
		want    string
	}{
		"there": {adapter{status: 200, body: `{"format":"pdf","content":"JVBERi0="}`}, "accepted"},
		"of the most size": {adapter{status: 200, body: `{"format":"pdf","content":"` +
			strings.Repeat("JVBE", shipment.MaxPartnerLabel/3) + `"}`}, "accepted"},
		"not ready":  {adapter{status: 409, body: `{"error":"not_ready"}`}, partner.ClassNotReady},
		"refused":    {adapter{status: 422, body: `{"error":"refused","message":"No."}`}, "refused"},
		"temporary":  {adapter{status: 503, body: `{"error":"temporary"}`}, "temporary"},
		"not found":  {adapter{status: 404, body: `{"error":"not_found"}`}, partner.ClassNotSubmitted},
		"no base 64": {adapter{status: 200, body: `{"format":"pdf","content":"%PDF"}`}, "unknown"},
		"a bare 404": {adapter{status: 404, body: `{}`}, "unknown"},
		"too long":   {adapter{status: 200, body: `{"content":"` + strings.Repeat("A", 3<<20) + `"}`}, "unknown"},
		"forged":     {adapter{status: 200, body: `{}`, key: signature.Keys{"x"}}, "unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.adapter.key == nil {
				c.adapter.key = key
			}
			var exchange partner.Exchange
			label, err := clientOf(t, c.adapter, func(*protocol.Config) {}).Label(partner.WithExchange(t.Context(), &exchange), "K/1")
			if got := partner.Class(err); got != c.want {
				t.Errorf("%s (%v), want %s", got, err, c.want)
			}
			if c.want == "accepted" && (label.Format != shipment.LabelPDF || !strings.HasPrefix(string(label.Content), "%PD")) {
				t.Errorf("label %.20q as %s", label.Content, label.Format)
			}
			if exchange.Request != "GET /submissions/K%2F1/label" || exchange.Response == "" {
				t.Errorf("noted %+v", exchange)
			}
		})
	}
}

// TestRequests checks what the adapter receives, and what is recorded of it for the operator.
func TestRequests(t *testing.T) {
	var seen []string
	client := clientOf(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		if _, err := key.VerifyRequest(r.Header, r.Method, r.RequestURI, body, time.Now()); err != nil {
			t.Error(err)
		}
		seen = append(seen, r.Method+" "+r.RequestURI+" "+string(body))
		adapter{status: 200, body: `{"hawb_no":"H1"}`, key: key}.ServeHTTP(w, r)
	}), func(*protocol.Config) {})
	var exchange partner.Exchange
	ctx := partner.WithExchange(t.Context(), &exchange)
	order := shipment.Order{
		TrackingNo: "WB1", Weight: 1500, Consignee: shipment.Party{Name: "Susan", Number: "+6591234567", Country: "ID", City: "Jakarta"},
		Items: []shipment.Item{{Desc: "Shoes", Quantity: 2, PriceValue: 4050, PriceCurrency: "SGD"}},
	}
	if _, err := client.Submit(ctx, "K/1", order); err != nil {
		t.Fatal(err)
	}
	line, body, _ := strings.Cut(seen[0], " {")
	var got protocol.Order
	if err := json.Unmarshal([]byte("{"+body), &got); err != nil || line != "PUT /waybill/submissions/K%2F1" {
		t.Errorf("%s: %v", line, err)
	}
	if got.TrackingNo != "WB1" || got.WeightKG != "1.5" || got.Consignee.Name != "Susan" || got.Items[0].Price != "40.5" {
		t.Errorf("the adapter got %+v", got)
	}
	if strings.Contains(exchange.Request, "Susan") || strings.Contains(exchange.Request, "6591234567") ||
		!strings.Contains(exchange.Request, "Jakarta") || !strings.HasPrefix(exchange.Request, "PUT /submissions/K%2F1\n") {
		t.Errorf("noted request %s", exchange.Request)
	}
	if !strings.HasPrefix(exchange.Response, "200 OK\n") || !strings.Contains(exchange.Response, "H1") {
		t.Errorf("noted response %s", exchange.Response)
	}
	if _, err := client.Find(ctx, "K"); err != nil || seen[1] != "GET /waybill/submissions/K " {
		t.Errorf("%q, %v", seen[1], err)
	}
	if err := client.Cancel(ctx, "K", order); err != nil || seen[2] != "POST /waybill/submissions/K/cancel {}" {
		t.Errorf("%q, %v", seen[2], err)
	}
}

// TestNothingWasSent calls an adapter to which no connection can be made. It does not have the order of this
// call, but Find cannot say whether it had it before.
func TestNothingWasSent(t *testing.T) {
	listener := httptest.NewServer(http.NotFoundHandler())
	listener.Close()
	stranger := httptest.NewUnstartedServer(http.NotFoundHandler()) // nobody vouches for its certificate
	stranger.Config.ErrorLog = log.New(io.Discard, "", 0)
	stranger.StartTLS()
	t.Cleanup(stranger.Close)
	for name, c := range map[string]struct {
		change func(*protocol.Config)
		cause  string
	}{
		"nothing listens": {func(c *protocol.Config) { c.BaseURL = listener.URL }, "connection refused"},
		"private network": {func(c *protocol.Config) { c.PrivateNetwork = false }, "not a public address"},
		"unknown host":    {func(c *protocol.Config) { c.BaseURL = "http://partner.invalid" }, "partner.invalid"},
		"certificate":     {func(c *protocol.Config) { c.BaseURL = stranger.URL }, "certificate signed by unknown authority"},
		"no TLS": {
			func(c *protocol.Config) { c.BaseURL = "https" + strings.TrimPrefix(c.BaseURL, "http") }, "HTTP response to HTTPS client",
		},
	} {
		client := clientOf(t, adapter{status: 200, body: "{}", key: key}, c.change)
		_, err := client.Submit(t.Context(), "K", shipment.Order{})
		if partner.Class(err) != "temporary" || err.Error() != "The partner cannot be reached at present." ||
			!strings.Contains(partner.ForOperator(err), c.cause) {
			t.Errorf("%s: Submit: %v, for the operator: %s", name, err, partner.ForOperator(err))
		}
		_, err = client.Find(t.Context(), "K")
		if partner.Class(err) != "unknown" {
			t.Errorf("%s: Find: %v", name, err)
		}
		if name == "private network" && !errors.Is(err, netguard.ErrNotPublic) {
			t.Errorf("%s: Find: %v", name, err)
		}
	}
}

func TestTheCallerGivesUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	client := clientOf(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // until it has read the body a server does not notice that the client left
		cancel()
		<-r.Context().Done()
	}), func(*protocol.Config) {})
	if _, err := client.Submit(ctx, "K", shipment.Order{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Submit: %v", err)
	}
}
