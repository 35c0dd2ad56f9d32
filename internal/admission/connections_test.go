package admission_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"waybill/internal/admission"
)

// guarded is a server whose connections are bounded. Its requests say on their path what
// they do.
type guarded struct {
	t           *testing.T
	address     string
	connections *admission.Connections
	started     chan string   // receives the path of each request
	finish      chan struct{} // lets those on /admitted and /working end
	rested      chan struct{} // receives one for each connection that waits for its next request
	reading     chan string   // receives the client's address when a connection reads again after it has read something
}

func newGuarded(t *testing.T, p admission.Plan, exempt bool) *guarded {
	t.Helper()
	g := &guarded{
		t: t, connections: admission.NewConnections(p, func(netip.Addr) bool { return exempt }),
		started: make(chan string, 100), finish: make(chan struct{}), rested: make(chan struct{}, 100),
		reading: make(chan string, 1000),
	}
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g.address = l.Addr().String()
	s := &http.Server{Handler: http.HandlerFunc(g.serve), ReadHeaderTimeout: time.Minute}
	g.connections.Guard(s)
	guard := s.ConnState
	s.ConnState = func(conn net.Conn, state http.ConnState) {
		if guard(conn, state); state == http.StateIdle {
			g.rested <- struct{}{}
		}
	}
	go func() { _ = s.Serve(g.connections.Listener(readingListener{l, g.reading})) }()
	t.Cleanup(func() { _ = s.Close() })
	return g
}

// readingListener says when its connections read again.
type readingListener struct {
	net.Listener
	reading chan<- string
}

func (l readingListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &readingConn{Conn: conn, reading: l.reading}, nil
}

type readingConn struct {
	net.Conn
	reading chan<- string
	hasRead bool // only the server's one reader uses it
}

func (c *readingConn) Read(p []byte) (int, error) {
	if c.hasRead {
		select {
		case c.reading <- c.RemoteAddr().String():
		default: // nobody wants so many
		}
	}
	n, err := c.Conn.Read(p)
	c.hasRead = c.hasRead || n > 0
	return n, err
}

func (g *guarded) serve(w http.ResponseWriter, r *http.Request) {
	conn := admission.ConnOf(r.Context())
	if strings.HasPrefix(r.URL.Path, "/key") || r.URL.Path == "/admitted" {
		conn.Admit()
	}
	g.started <- r.URL.Path
	switch r.URL.Path {
	case "/admitted", "/working":
		<-g.finish
	case "/body":
		_ = conn.AwaitBody(0)
		_, _ = io.Copy(io.Discard, r.Body)
	case "/large":
		for range 1 << 10 {
			if _, err := w.Write(make([]byte, 64<<10)); err != nil {
				break
			}
		}
		g.started <- "/large ended"
	}
}

// dial opens a connection from a loopback address, sends a text, and closes it with the
// test.
func (g *guarded) dial(from, text string) net.Conn {
	g.t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	conn, err := dialer.DialContext(g.t.Context(), "tcp", g.address)
	if err != nil {
		g.t.Fatal(err)
	}
	g.t.Cleanup(func() { _ = conn.Close() })
	if _, err := io.WriteString(conn, text); err != nil {
		g.t.Fatal(err)
	}
	return conn
}

func get(path string) string { return "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n" }

// ask sends a request on a new connection that stays open, and waits for its answer.
func (g *guarded) ask(from, path string) net.Conn {
	g.t.Helper()
	conn := g.dial(from, get(path))
	g.expectAnswer(conn)
	g.await(path)
	return conn
}

func (g *guarded) await(path string) {
	g.t.Helper()
	if got := <-g.started; got != path {
		g.t.Fatalf("%s instead of %s", got, path)
	}
}

// expectAnswer reads an answer, and waits until the connection rests: until then another one has waited longer.
func (g *guarded) expectAnswer(conn net.Conn) {
	g.t.Helper()
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "HTTP/1.1 200") {
		g.t.Fatalf("%q, %v", line, err)
	}
	<-g.rested
}

