package easypost_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"waybill/internal/netguard"
	"waybill/internal/partner"
	"waybill/internal/partner/easypost"
	"waybill/internal/partner/easypost/easyposttest"
	"waybill/internal/tracing"
	"waybill/internal/tracing/tracingtest"
)

// TestRedirect checks that a redirect does not take the key to another server.
func TestRedirect(t *testing.T) {
	s := easyposttest.New(t)
	visited := false
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { visited = true }))
	defer elsewhere.Close()
	s.Intercept = func(w http.ResponseWriter, r *http.Request) bool {
		http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
		return true
	}
	if _, err := clientOf(t, s).Find(t.Context(), "K"); partner.Class(err) != "unknown" || visited {
		t.Errorf("Find: %v; the other server was visited: %v", err, visited)
	}
}

// TestNothingWasSent uses an account to which no connection can be made.
func TestNothingWasSent(t *testing.T) {
	s := easyposttest.New(t)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for name, change := range map[string]func(*easypost.Config){
		"nothing listens": func(c *easypost.Config) { c.BaseURL = gone.URL },
		"private network": func(c *easypost.Config) { c.PrivateNetwork = false },
	} {
		client := clientOf(t, s, change)
		if _, err := client.Submit(t.Context(), "K", orderTo("")); partner.Class(err) != "temporary" {
			t.Errorf("%s: Submit: %v", name, err)
		}
		_, err := client.Find(t.Context(), "K")
		if partner.Class(err) != "unknown" || name == "private network" && !errors.Is(err, netguard.ErrNotPublic) {
			t.Errorf("%s: Find: %v", name, err)
		}
	}
	if calls := s.Calls(); calls != nil {
		t.Errorf("calls %q", calls)
	}
}

func TestTheCallerGivesUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s := easyposttest.New(t)
	s.Intercept = func(_ http.ResponseWriter, r *http.Request) bool {
		cancel()
		<-r.Context().Done()
		return true
	}
	if _, err := clientOf(t, s).Find(ctx, "K"); !errors.Is(err, context.Canceled) {
		t.Errorf("Find: %v", err)
	}
}

// TestAtOnce submits many orders at once: the library writes into the http.Client that it is given.
func TestAtOnce(t *testing.T) {
	s := easyposttest.New(t)
	client := clientOf(t, s)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			if _, err := client.Submit(t.Context(), fmt.Sprint("K", i), orderTo("")); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// TestTraceparent checks that a call is part of the trace that it is made in, and says nothing of it without one.
func TestTraceparent(t *testing.T) {
	s := easyposttest.New(t)
	var sent []string
	s.Intercept = func(_ http.ResponseWriter, r *http.Request) bool {
		sent = append(sent, r.Header.Get("Traceparent"))
		return false
	}
	tracer := tracing.New(tracing.Options{Endpoint: tracingtest.New(t).URL, Log: slog.New(slog.DiscardHandler)})
	defer tracer.Close()
	ctx, _ := tracer.Call(t.Context(), "partner find")
	for _, ctx := range []context.Context{ctx, t.Context()} {
		_, _ = clientOf(t, s).Find(ctx, "K")
	}
	if len(sent) != 2 || !strings.HasPrefix(sent[0], "00-"+tracing.ID(ctx)+"-") || sent[1] != "" {
		t.Errorf("sent %q", sent)
	}
}
