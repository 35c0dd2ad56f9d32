package protocol_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"waybill/internal/partner/protocol"
	"waybill/internal/shipment"
	"waybill/internal/signature"
)

// TestCapabilities checks what the client makes of each response, and when it asks again.
func TestCapabilities(t *testing.T) {
	unsigned := signature.Keys{"x"}
	for name, c := range map[string]struct {
		adapter adapter
		needs   []string
		logged  string
		again   time.Duration // the adapter is asked again then, and not before
	}{
		"needs":               {adapter{status: 200, body: `{"needs":["items"],"returns":{"x":1}}`}, []string{"items"}, "", time.Hour},
		"nothing":             {adapter{status: 200, body: `{}`}, nil, "", time.Hour},
		"an old adapter":      {adapter{status: 404, body: "404 page not found", key: unsigned}, nil, "", time.Hour},
		"one that signs":      {adapter{status: 404, body: `{"error":"not_found"}`}, nil, "", time.Hour},
		"no such method":      {adapter{status: 405, key: unsigned}, nil, "", time.Hour},
		"not implemented":     {adapter{status: 501, key: unsigned}, nil, "", time.Hour},
		"an unknown field":    {adapter{status: 200, body: `{"needs":["shoe","items"]}`}, []string{"shoe", "items"}, "shoe", time.Hour},
		"away":                {adapter{status: 503, body: `{"error":"temporary","message":"Later."}`}, nil, "Later.", time.Minute},
		"another's signature": {adapter{status: 200, body: `{"needs":["items"]}`, key: unsigned}, nil, "invalid signature", time.Minute},
		"no list":             {adapter{status: 200, body: `{"needs":"items"}`}, nil, "not JSON", time.Minute},
		"too long":            {adapter{status: 200, body: `{"needs":["` + strings.Repeat("x", 64<<10) + `"]}`}, nil, "more than", time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			if c.adapter.key == nil {
				c.adapter.key = key
			}
			var calls, passed atomic.Int64
			now := func() time.Time { return time.Now().Add(time.Duration(passed.Load())) }
			var log bytes.Buffer
			client := clientOf(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				calls.Add(1)
				if _, err := key.VerifyRequest(r.Header, r.Method, r.RequestURI, nil, now()); err != nil || r.RequestURI != "/waybill/capabilities" {
					t.Errorf("%s %s: %v", r.Method, r.RequestURI, err)
				}
				c.adapter.ServeHTTP(w, r)
			}), func(config *protocol.Config) { config.Log, config.Now = slog.New(slog.NewTextHandler(&log, nil)), now })
			got, err := client.Needs(t.Context())
			if !slices.Equal(got, c.needs) || (err != nil) != (c.again == time.Minute) {
				t.Errorf("needs %v, %v", got, err)
			}
			if c.logged == "" && log.Len() > 0 || !strings.Contains(log.String(), c.logged) {
				t.Errorf("logged %q, want %q", &log, c.logged)
			}
			for _, step := range []struct {
				after time.Duration
				calls int64
			}{{0, 1}, {c.again - 10*time.Second, 1}, {c.again + time.Second, 2}} {
				passed.Store(int64(step.after))
				_, _ = client.Needs(t.Context())
				for end := time.Now().Add(time.Minute); calls.Load() < step.calls && time.Now().Before(end); {
					runtime.Gosched() // it is asked in the background
				}
				if calls.Load() != step.calls {
					t.Errorf("after %v the adapter was asked %d times, want %d", step.after, calls.Load(), step.calls)
				}
			}
		})
	}
}

