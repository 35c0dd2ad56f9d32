package client

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// request is what a scripted service received.
type request struct {
	method, uri, body string
	header            http.Header
}

// reply is a scripted response: a status, header lines and a body. A status of 0 breaks the connection
// without a response.
type reply struct {
	status int
	header map[string]string
	body   string
}

// service is an HTTP server that responds from a script and records the requests. It listens on in-memory
// pipes, so that it also runs with the clock of synctest.
type service struct {
	mu       sync.Mutex
	replies  []reply // the last one is repeated
	received []request
}

// newService starts a service and returns it with a client of it. Both end with the test.
func newService(t *testing.T, opts []Option, replies ...reply) (*service, *Client) {
	t.Helper()
	s := &service{replies: replies}
	listener := &pipeListener{conns: make(chan net.Conn), closed: make(chan struct{})}
	server := &http.Server{Handler: s}
	go func() { _ = server.Serve(listener) }() // it ends with ErrServerClosed
	transport := &http.Transport{DialContext: listener.dial}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	opts = append([]Option{WithHTTPClient(&http.Client{Transport: transport})}, opts...)
	c, err := New("http://waybill.test/api/", "test-key", opts...)
	if err != nil {
		t.Fatal(err)
	}
	return s, c
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	scripted := s.next(request{r.Method, r.RequestURI, string(body), r.Header})
	if scripted.status == 0 {
		panic(http.ErrAbortHandler)
	}
	w.Header().Set("Content-Type", "application/json")
	for name, value := range scripted.header {
		w.Header().Set(name, value)
	}
	w.WriteHeader(scripted.status)
	_, _ = io.WriteString(w, scripted.body) // fails where the script cuts it short
}

func (s *service) next(r request) reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.received = append(s.received, r)
	return s.replies[min(len(s.received), len(s.replies))-1]
}

func (s *service) requests() []request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.received
}

// pipeListener is a net.Listener of in-memory connections.
type pipeListener struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (l *pipeListener) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case l.conns <- far:
		return near, nil
	case <-l.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *pipeListener) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "unix"} }

// twoOrders returns a request of two orders with only the fields that the tests need.
func twoOrders() CreateRequest {
	return CreateRequest{Orders: []NewOrder{{ShipperOrderID: "A"}, {ShipperOrderID: "B"}}}
}

const twoCreated = `{"upload_batch_no":"B260102ABCDEFGH","tracking_nos":["WB1","WB2"]}`

func checkContains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q does not contain %q", text, part)
		}
	}
}
