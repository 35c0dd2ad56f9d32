package admission

import (
	"bytes"
	"errors"
	"net"
	"net/netip"
	"sync/atomic"
	"time"

	"waybill/internal/clientaddr"
)

// maxHeaderLines bounds the lines of a request's header. Package net/http bounds its bytes, but a map of many
// short lines takes twenty times as much memory as their bytes.
const maxHeaderLines = 128

// The slowest body that is accepted: bodyRate bytes a second after bodyGrace, and the whole body within
// bodyTimeout.
const (
	bodyRate    = 4 << 10
	bodyGrace   = 10 * time.Second
	bodyTimeout = time.Minute
)

var errHeaderLines = errors.New("the header has too many lines")

// Conn is a connection of a guarded server. The methods that requests call do nothing on a
// nil Conn: a server without a guard has no Conn.
type Conn struct {
	net.Conn
	connections *Connections
	address     netip.Addr
	index       int  // in Connections.open, -1 when it is not there
	anonymous   bool // counted in Connections.anonymous

	known    atomic.Bool  // has shown a live key, in this request or an earlier one
	admitted atomic.Bool  // has shown a live key in this request
	working  atomic.Bool  // its request is processed: it does not wait for the client
	writing  atomic.Bool  // a response is sent
	active   atomic.Int64 // when the client last sent or read something, in nanoseconds since 1970

	// Only the goroutine that reads the header uses these.
	lines, lineBytes int
	lineEnd          byte // the last one that was read of a line
	headerRead       bool

	bodySince time.Time // only the goroutine that serves the request uses it
}

func newConn(c *Connections, accepted net.Conn) *Conn {
	conn := &Conn{Conn: accepted, connections: c, index: -1}
	if peer := clientaddr.Peer(accepted.RemoteAddr().String()); peer.IsValid() {
		conn.address = clientaddr.Network(peer)
	}
	conn.touch()
	return conn
}

func (c *Conn) touch() { c.active.Store(time.Now().UnixNano()) }

// Admit notes that the current request has shown a live key.
func (c *Conn) Admit() {
	if c == nil {
		return
	}
	c.admitted.Store(true)
	if !c.known.Swap(true) {
		c.connections.noteKey(c)
	}
}

// AwaitBody notes that the request waits for the rest of its body, after some received bytes. A read that
// takes too long fails with os.ErrDeadlineExceeded.
func (c *Conn) AwaitBody(received int) error {
	if c == nil {
		return nil
	}
	if c.working.Swap(false) {
		c.bodySince = time.Now()
	}
	grace := bodyGrace + time.Duration(received)*time.Second/bodyRate
	return c.SetReadDeadline(c.bodySince.Add(min(grace, bodyTimeout)))
}

// EndBody notes that the whole body is received.
func (c *Conn) EndBody() error {
	if c == nil {
		return nil
	}
	c.working.Store(true)
	return c.SetReadDeadline(time.Time{})
}

// serve notes that a request's header is read.
func (c *Conn) serve() { c.working.Store(true) }

// rest notes that a request's response is sent.
func (c *Conn) rest() {
	c.lines, c.lineBytes, c.headerRead = 0, 0, false
	c.admitted.Store(false)
	c.working.Store(false)
	c.touch()
}

// waits reports whether the connection waits for its client, and may be closed.
func (c *Conn) waits() bool {
	return !c.admitted.Load() && (!c.working.Load() || c.writing.Load())
}

// before reports whether c is to be closed before other.
func (c *Conn) before(other *Conn) bool {
	if known := c.known.Load(); known != other.known.Load() {
		return !known
	}
	return c.active.Load() < other.active.Load()
}

// Read implements net.Conn.
func (c *Conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		c.touch()
	}
	if !c.headerRead && !c.readHeader(p[:n]) {
		return 0, errHeaderLines
	}
	return n, err
}

// readHeader counts the lines of a header up to the empty one. It returns false when
// there are too many.
func (c *Conn) readHeader(p []byte) bool {
	for len(p) > 0 {
		end := bytes.IndexByte(p, '\n')
		if end < 0 {
			c.lineBytes, c.lineEnd = c.lineBytes+len(p), p[len(p)-1]
			return true
		}
		length := c.lineBytes + end
		if end > 0 {
			c.lineEnd = p[end-1]
		}
		if length == 0 || length == 1 && c.lineEnd == '\r' {
			c.headerRead = true
			return true
		}
		c.lines, c.lineBytes, p = c.lines+1, 0, p[end+1:]
		if c.lines > maxHeaderLines {
			return false
		}
	}
	return true
}

// Write implements net.Conn.
func (c *Conn) Write(p []byte) (int, error) {
	c.touch() // the server worked since the client last sent something
	c.writing.Store(true)
	n, err := c.Conn.Write(p)
	c.touch()
	c.writing.Store(false)
	return n, err
}

// Close implements net.Conn.
func (c *Conn) Close() error {
	c.connections.remove(c)
	return c.Conn.Close()
}