// TestCapabilitiesOfBefore: what an adapter declared counts until it says something else, also while it is away or calls are paused.
func TestCapabilitiesOfBefore(t *testing.T) {
	var passed atomic.Int64
	var response atomic.Pointer[adapter]
	var paused atomic.Bool
	now := func() time.Time { return time.Now().Add(time.Duration(passed.Load())) }
	client := clientOf(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := response.Load()
		a.key.SignResponse(w.Header(), a.status, r.Header.Get(signature.NonceHeader), []byte(a.body), now())
		w.WriteHeader(a.status)
		_, _ = w.Write([]byte(a.body))
	}), func(c *protocol.Config) { c.Now, c.Paused = now, paused.Load })
	proxy := signature.Keys{"x"}
	for _, step := range []struct {
		name     string
		response adapter
		paused   bool
		want     string
		failed   bool
	}{
		{"paused at first", adapter{200, `{"needs":["items"]}`, key, nil}, true, "", false},
		{"asked", adapter{200, `{"needs":["items"]}`, key, nil}, false, "items", false},
		{"away", adapter{502, "", proxy, nil}, false, "items", true},
		{"a proxy does not find it", adapter{404, "", proxy, nil}, false, "items", true},
		{"other needs", adapter{200, `{"needs":["tax_ids"]}`, key, nil}, false, "tax_ids", false},
		{"paused", adapter{200, `{}`, key, nil}, true, "tax_ids", false},
		{"an earlier version", adapter{404, "", key, nil}, false, "", false},
	} {
		passed.Add(int64(2 * time.Hour))
		response.Store(&step.response)
		paused.Store(step.paused)
		for end := time.Now().Add(time.Minute); ; { // it is asked in the background
			needs, err := client.Needs(t.Context())
			if strings.Join(needs, " ") == step.want && (err != nil) == step.failed {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("%s: %v, %v", step.name, needs, err)
			}
			passed.Add(int64(2 * time.Hour)) // a question of the step before may have ended now
		}
	}
}

// TestNeedsOfAnAdapter: an order lacks what neither it nor a setting states. Old adapters need nothing, and no setting is read for them.
func TestNeedsOfAnAdapter(t *testing.T) {
	facts, unreadable := shipment.Customs{shipment.CustomsOrigin: "SG"}, errors.New("unreadable")
	order := shipment.Order{
		Pickup: shipment.Party{Country: "SG"}, Consignee: shipment.Party{Country: "ID"}, Items: make([]shipment.Item, 2),
	}
	for name, c := range map[string]struct {
		body  string
		facts shipment.Customs
		err   error
		want  []string
	}{
		"nothing is stated": {`{"needs":["export_mrn","item_origin_country","export_reason","shoe_size"]}`, nil, nil, []string{
			"export_mrn 0: export_mrn is missing: customs needs it. Send it with the order.",
			"item_origin_country 1: items[0].item_origin_country is missing: customs needs it. Send it with the order, or state origin_country " +
				"in the console (Settings, Customs) or by `waybill account customs`.",
			"export_reason 0: export_reason is missing: customs needs it. Send it with the order, or state contents_type " +
				"in the console (Settings, Customs) or by `waybill account customs`.",
		}},
		"a setting states it": {`{"needs":["item_origin_country"]}`, facts, nil, nil},
		"unreadable settings": {`{"needs":["item_origin_country"]}`, facts, unreadable, nil},
		"needs nothing":       {`{}`, facts, unreadable, nil},
	} {
		client := clientOf(t, adapter{status: 200, body: c.body, key: key}, func(config *protocol.Config) {
			config.Customs = func(context.Context, *shipment.Order) (shipment.Customs, error) { return c.facts, c.err }
		})
		refused, err := client.Check(t.Context(), &order)
		if wantErr := c.err != nil && c.body != "{}"; (err != nil) != wantErr {
			t.Errorf("%s: %v", name, err)
		}
		var got []string
		for _, r := range refused {
			got = append(got, fmt.Sprintf("%s %d: %s", r.Field, r.Item, r.Message))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: lacks %q", name, got)
		}
		if order.Trade != nil || order.Items[0].Trade != nil {
			t.Errorf("%s: the order was changed", name)
		}
	}
}
