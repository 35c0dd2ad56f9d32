package store

import (
	"bytes"
	"net"
	"net/url"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// proxy forwards the connections to a PostgreSQL and can be made to break: once, at the
// next bytes that hold an INSERT's parameters or their answer.
type proxy struct {
	url                    string
	network, address       string
	loseReply, loseRequest atomic.Bool
}

// newProxy listens on a free port in place of the database's address.
func newProxy(t *testing.T, databaseURL string) *proxy {
	t.Helper()
	config, err := pgx.ParseConfig(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	if config.TLSConfig != nil && len(config.Fallbacks) == 0 {
		t.Skip("the database wants TLS, which cannot be broken into")
	}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	query.Del("host")
	query.Del("port")
	query.Set("sslmode", "disable")
	u.Host, u.RawQuery = listener.Addr().String(), query.Encode()
	p := &proxy{url: u.String()}
	p.network, p.address = pgconn.NetworkAddress(config.Host, config.Port)
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go p.carry(client)
		}
	}()
	return p
}

func (p *proxy) carry(client net.Conn) {
	server, err := net.Dial(p.network, p.address)
	if err != nil {
		_ = client.Close()
		return
	}
	var reply atomic.Bool // the next bytes from the server are the reply to lose
	go func() {
		buffer := make([]byte, 1<<20)
		for {
			n, err := client.Read(buffer)
			// A create's rows bring tracking numbers and references.
			insert := bytes.Contains(buffer[:n], []byte("WB")) && bytes.Contains(buffer[:n], []byte("REF-"))
			if insert && p.loseRequest.CompareAndSwap(true, false) {
				err = net.ErrClosed
			} else if insert && p.loseReply.Load() {
				reply.Store(true)
			}
			if err == nil {
				_, err = server.Write(buffer[:n])
			}
			if err != nil {
				_, _ = client.Close(), server.Close()
				return
			}
		}
	}()
	buffer := make([]byte, 1<<16)
	for {
		n, err := server.Read(buffer)
		if err == nil && reply.Load() && bytes.Contains(buffer[:n], []byte("Z\x00\x00\x00\x05")) && p.loseReply.CompareAndSwap(true, false) {
			err = net.ErrClosed // ReadyForQuery: it has committed
		}
		if err == nil {
			_, err = client.Write(buffer[:n])
		}
		if err != nil {
			_, _ = client.Close(), server.Close()
			return
		}
	}
}