// expectClosed waits for the end of a connection.
func expectClosed(t *testing.T, conn net.Conn) {
	t.Helper()
	_, err := io.Copy(io.Discard, conn)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("the connection is open")
	}
}

// expectOpen checks that the server answers on a connection.
func (g *guarded) expectOpen(conn net.Conn) {
	g.t.Helper()
	if _, err := io.WriteString(conn, get("/")); err != nil {
		g.t.Fatal(err)
	}
	g.expectAnswer(conn)
	g.await("/")
}

func TestTheLongestWaitingConnectionMakesRoom(t *testing.T) {
	t.Parallel()
	g := newGuarded(t, admission.Plan{Connections: 3, Address: 100}, false)
	withKey := g.ask("127.0.0.1", "/key")
	idle := g.ask("127.0.0.1", "/")
	header := g.dial("127.0.0.1", "GET / HTTP/1.1\r\nHost")
	for address := ""; address != header.LocalAddr().String(); { // until then another one may have waited longer
		address = <-g.reading
	}
	g.ask("127.0.0.1", "/")
	expectClosed(t, idle)
	g.ask("127.0.0.1", "/")
	expectClosed(t, header)
	g.expectOpen(withKey)
	if s := g.connections.Stats(); s.Open != 3 || s.Closed != 2 || s.Refused != 0 {
		t.Errorf("%+v", s)
	}
}

func TestABodyThatDoesNotComeMakesRoom(t *testing.T) {
	t.Parallel()
	g := newGuarded(t, admission.Plan{Connections: 1, Address: 100}, false)
	body := g.dial("127.0.0.1", "POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
	g.await("/body")
	g.eventually(func() bool { // the handler has come to the body
		g.dial("127.0.0.1", "")
		return g.connections.Stats().Closed > 0
	})
	expectClosed(t, body)
}

func TestAResponseThatIsNotReadMakesRoom(t *testing.T) {
	t.Parallel()
	g := newGuarded(t, admission.Plan{Connections: 1, Address: 100}, false)
	g.dial("127.0.0.1", get("/large"))
	g.await("/large")
	g.eventually(func() bool { // the buffers of the kernel are full
		g.dial("127.0.0.1", "")
		return g.connections.Stats().Closed > 0
	})
	g.await("/large ended")
}

// eventually asks again and again until a condition holds.
func (g *guarded) eventually(holds func() bool) {
	g.t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-tick.C:
		case <-g.t.Context().Done():
			g.t.Fatal("it did not happen")
		}
	}
}

func TestRequestsUnderWayAreNotCut(t *testing.T) {
	t.Parallel()
	g := newGuarded(t, admission.Plan{Connections: 2, Address: 1}, false)
	admitted := g.dial("127.0.0.1", get("/admitted"))
	g.await("/admitted")
	working := g.dial("127.0.0.1", get("/working"))
	g.await("/working")
	expectClosed(t, g.dial("127.0.0.1", get("/")))
	if s := g.connections.Stats(); s.Open != 2 || s.Closed != 0 || s.Refused != 1 {
		t.Errorf("%+v", s)
	}
	close(g.finish)
	g.expectAnswer(admitted)
	g.expectAnswer(working)
}

func TestAnAddressMakesRoomForItself(t *testing.T) {
	t.Parallel()
	g := newGuarded(t, admission.Plan{Connections: 100, Address: 2}, false)
	other := g.ask("127.0.0.2", "/")
	withKey := g.ask("127.0.0.1", "/key")
	first := g.ask("127.0.0.1", "/")
	second := g.ask("127.0.0.1", "/")
	third := g.ask("127.0.0.1", "/")
	expectClosed(t, first)
	for _, conn := range []net.Conn{other, withKey, second, third} {
		g.expectOpen(conn)
	}
	g.ask("127.0.0.1", "/") // the address is still counted after one of its connections ended
	expectClosed(t, second)
	g.expectOpen(third)
}

