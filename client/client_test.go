package client

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

func TestNewRefuses(t *testing.T) {
	for name, in := range map[string]struct{ baseURL, key string }{
		"no scheme":       {"waybill.test/api", "k"},
		"another scheme":  {"ftp://waybill.test/api", "k"},
		"no host":         {"http:///api", "k"},
		"a query":         {"http://waybill.test/api?secret_key=k", "k"},
		"a password":      {"http://a:b@waybill.test/api", "k"},
		"unreadable":      {"http://waybill.test:port/api", "k"},
		"no /api":         {"http://waybill.test", "k"},
		"a slash alone":   {"http://waybill.test/", "k"},
		"another folder":  {"http://waybill.test/my-api", "k"},
		"an operation":    {"http://waybill.test/api/order", "k"},
		"no key":          {"http://waybill.test/api", ""},
		"key with line":   {"http://waybill.test/api", "k\n"},
		"key with accent": {"http://waybill.test/api", "é"},
	} {
		if c, err := New(in.baseURL, in.key); err == nil || c != nil {
			t.Errorf("%s: New(%q, %q) = %v, %v, want an error", name, in.baseURL, in.key, c, err)
		}
	}
}

func TestNewTakes(t *testing.T) {
	for _, baseURL := range []string{"http://waybill.test/api", "https://waybill.test/api//", "https://gateway.test/ship/api/"} {
		if _, err := New(baseURL, "k"); err != nil {
			t.Errorf("New(%q): %v", baseURL, err)
		}
	}
}

func TestKeyStaysInItsHeader(t *testing.T) {
	s, c := newService(t, nil, reply{status: 401, body: `{"detail":"Invalid secret key."}`})
	_, viewErr := c.Orders(t.Context(), Filter{})
	_, createErr := c.CreateOrders(t.Context(), twoOrders())

	for _, r := range s.requests() {
		if got := r.header.Get("Authorization"); got != "Bearer test-key" {
			t.Errorf("%s: Authorization %q", r.method, got)
		}
		if strings.Contains(r.uri+r.body, "test-key") {
			t.Errorf("%s %s %s shows the key", r.method, r.uri, r.body)
		}
	}
	if shown := fmt.Sprintf("%v %+v %#v %v %v", c, *c, c, viewErr, createErr); strings.Contains(shown, "test-key") {
		t.Errorf("printed: %s", shown)
	}
}

// TestRedirectsAreNotFollowed uses the client's own HTTP client, on a real socket.
func TestRedirectsAreNotFollowed(t *testing.T) {
	server := httptest.NewServer(http.RedirectHandler("/elsewhere", http.StatusMovedPermanently))
	defer server.Close()
	c, err := New(server.URL+"/api", "test-key")
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.CreateOrders(t.Context(), twoOrders())
	failed, ok := errors.AsType[*Error](err)
	if !ok || failed.StatusCode != http.StatusMovedPermanently {
		t.Errorf("error %v, want an *Error with status 301", err)
	}
}

func TestUntrustedCertificateIsFinal(t *testing.T) {
	var connections atomic.Int32
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	server.StartTLS()
	defer server.Close()
	c, err := New(server.URL+"/api", "test-key")
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Orders(t.Context(), Filter{})
	checkContains(t, fmt.Sprint(err), "waybill: viewing orders:", "certificate")
	if n := connections.Load(); n != 1 {
		t.Errorf("%d connections, want 1", n)
	}
}

func TestAnswerTooLarge(t *testing.T) {
	s, c := newService(t, nil, reply{status: 201, body: twoCreated})
	c.maxResponse = int64(len(twoCreated))
	if _, err := c.CreateOrders(t.Context(), twoOrders()); err != nil {
		t.Errorf("a response of the limit: %v", err)
	}
	c.maxResponse--
	_, err := c.CreateOrders(t.Context(), twoOrders())
	checkContains(t, fmt.Sprint(err), "larger than")
	if n := len(s.requests()); n != 2 {
		t.Errorf("%d requests, want 2: repeating does not make a response smaller", n)
	}
}

func TestUnreadableAnswer(t *testing.T) {
	s, c := newService(t, nil, reply{status: 200, body: `<html>`})
	_, err := c.Orders(t.Context(), Filter{})
	checkContains(t, fmt.Sprint(err), "waybill: viewing orders: reading the response:")
	if n := len(s.requests()); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
}
