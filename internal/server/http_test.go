package server

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// slowServer serves one request on a free port, whose handler says when it has begun
// and ends when release is closed.
func slowServer(t *testing.T) (s *httpServer, begun, release chan struct{}) {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	begun, release = make(chan struct{}), make(chan struct{})
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(begun)
		<-release
		_, _ = io.WriteString(w, "done")
	})
	return &httpServer{"interface", listener, &http.Server{Handler: handler, ReadHeaderTimeout: time.Minute}, func() {}}, begun, release
}

// get asks the server and sends what comes of it.
func get(t *testing.T, s *httpServer) <-chan string {
	t.Helper()
	result := make(chan string, 1)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+s.listener.Addr().String(), http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			result <- err.Error()
			return
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		result <- string(body) + errorText(err)
	}()
	return result
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestServeFinishesRequestsUnderWay(t *testing.T) {
	t.Parallel()
	s, begun, release := slowServer(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- serve(ctx, stopTimes{finish: time.Minute}, slog.New(slog.DiscardHandler), []*httpServer{s})
	}()
	answer := get(t, s)
	<-begun
	stopping := make(chan struct{})
	s.http.RegisterOnShutdown(func() { close(stopping) })
	cancel()
	<-stopping
	close(release)
	if got := <-answer; got != "done" {
		t.Errorf("answer = %q", got)
	}
	if err := <-ended; err != nil {
		t.Errorf("serve: %v", err)
	}
}

func TestServeCutsRequestsAfterTheTimeout(t *testing.T) {
	t.Parallel()
	s, begun, release := slowServer(t)
	defer close(release)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- serve(ctx, stopTimes{finish: time.Millisecond}, slog.New(slog.DiscardHandler), []*httpServer{s})
	}()
	answer := get(t, s)
	<-begun
	cancel()
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "requests to the interface were cut") {
		t.Errorf("serve: %v", err)
	}
	if got := <-answer; got == "done" {
		t.Error("the request was not cut")
	}
}

func TestServeEndsWhenAServerFails(t *testing.T) {
	t.Parallel()
	s, _, _ := slowServer(t)
	if err := s.listener.Close(); err != nil {
		t.Fatal(err)
	}
	err := serve(t.Context(), stopTimes{finish: time.Minute}, slog.New(slog.DiscardHandler), []*httpServer{s})
	if !errors.Is(err, net.ErrClosed) || !strings.Contains(err.Error(), "serve interface") {
		t.Errorf("serve: %v", err)
	}
}