func TestExemptAddressesHaveNoLimitOfTheirOwn(t *testing.T) {
	t.Parallel()
	g := newGuarded(t, admission.Plan{Connections: 100, Address: 1}, true)
	first := g.ask("127.0.0.1", "/")
	g.ask("127.0.0.1", "/")
	g.expectOpen(first)
}

func TestHeadersHaveALimitOfLines(t *testing.T) {
	t.Parallel()
	g := newGuarded(t, admission.Plan{Connections: 100, Address: 100}, false)
	for lines, wantOK := range map[int]bool{100: true, 200: false} {
		// The lines of a body do not count, also when it comes with the header.
		body := strings.Repeat("\n", 300)
		request := "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 300\r\n" + manyLines(lines) + "\r\n" + body
		conn := g.dial("127.0.0.1", request+request)
		answer, err := io.ReadAll(io.LimitReader(conn, 12))
		if ok := string(answer) == "HTTP/1.1 200"; ok != wantOK {
			t.Errorf("%d lines: %q, %v", lines, answer, err)
		}
		if wantOK {
			g.await("/")
			g.await("/")
		}
	}
}

func manyLines(n int) string {
	var lines strings.Builder
	for i := range n {
		fmt.Fprintf(&lines, "X-%d: y\r\n", i)
	}
	return lines.String()
}

// TestBodiesThatComeTooSlowly has bodies drip into the server, whose clock is the test's.
func TestBodiesThatComeTooSlowly(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name             string
		first, perSecond int // bytes
		want             time.Duration
	}{
		{"nothing comes", 0, 0, 10 * time.Second},
		{"a byte a second", 1, 1, 10 * time.Second},
		{"too little after much", 40 << 10, 0, 20 * time.Second},
		{"just enough", 8 << 10, 4 << 10, time.Minute},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, served := net.Pipe()
				start := time.Now()
				ended := make(chan time.Duration, 1)
				s := &http.Server{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
					conn, buf := admission.ConnOf(r.Context()), make([]byte, 64<<10)
					for received := 0; ; {
						_ = conn.AwaitBody(received)
						n, err := r.Body.Read(buf)
						if received += n; err != nil {
							if !errors.Is(err, os.ErrDeadlineExceeded) {
								t.Error(err)
							}
							break
						}
					}
					ended <- time.Since(start)
				})}
				connections := admission.NewConnections(admission.Plan{Connections: 10, Address: 10}, func(netip.Addr) bool { return true })
				connections.Guard(s)
				l := connections.Listener(&pipeListener{conn: served, closed: make(chan struct{})})
				go func() { _ = s.Serve(l) }()
				go drip(client, c.first, c.perSecond)
				if got := <-ended; got.Round(time.Second) != c.want {
					t.Errorf("ended after %v, want %v", got, c.want)
				}
				_ = s.Close()
				_ = client.Close()
				time.Sleep(time.Second) //nolint:forbidigo // fake time, that net/http takes to close
			})
		})
	}
}

// drip sends a request whose body comes slowly, until the other side closes.
func drip(conn net.Conn, first, perSecond int) {
	go func() { _, _ = io.Copy(io.Discard, conn) }()
	_, err := fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", 16<<20, strings.Repeat(" ", first))
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for err == nil && perSecond > 0 {
		<-tick.C
		_, err = io.WriteString(conn, strings.Repeat(" ", perSecond))
	}
}

// pipeListener accepts one end of a pipe.
type pipeListener struct {
	conn   net.Conn
	closed chan struct{}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	if conn := l.conn; conn != nil {
		l.conn = nil
		return conn, nil
	}
	<-l.closed
	return nil, net.ErrClosed
}

func (l *pipeListener) Close() error {
	close(l.closed)
	return nil
}

func (l *pipeListener) Addr() net.Addr { return &net.TCPAddr{} }

func TestConnOfAnUnguardedServer(t *testing.T) {
	t.Parallel()
	conn := admission.ConnOf(context.Background())
	conn.Admit()
	if err := errors.Join(conn.AwaitBody(1), conn.EndBody()); err != nil {
		t.Error(err)
	}
}
