package admission

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"sync"
)

// Connections bounds how many connections a server has. When there are too many, it closes one that waits for
// its client, to send a request or the rest of one, or to read a response. Connections that have shown no live
// key are closed before others, and of these the one that has waited longest. A request that has shown a live
// key, or that is processed, keeps its connection. Safe for concurrent use.
type Connections struct {
	limit, perAddress int
	exempt            func(netip.Addr) bool

	mu        sync.Mutex
	open      []*Conn            // in no order
	anonymous map[netip.Addr]int // how many of them have shown no live key, by address
	closed    uint64
	refused   uint64
}

// NewConnections makes the bounds of a plan. Exempt addresses, which many clients share, have no limit of
// their own.
func NewConnections(p Plan, exempt func(netip.Addr) bool) *Connections {
	return &Connections{limit: p.Connections, perAddress: p.Address, exempt: exempt, anonymous: make(map[netip.Addr]int)}
}

// ConnectionStats are the figures of a server's connections.
type ConnectionStats struct {
	Open, Limit int
	Closed      uint64 // since the start, to make room for others
	Refused     uint64 // since the start, because there was none to close
}

// Stats returns the current figures.
func (c *Connections) Stats() ConnectionStats {
	c.mu.Lock()
	defer c.mu.Unlock()
	return ConnectionStats{Open: len(c.open), Limit: c.limit, Closed: c.closed, Refused: c.refused}
}

// Guard makes a server report the state of its connections. Its listener must come from Listener.
func (c *Connections) Guard(s *http.Server) {
	handler := s.Handler
	s.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ConnOf(r.Context()).serve()
		handler.ServeHTTP(w, r)
	})
	s.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		return context.WithValue(ctx, connKey{}, conn)
	}
	s.ConnState = func(conn net.Conn, state http.ConnState) {
		if state == http.StateIdle {
			conn.(*Conn).rest()
		}
	}
}

type connKey struct{}

// ConnOf is the connection of a request's context, nil when its server has no guard.
func ConnOf(ctx context.Context) *Conn {
	conn, _ := ctx.Value(connKey{}).(*Conn)
	return conn
}

// Listener returns l with its connections bounded.
func (c *Connections) Listener(l net.Listener) net.Listener { return &listener{l, c} }

type listener struct {
	net.Listener
	connections *Connections
}

// Accept waits for the next connection that there is room for.
func (l *listener) Accept() (net.Conn, error) {
	for {
		accepted, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		conn := newConn(l.connections, accepted)
		victims, ok := l.connections.add(conn)
		for _, v := range victims {
			_ = v.Conn.Close() // the goroutine that serves it notices
		}
		if ok {
			return conn, nil
		}
		_ = accepted.Close()
	}
}

// add adds a connection, and takes out those that must be closed for it. It returns false when there is no
// room.
func (c *Connections) add(conn *Conn) (victims []*Conn, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.anonymous[conn.address] >= c.perAddress && !c.exempt(conn.address) {
		// If none of them waits, only the limit of all connections applies.
		same := func(other *Conn) bool { return other.address == conn.address && !other.known.Load() }
		victims = c.takeOut(victims, same)
	}
	if len(c.open) >= c.limit {
		victims = c.takeOut(victims, func(*Conn) bool { return true })
	}
	if len(c.open) >= c.limit {
		c.refused++
		return victims, false
	}
	conn.index = len(c.open)
	c.open = append(c.open, conn)
	conn.anonymous = true
	c.anonymous[conn.address]++
	return victims, true
}

// takeOut takes out the matching connection that has waited longest, if one waits.
func (c *Connections) takeOut(victims []*Conn, of func(*Conn) bool) []*Conn {
	var longest *Conn
	for _, conn := range c.open {
		if conn.waits() && of(conn) && (longest == nil || conn.before(longest)) {
			longest = conn
		}
	}
	if longest == nil {
		return victims
	}
	c.closed++
	c.drop(longest)
	return append(victims, longest)
}

// drop forgets a connection. The lock must be held.
func (c *Connections) drop(conn *Conn) {
	last := c.open[len(c.open)-1]
	c.open[conn.index], last.index = last, conn.index
	c.open[len(c.open)-1] = nil
	c.open = c.open[:len(c.open)-1]
	conn.index = -1
	c.uncount(conn)
}

// uncount takes a connection out of the anonymous ones. The lock must be held.
func (c *Connections) uncount(conn *Conn) {
	if !conn.anonymous {
		return
	}
	conn.anonymous = false
	if c.anonymous[conn.address]--; c.anonymous[conn.address] == 0 {
		delete(c.anonymous, conn.address)
	}
}

// noteKey notes that a connection has shown a live key.
func (c *Connections) noteKey(conn *Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.uncount(conn)
}

func (c *Connections) remove(conn *Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if conn.index >= 0 {
		c.drop(conn)
	}
}
